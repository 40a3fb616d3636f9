/**
 * One server for each DATA_DIR.
 *
 * Owns `server.lock`, an empty file whose lock belongs to the process: the operating system frees it however the
 * process ends, so there is no stale lock to clean up. Nothing of the folder is touched while another holds it.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryLockFile } from './database/sqlite-lock.ts'

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

/** 32 bytes from `dataDir`/secret.key, which is made with mode 600 on the first start. */
export function loadSecretKey(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key')
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  if (key.length !== 32)
    throw new Error(
      `${path} does not hold 32 bytes in base64: restore it from a backup, or remove it to lose what it encrypted`,
    )
  return key
}
