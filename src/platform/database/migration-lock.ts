/**
 * The migration lock on MySQL: a row with an expiry, which every node in a cluster sees. (GET_LOCK is local to a node.)
 *
 * If a process dies, its lock expires. The lock can also expire while its process stalls, or while it waits minutes for
 * a schema change. A process therefore checks before each migration that it still has the lock, and stops if it does
 * not.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { SECOND } from '../../kit/time.ts'
import { columns, DatabaseUnavailable, type Database } from './database.ts'
import { createTable, tableKnown } from './schema-changes.ts'

const table = 'schema_lock'
const leaseMs = 20 * SECOND
const renewalMs = 4 * SECOND
const againMs = 100
/**
 * The time limit for waiting for another process. Creating a table takes milliseconds, but changing a large one takes
 * minutes.
 */
const patienceMs = 600 * SECOND
const now = 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)'

/** Throws if another process has taken over the lock. */
export type CheckLock = () => Promise<void>

/**
 * Returns the result of `work`, which runs while this process has the lock. @throws DatabaseUnavailable if another
 * process has it for ten minutes
 */
export async function withMigrationLock<T>(database: Database, work: (check: CheckLock) => Promise<T>): Promise<T> {
  await prepare(database)
  const holder = randomUUID()
  const take = `UPDATE ${table} SET holder = $1, heldUntil = ${now} + ${leaseMs} WHERE id = 'migration'`
  const claim = async () => (await database.execute(`${take} AND heldUntil < ${now}`, [holder])) === 1
  const renew = async () => (await database.execute(`${take} AND holder = $1`, [holder])) === 1
  const deadline = performance.now() + patienceMs
  while (!(await claim())) {
    if (performance.now() > deadline)
      throw new DatabaseUnavailable('another process has been migrating for ten minutes')
    await delay(againMs)
  }
  // A renewal that fails is repeated at the next interval. If the lock is lost, the function passed to `work` detects
  // it.
  const renewal = setInterval(() => void renew().catch(() => {}), renewalMs)
  try {
    return await work(async () => {
      if (!(await renew())) throw new DatabaseUnavailable('another process has taken over the migration: start again')
    })
  } finally {
    clearInterval(renewal)
    await database.execute(`UPDATE ${table} SET heldUntil = 0 WHERE id = 'migration' AND holder = $1`, [holder])
  }
}

/**
 * Creates the table and its row. If they exist, runs no statement that changes the schema, because on a cluster each
 * such statement stops all writers.
 */
async function prepare(database: Database): Promise<void> {
  if (!(await tableKnown(database, table)))
    await createTable(database, table, {
      id: columns.identifier(16),
      holder: columns.identifier(36),
      heldUntil: columns.instant(),
    })
  const insert = `INSERT INTO ${table} (id, holder, heldUntil) VALUES ('migration', '', 0) ON DUPLICATE KEY UPDATE id = id`
  if ((await database.select(`SELECT 1 FROM ${table} WHERE id = 'migration'`)).length === 0)
    await database.execute(insert)
}
