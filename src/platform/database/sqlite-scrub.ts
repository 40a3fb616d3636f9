/**
 * The thread that rewrites the embedded database's file, once: see `SqliteFile.scrub`. It may block; nobody else may.
 *
 * `secure_delete` alone is not enough: where SQLite has moved a row to another page, the old page keeps a copy of it in
 * its free space, and no later delete finds that (measured: some were left in 2 of 10 rounds of 120 deleted rows).
 */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

/** Another process that reads or writes the file is waited for that long: the operator's commands are done well before. */
const busyTimeoutMs = 10_000

const database = new DatabaseSync(workerData as string, { timeout: busyTimeoutMs })
database.exec('PRAGMA secure_delete = ON; VACUUM')
const result = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
database.close()
if (result?.['busy'] !== 0) throw new Error('another process keeps reading the database file')
