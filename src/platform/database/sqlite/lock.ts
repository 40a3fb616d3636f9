/** File locks between processes, implemented with SQLite. */
import { DatabaseSync } from 'node:sqlite'
import { createPrivately, withCode } from './link.ts'

// The databases of locked files. Without this reference, the garbage collector would close a database and release its
// lock.
const locksHeld = new Set<DatabaseSync>()

/**
 * Locks a file exclusively. Returns null if another process has locked it. The operating system releases the lock when
 * the process ends, even if it crashes. Creates an empty file if there is none, and writes nothing else.
 */
export function tryLockFile(path: string): { release(): void } | null {
  createPrivately(path)
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE') // with MEMORY, there is no journal file
  } catch (error) {
    database.close()
    if (withCode(error).code === 'SQLITE_BUSY') return null
    throw error
  }
  locksHeld.add(database)
  return {
    release() {
      if (locksHeld.delete(database)) database.close()
    },
  }
}
