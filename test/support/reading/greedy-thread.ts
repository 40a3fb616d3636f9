/** Replaces `workers/main.ts`: a thread in which each file allocates memory without end. */
import { beginStep } from '../../../src/kit/threads/progress.ts'
import { monotonicMs } from '../../../src/kit/time.ts'
import type { ReadingTask } from '../../../workers/tasks.ts'

export function parseResume({ progress }: ReadingTask): never {
  beginStep(progress, 'reading', monotonicMs(), '0'.repeat(64))
  const held: string[][] = []
  for (;;) held.push(Array.from({ length: 10_000 }, (_, index) => `text ${held.length} ${index}`))
}
