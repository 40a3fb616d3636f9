/** Processes that score: one heartbeat row each, in the database's time; a row that is too old is a lease that has ended. */
import { columns, defineTable, type Database } from '../platform/database/database.ts'

const shape = {
  id: columns.id(),
  heartbeatAt: columns.instant(),
  /** Jobs that it takes at once. */
  concurrency: columns.integer(),
}
export const workers = defineTable('workers', shape)

/** Makes the row anew where a rescue has taken it. */
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
  await database.execute('DELETE FROM workers WHERE id = $1', [id])
}

/** Of all workers whose lease nobody has ended. */
export async function listConcurrency(database: Database): Promise<number[]> {
  const rows = await database.select<{ concurrency: number }>('SELECT concurrency FROM workers')
  return rows.map(({ concurrency }) => concurrency)
}

/** Forgets whoever has shown no heartbeat since `before`. */
export async function sweepWorkers(database: Database, before: number): Promise<void> {
  await database.execute('DELETE FROM workers WHERE heartbeatAt < $1', [before])
}
