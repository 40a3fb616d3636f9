/** Stands in for `workers/main.ts`: a thread in which each file takes memory without end. */
import { parentPort } from 'node:worker_threads'
import type { ReadingMessage } from '../../../workers/tasks.ts'

export function parseResume(): never {
  parentPort!.postMessage({ begun: '0'.repeat(64) } satisfies ReadingMessage)
  const held: string[][] = []
  for (;;) held.push(Array.from({ length: 10_000 }, (_, index) => `text ${held.length} ${index}`))
}
