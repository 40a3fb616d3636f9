/**
 * One server for each DATA_DIR.
 *
 * Owns `server.lock`, an empty file whose lock belongs to the process: the operating system frees it however the
 * process ends, so there is no stale lock to clean up. Nothing of the folder is touched while another holds it.
 */
import { join } from 'node:path'
import { tryLockFile } from './database/sqlite.ts'

export class FolderLocked extends Error {
  override readonly name = 'FolderLocked'
}

/** Takes a folder that exists, until `release` or the end of the process. Throws FolderLocked if another has it. */
export function lockFolder(folder: string): { release(): void } {
  const lock = tryLockFile(join(folder, 'server.lock'))
  if (!lock)
    throw new FolderLocked(`another server is running on ${folder}: end it first, or set DATA_DIR to another folder`)
  return lock
}
