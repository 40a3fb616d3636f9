/**
 * Reads scans in a separate thread, with its own queue and deadline, because OCR of a page takes as long as reading a
 * hundred text files. The thread ends after it has been idle for a while, which frees the memory of the OCR models.
 */
import { createRequire } from 'node:module'
import type { ParseResumeOutcome } from '../../../workers/tasks.ts'
import { createFairQueue } from '../concurrency/fair-queue.ts'
import type { ReadingThreads, UntimedTask } from './reading-threads.ts'

export interface ScanPool {
  /**
   * Reads a scan when its turn comes. Returns NO_ROOM if its owner already has too many scans in the queue, because a
   * waiting job occupies a place that a job with a text file could use.
   */
  read(owner: string, task: UntimedTask): Promise<{ outcome: ParseResumeOutcome; fileSha256: string | null }>
  close(): Promise<void>
}

/** The maximum number of an owner's scans: while one is being read, the next one is ready to start. */
const ownerScansMax = 2

/**
 * Creates the pool. `timeoutMs`: the time limit for one file, from the moment at which its thread has loaded its code.
 */
export function createScanPool(thread: ReadingThreads, timeoutMs: number): ScanPool {
  const queue = createFairQueue(1)
  const scans = new Map<string, number>()
  const count = (owner: string, by: number) => {
    const now = (scans.get(owner) ?? 0) + by
    if (now > 0) scans.set(owner, now)
    else scans.delete(owner)
  }
  return {
    async read(owner, task) {
      if ((scans.get(owner) ?? 0) >= ownerScansMax)
        return {
          outcome: { ok: false, code: 'NO_ROOM', message: 'too many scans of this partner are waiting' },
          fileSha256: null,
        }
      count(owner, 1)
      try {
        const { outcome, fileSha256 } = await queue(owner, () => thread.read(owner, task, timeoutMs))
        if (!outcome.ok && outcome.code === 'SCANNED') throw new Error('the thread for scans did not read a scan')
        return { outcome, fileSha256 }
      } finally {
        count(owner, -1)
      }
    },
    close: () => thread.close(),
  }
}

/** Throws an Error with a message for the operator if the models of a language are not installed. */
export function checkLanguages(languages: readonly string[]): void {
  const { resolve } = createRequire(import.meta.url)
  for (const language of languages) {
    try {
      resolve(`@tesseract.js-data/${language}/package.json`)
    } catch {
      throw new Error(
        `OCR_LANGUAGES contains ${language}, which is not installed: npm install @tesseract.js-data/${language}, or leave it out.`,
      )
    }
  }
}
