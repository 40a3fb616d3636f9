/** The reason why a run could not take place: one line that tells a person what to do. It is not a verdict. */
import { statfsSync } from 'node:fs'
import { loadContract } from '../../src/platform/contract/contract.ts'

export class CouldNotRun extends Error {}

/**
 * Returns the line for a fault of the machine; returns any other error unchanged. A failure on a full disk is hard to
 * recognise: a server responds with 503, and k6 leaves an empty file. This function therefore checks `folders`, to
 * which the run writes.
 */
export function explained(error: unknown, folders: string[] = []): Error {
  const { code, path } = error as NodeJS.ErrnoException
  const full = code === 'ENOSPC' ? (path ?? 'while writing') : folders.find(isFull)
  if (full === undefined) return error as Error
  return new CouldNotRun(`the disk is full (${full}): free some space, or set OUT and TMPDIR to other folders`)
}

/** Whether a folder has less free space than the bound below which servers accept no more jobs. */
function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < loadContract().operator.diskFreeBytesMin
}
