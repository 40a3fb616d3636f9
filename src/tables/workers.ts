/** Processes that score: one heartbeat row each, in the database's time; a row that is too old is a lease that has ended. */
import { columns, defineTable, type Database } from '../platform/database.ts'

const shape = {
  id: columns.id(),
  heartbeatAt: columns.instant(),
}
export const workers = defineTable('workers', shape)

/** Makes the row anew where a rescue has taken it. */
export async function beat(database: Database, id: string, heartbeatAt: number): Promise<void> {
  const changed = await database.execute('UPDATE workers SET heartbeatAt = $1 WHERE id = $2', [heartbeatAt, id])
  if (changed === 0) await database.insert(workers, [{ id, heartbeatAt }], { keepExisting: true })
}

export async function deleteWorker(database: Database, id: string): Promise<void> {
  await database.execute('DELETE FROM workers WHERE id = $1', [id])
}

/** Ends every lease older than `before`; what those workers held has no owner from then on. */
export async function sweepWorkers(database: Database, before: number): Promise<void> {
  await database.execute('DELETE FROM workers WHERE heartbeatAt < $1', [before])
}
