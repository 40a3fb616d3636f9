/**
 * The thread that rewrites the embedded database's file, once: see `SqliteFile.scrub`. Only here may SQLite block.
 *
 * `secure_delete` alone is not enough: when SQLite moves a row to another page, the old page keeps a copy in its free
 * space, and no later delete finds it (measured: copies remained in 2 of 10 rounds of 120 deleted rows).
 */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

/** How long to wait for another process that reads or writes the file; the operator's commands finish well before. */
const busyTimeoutMs = 10_000

const database = new DatabaseSync(workerData as string, { timeout: busyTimeoutMs })
database.exec('PRAGMA secure_delete = ON; VACUUM')
const result = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
database.close()
if (result?.['busy'] !== 0) throw new Error('another process keeps reading the database file')
