/**
 * Workers: one row for each process that scores, with the time of its last heartbeat by the database's clock. An old
 * heartbeat means that the worker's lease has ended.
 */
import { columns, defineTable, Op, type Database } from '../platform/database/database.ts'

const shape = {
  id: columns.id(),
  heartbeatAt: columns.instant(),
  /** The number of jobs that the process runs concurrently. */
  concurrency: columns.integer(),
}
export const workers = defineTable('workers', shape)

/** Renews the worker's lease; inserts the row again if another worker has deleted it. */
export async function heartbeat(
  database: Database,
  id: string,
  heartbeatAt: number,
  concurrency: number,
): Promise<void> {
  const changed = await database.execute('UPDATE workers SET heartbeatAt = $1, concurrency = $2 WHERE id = $3', [
    heartbeatAt,
    concurrency,
    id,
  ])
  if (changed === 0) await database.insert(workers, [{ id, heartbeatAt, concurrency }], { keepExisting: true })
}

export async function deleteWorker(database: Database, id: string): Promise<void> {
  await database.model(workers).destroy({ where: { id } })
}

/** Returns the concurrency of each worker that still has a row. */
export async function listConcurrency(database: Database): Promise<number[]> {
  const rows = await database.model(workers).findAll({ attributes: ['concurrency'] })
  return rows.map(({ concurrency }) => concurrency)
}

/** Deletes workers that have sent no heartbeat since `before`. */
export async function sweepWorkers(database: Database, before: number): Promise<void> {
  await database.model(workers).destroy({ where: { heartbeatAt: { [Op.lt]: before } } })
}
