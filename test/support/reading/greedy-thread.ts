/** Stands in for `workers/main.ts`: a thread in which each file takes memory without end. */
import { workerData } from 'node:worker_threads'
import { beginStep, type ReadingWorkerData } from '../../../src/kit/threads/progress.ts'
import { monotonicMs } from '../../../src/kit/time.ts'

export function parseResume(): never {
  const { progress } = workerData as ReadingWorkerData
  beginStep(progress, 'reading', monotonicMs(), '0'.repeat(64))
  const held: string[][] = []
  for (;;) held.push(Array.from({ length: 10_000 }, (_, index) => `text ${held.length} ${index}`))
}
