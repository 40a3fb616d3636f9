/** Counts the child processes of a process that reads resumes. */
import type { ExecutionContext } from 'ava'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { childrenOf, stateOf } from '../../tools/services/processes.ts'
import { until } from '../../tools/until.ts'

/**
 * Makes a process read this many Word documents, and ends its thread after each. Then waits until the process has no
 * children left, not even a zombie.
 *
 * @throws TimeoutError
 */
export async function loseThreads(t: ExecutionContext, cycles: number): Promise<void> {
  const reader = fork(join(import.meta.dirname, 'process.ts'))
  t.teardown(() => reader.kill('SIGKILL'))
  reader.send(cycles)
  const [outcomes] = (await once(reader, 'message')) as [string[]]
  t.deepEqual(outcomes, Array<string[]>(cycles).fill(['read', 'RESUME_PARSE_FAILED']).flat())
  const left = () => childrenOf(reader.pid as number).map(stateOf)
  t.log(`after ${cycles} cycles: children in state ${left().join(' ') || 'none'}`)
  await until('no child is left', () => left().length === 0)
}
