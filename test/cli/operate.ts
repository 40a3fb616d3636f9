/** Runs the operator's commands in the process of the test, with the services of a running server. */
import type { Command } from '../../src/cli/command.ts'
import type { Services } from '../../src/platform/services.ts'

/** Runs `command` with these words of the command line and returns its result. It prints nothing and uses no broker. */
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
