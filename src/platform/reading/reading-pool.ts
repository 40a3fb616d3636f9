/**
 * The reading threads: who reads next, and in which of them.
 *
 * There is one thread more than cores, and one owner never holds all of them: whatever its files do, another's file
 * begins at once and gets its share of the cores. An owner alone still has a thread for each core. An owner goes back to
 * its thread, so it waits itself for the start of a new one when its file has cost the old one.
 */
import { availableParallelism } from 'node:os'
import { SECOND } from '../../kit/time.ts'
import { createFairQueue, type Load } from '../concurrency/fair-queue.ts'
import type { Contract } from '../contract/contract.ts'
import { createHopelessFiles } from './hopeless-files.ts'
import {
  createReadingThread,
  failed,
  isHopeless,
  type ReadingThread,
  type UntimedTask as TaskOfThread,
} from './reading-thread.ts'
import { createSandboxes } from './sandboxes.ts'
import { createScanPool } from './scan-pool.ts'
import { watchForStandstill, type Standstill } from './standstill.ts'
import type { ParseResumeOutcome, ReadingOutcome } from '../../../workers/tasks.ts'

type UntimedTask = Omit<TaskOfThread, 'sizes' | 'languages'>

export interface ReadingPool {
  /** See `Pool.parseResume`. */
  parseResume(owner: string, task: UntimedTask, timeoutMs: number): Promise<ParseResumeOutcome>
  load(): Load
  /** Terminates all threads at once; resolves when their sandboxes are gone too. */
  close(): Promise<void>
}

export type ReadingPoolSettings = {
  /** The file that threads run, as a URL. */
  filename: string
  /** How far threads and sandboxes come behind this process on a busy core: see nice(2). */
  niceIncrement?: number
  /** In which letters of scans are read. */
  languages: readonly string[]
  contract: Pick<Contract, 'retention' | 'sizes' | 'timeouts'>
  /** The pool closes it. */
  standstill?: Standstill
}

/** `owner`: whose file it read last, or reads now. */
type Place = { thread: ReadingThread; owner: string | null; isBusy: boolean }

const cores = availableParallelism()

/** Opens the threads; they start with their first files. */
export function createReadingPool({
  filename,
  niceIncrement = 0,
  languages,
  contract,
  standstill = watchForStandstill(),
}: ReadingPoolSettings): ReadingPool {
  const sandboxes = createSandboxes({ niceIncrement })
  // Files come from strangers: reading threads and their child processes get none of the service's other settings.
  const { NODE_COMPILE_CACHE = '' } = process.env
  const env = { NODE_COMPILE_CACHE }
  const settings = { filename, niceIncrement, env, serve: sandboxes.serve, standstill }
  const places = Array.from({ length: cores + 1 }, (): Place => ({
    thread: createReadingThread(settings),
    owner: null,
    isBusy: false,
  }))
  const queue = createFairQueue(places.length, { ownerMost: cores })
  const scans = createScanPool(createReadingThread(settings), contract.timeouts.scanSeconds * SECOND)
  const hopeless = createHopelessFiles(contract.retention.unreadableFilesSeconds * SECOND)

  const sizes = contract.sizes.resume
  const remember = (owner: string, fileSha256: string | null, outcome: ReadingOutcome) => {
    if (fileSha256 !== null && isHopeless(outcome)) hopeless.add(owner, fileSha256)
  }
  const read = async (owner: string, task: UntimedTask, timeoutMs: number): Promise<ReadingOutcome> => {
    if ('bytes' in task.source && hopeless.has(owner, task.source.bytes)) return failed('the same file failed before')
    const place = choosePlace(places, owner)
    Object.assign(place, { owner, isBusy: true })
    prepareNext(places)
    try {
      const { outcome, fileSha256 } = await place.thread.read({ ...task, sizes }, timeoutMs)
      remember(owner, fileSha256, outcome)
      return outcome
    } finally {
      place.isBusy = false
    }
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
      await Promise.all([...places.map(({ thread }) => thread.close()), scans.close()])
      await sandboxes.close()
    },
  }
}

/**
 * The owner's own thread, else one that is ready and nobody's, else one that is ready, else any. One is idle, because
 * the queue has as many places.
 */
function choosePlace(places: Place[], owner: string): Place {
  const idle = places.filter(({ isBusy }) => !isBusy)
  const ready = idle.filter(({ thread }) => thread.runs())
  return (idle.find((place) => place.owner === owner) ??
    ready.find((place) => place.owner === null) ??
    ready[0] ??
    idle[0])!
}

/** While files are read, a thread is ready for whoever comes next, besides those of owners that may come back. */
function prepareNext(places: Place[]): void {
  const idle = places.filter(({ isBusy }) => !isBusy)
  if (idle.some(({ thread, owner }) => thread.runs() && owner === null)) return
  const next = idle.find(({ thread }) => !thread.runs())
  if (!next) return
  next.owner = null
  next.thread.prepare()
}
