/**
 * Backups of the embedded database while a server writes. A backup is one file with the state after one commit.
 *
 * SQLite restarts a backup when another process commits between two of its steps, so under load a backup would never
 * end. An open read transaction on the source prevents that: every step reads the state at which the transaction began.
 * During the transaction, the write-ahead log cannot be emptied, so deletion requests wait until the backup ends.
 */
import { copyFileSync, closeSync, constants, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { createPrivately } from './link.ts'

/** Pages per step: 4 MB, which takes a few milliseconds. */
const pagesPerStep = 1_000
/** How long to wait for another process that has locked the file, for instance to recover the log. */
const openTimeoutMs = 10_000

/** The files that SQLite keeps next to a database file. */
const companions = ['-wal', '-shm', '-journal']

/** A finished backup. `takenAt`: epoch ms; all earlier commits are in the backup. */
export type Backup = { takenAt: number; bytes: number }

/**
 * Copies the database at `source` to the new file `target` (mode 600). Calls `progress` with the fraction that has been
 * copied, from 0 to 1. The file gets its final name only when it is complete, checked and on disk. @throws Error with a
 * message for the operator; then `target` does not exist
 */
export async function backUp(source: string, target: string, progress: (share: number) => void): Promise<Backup> {
  if (existsSync(target)) throw taken(target)
  return assemble(target, async (part) => {
    const database = new DatabaseSync(source, { timeout: openTimeoutMs })
    try {
      database.exec('PRAGMA query_only = ON')
      const takenAt = Date.now()
      database.exec('BEGIN')
      database.prepare('SELECT COUNT(*) FROM sqlite_schema').get() // the transaction begins with the first read
      await backup(database, part, {
        rate: pagesPerStep,
        progress: ({ totalPages, remainingPages }) => progress(1 - remainingPages / totalPages),
      })
      progress(1)
      return { takenAt, bytes: checked(part) }
    } finally {
      database.close()
    }
  })
}

/**
 * Copies a backup to `target`, where no database may exist. Returns its size in bytes. @throws Error with a message for
 * the operator; then `target` does not exist
 */
export async function restoreBackup(file: string, target: string): Promise<number> {
  // If another database left its write-ahead log here, SQLite would apply that log to the restored database.
  const old = [target, ...companions.map((end) => target + end)].find((path) => existsSync(path))
  if (old !== undefined) throw taken(old)
  if (!existsSync(file)) throw new Error(`${file} does not exist: give the file that "backup" wrote`)
  return assemble(target, async (part) => {
    copyFileSync(file, part, constants.COPYFILE_FICLONE)
    return checked(part)
  })
}

/** Writes a file under a temporary name, and renames it when it is complete. Never replaces an existing file. */
async function assemble<T>(target: string, make: (part: string) => Promise<T>): Promise<T> {
  const part = `${target}.${process.pid}.part`
  try {
    createPrivately(part)
    const made = await make(part)
    flush(part)
    linkSync(part, target)
    flush(dirname(target))
    return made
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw taken(target)
    throw code === 'ENOENT'
      ? new Error(`${dirname(target)} does not exist: create the folder first`)
      : new Error(message)
  } finally {
    for (const end of ['', ...companions]) rmSync(part + end, { force: true })
  }
}

/** Checks every page and index of a database file, and returns the file's size. */
function checked(path: string): number {
  const database = new DatabaseSync(path)
  try {
    const faults = database
      .prepare('PRAGMA integrity_check(1)')
      .all()
      .map((row) => row['integrity_check'])
    if (faults.join() !== 'ok') throw new Error(`the copy is damaged: ${faults.join()}`)
    if (!database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'`).get())
      throw new Error('the file is not a database of this service')
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number }
    const { page_size: pageBytes } = database.prepare('PRAGMA page_size').get() as { page_size: number }
    return pages * pageBytes
  } finally {
    database.close()
  }
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function taken(path: string): Error {
  return new Error(`${path} exists and will not be overwritten: give another file name, or move the existing file`)
}
