/**
 * The reason why a run could not take place, in one line that tells a person what to do. It is no verdict about the
 * service.
 */
import { statfsSync } from 'node:fs'
import { loadContract } from '../../src/platform/contract/contract.ts'

export class CouldNotRun extends Error {}

/**
 * Explains an error that the machine caused, and returns any other error unchanged. A full disk is hard to recognise
 * from the error: a server responds with 503, and k6 leaves an empty file. So this function checks the free space of
 * `folders`, which the run writes to.
 */
export function explained(error: unknown, folders: string[] = []): Error {
  const { code, path } = error as NodeJS.ErrnoException
  const full = code === 'ENOSPC' ? (path ?? 'while writing') : folders.find(isFull)
  if (full === undefined) return error as Error
  return new CouldNotRun(`the disk is full (${full}): free some space, or set OUT and TMPDIR to other folders`)
}

/** Returns whether a folder has too little free space for a server to accept jobs. */
function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < loadContract().operator.diskFreeBytesMin
}
