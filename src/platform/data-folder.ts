/**
 * The lock of DATA_DIR, which allows one server per folder, and the secret key in it.
 *
 * `server.lock` is an empty file that the process keeps locked. The operating system releases the lock when the process
 * ends, even if it crashes, so there are no stale locks. While another process has the lock, this process touches
 * nothing in the folder.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { tryLockFile } from './database/sqlite/lock.ts'

/** Thrown if another process uses the folder. The message is for the operator. */
export class FolderLocked extends Error {
  override readonly name = 'FolderLocked'
}

/**
 * Creates a folder and its missing parents, accessible only to this user. Creates them one by one, because Node's
 * recursive mkdir never returns on a file system that refuses to create folders, such as /proc.
 */
export function makeFolder(folder: string): void {
  const path = resolve(folder)
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/**
 * Locks an existing folder until `release` is called or the process ends. @throws FolderLocked if another process has
 * locked it
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = tryLockFile(join(folder, 'server.lock'))
  if (!lock)
    throw new FolderLocked(`another server is running on ${folder}: stop it first, or set DATA_DIR to another folder`)
  return lock
}

/** Returns the 32 bytes in `dataDir`/secret.key, which the first start creates with mode 600. */
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
      `${path} does not contain 32 bytes in base64: restore it from a backup. If you remove it, data encrypted with the key is lost`,
    )
  return key
}
