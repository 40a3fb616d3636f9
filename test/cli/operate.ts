/** Runs the operator's commands in the test's process, with a running server's services. */
import type { Command } from '../../src/cli/command.ts'
import type { Services } from '../../src/platform/services.ts'

/** Runs `command` with these words from the command line and returns its result. Prints nothing and uses no broker. */
export async function operate(services: Services, command: Command | undefined, ...words: string[]): Promise<unknown> {
  const model = { groq: null, calls: 1, timeoutSeconds: null }
  const context = {
    ...services,
    applied: [],
    openBroker: async () => null,
    adminUrl: '',
    model,
    print: () => {},
    say: () => {},
  }
  return (command as Command).read(words, services.contract)(context)
}
