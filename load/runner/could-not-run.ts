/** What keeps a run from happening: one line for a person, who knows then what to do. It is no verdict. */
import { statfsSync } from 'node:fs'
import { loadContract } from '../../src/platform/contract/contract.ts'

export class CouldNotRun extends Error {}

/**
 * The line for a fault of the machine; any other error as it is. What fails on a full disk seldom says so: a server
 * answers 503, and k6 leaves an empty file. So it looks at `folders`, those that the run writes to.
 */
export function explained(error: unknown, folders: string[] = []): Error {
  const { code, path } = error as NodeJS.ErrnoException
  const full = code === 'ENOSPC' ? (path ?? 'while writing') : folders.find(isFull)
  if (full === undefined) return error as Error
  return new CouldNotRun(`the disk is full (${full}): free some space, or set OUT and TMPDIR to other folders`)
}

/** By the bound below which servers take no more work. */
function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < loadContract().operator.diskFreeBytesMin
}
