/**
 * Reads files in threads, and decides which file is read next.
 *
 * There is one thread more than there are cores, and a single owner never uses all of them. So another owner's file
 * starts immediately and gets its share of the cores, even if the first owner's files hang. A single owner can still
 * use all cores.
 */
import { availableParallelism } from 'node:os'
import { SECOND } from '../../kit/time.ts'
import { createFairQueue, type Load } from '../concurrency/fair-queue.ts'
import type { Contract } from '../contract/contract.ts'
import { createHopelessFiles } from './hopeless-files.ts'
import { createReadingThreads, failed, isHopeless, type UntimedTask as TaskOfThread } from './reading-threads.ts'
import { createSandboxes } from './sandboxes.ts'
import { createScanPool } from './scan-pool.ts'
import { watchForStandstill, type Standstill } from './standstill.ts'
import type { ParseResumeOutcome, ReadingOutcome } from '../../../workers/tasks.ts'

type UntimedTask = Omit<TaskOfThread, 'sizes' | 'languages'>

export interface ReadingPool {
  /** See `Pool.parseResume`. */
  parseResume(owner: string, task: UntimedTask, timeoutMs: number): Promise<ParseResumeOutcome>
  load(): Load
  /** Terminates all threads immediately. Resolves when their sandboxes have ended too. */
  close(): Promise<void>
}

export type ReadingPoolSettings = {
  /** The URL of the file that threads run. */
  filename: string
  /**
   * The value that is added to this process's nice value for threads and sandboxes, so that they have a lower priority
   * (nice(2)).
   */
  niceIncrement?: number
  /** The languages in which scans are read. */
  languages: readonly string[]
  contract: Pick<Contract, 'retention' | 'sizes' | 'timeouts'>
  /** Is closed together with the pool. */
  standstill?: Standstill
}

const cores = availableParallelism()

/** Creates the threads; they start with their first files. */
export function createReadingPool({
  filename,
  niceIncrement = 0,
  languages,
  contract,
  standstill = watchForStandstill(),
}: ReadingPoolSettings): ReadingPool {
  const sandboxes = createSandboxes({ niceIncrement })
  // Files are untrusted, so the threads that read them get only this environment variable.
  const { NODE_COMPILE_CACHE = '' } = process.env
  const env = { NODE_COMPILE_CACHE }
  const settings = { filename, niceIncrement, env, serve: sandboxes.serve, standstill }
  const threads = createReadingThreads({ ...settings, maxThreads: cores + 1 })
  const queue = createFairQueue(cores + 1, { ownerMax: cores })
  const scanThread = createReadingThreads({ ...settings, maxThreads: 1 })
  const scans = createScanPool(scanThread, contract.timeouts.scanSeconds * SECOND)
  const hopeless = createHopelessFiles(contract.retention.unreadableFilesSeconds * SECOND)

  const sizes = contract.sizes.resume
  const remember = (owner: string, fileSha256: string | null, outcome: ReadingOutcome) => {
    if (fileSha256 !== null && isHopeless(outcome)) hopeless.add(owner, fileSha256)
  }
  const read = async (owner: string, task: UntimedTask, timeoutMs: number): Promise<ReadingOutcome> => {
    if ('bytes' in task.source && hopeless.has(owner, task.source.bytes)) return failed('the same file failed before')
    const { outcome, fileSha256 } = await threads.read(owner, { ...task, sizes }, timeoutMs)
    remember(owner, fileSha256, outcome)
    return outcome
  }
  return {
    load: queue.load,
    async parseResume(owner, task, timeoutMs) {
      const first = await queue(owner, () => read(owner, task, timeoutMs))
      if (first.ok || first.code !== 'SCANNED') return first
      const scan = { ...task, sizes, languages, source: { bytes: first.bytes } }
      const { outcome, fileSha256 } = await scans.read(owner, scan)
      remember(owner, fileSha256, outcome)
      return outcome
    },
    async close() {
      standstill.close()
      await Promise.all([threads.close(), scans.close()])
      await sandboxes.close()
    },
  }
}
