/**
 * Job activity: the number of a job's applications in each state, and the time when one of them last changed. A
 * transaction adds up its changes and writes each job's sum once, as one of its last statements, so that other
 * transactions wait only briefly.
 */
import {
  bindList,
  columns,
  defineTable,
  Overtaken,
  valuesById,
  type Database,
  type RowOf,
} from '../../platform/database/database.ts'

/**
 * The places of applications without a score: those whose latest job is open come after all scores, followed by those
 * whose latest job has failed.
 */
export const openPlace = 101
export const failedPlace = 102

const shape = {
  /** The id of the job. */
  id: columns.id(),
  tenantId: columns.id(),
  open: columns.integer(),
  completed: columns.integer(),
  failed: columns.integer(),
  lastAt: columns.instant(),
}
export const jobActivity = defineTable('job_activity', shape, { indexes: { tenant: ['tenantId'] } })
export type JobActivityRow = RowOf<typeof shape>

type State = 'open' | 'completed' | 'failed'
type Tally = Map<string, JobActivityRow>

const tallyKey = {}

type Changed = { jobId: string; tenantId: string; place: number | null; updatedAt: number }

function stateOf(place: number): State {
  return place === openPlace ? 'open' : place === failedPlace ? 'failed' : 'completed'
}

/**
 * Counts the change when an application's place moves from `before` (null if the application is new) to `place` (null
 * if it is deleted).
 */
export function countActivity(
  database: Database,
  { jobId: id, tenantId, place, updatedAt }: Changed,
  before: number | null,
): void {
  const tally = database.ofTransaction<Tally>(
    tallyKey,
    () => new Map(),
    (changes) => write(database, [...changes.values()]),
  )
  const change = tally.get(id) ?? { id, tenantId, open: 0, completed: 0, failed: 0, lastAt: 0 }
  tally.set(id, change)
  if (before !== null) change[stateOf(before)] -= 1
  if (place !== null) change[stateOf(place)] += 1
  change.lastAt = Math.max(change.lastAt, updatedAt)
}

/**
 * Adds the changes to the jobs' rows and creates missing rows. Writes in a fixed order, to avoid deadlocks.
 * @throws Overtaken if another transaction has created one of the rows since the first update
 */
async function write(database: Database, changes: readonly JobActivityRow[]): Promise<void> {
  const sorted = changes.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const updated = await add(database, sorted)
  if (updated === sorted.length) return
  const ids = sorted.map(({ id }) => id)
  const known = await database.select<{ id: string }>(
    `SELECT id FROM job_activity${database.by('PRIMARY')} WHERE id IN (${bindList(1, ids)})`,
    ids,
  )
  if (known.length > updated) throw new Overtaken('another transaction has created the row of a job')
  const missing = sorted.filter((change) => !known.some(({ id }) => id === change.id))
  const empty = missing.map((change) => ({ ...change, open: 0, completed: 0, failed: 0, lastAt: 0 }))
  // If another transaction is inserting the same row, the insert waits, and `add` then adds to that row.
  await database.insert(jobActivity, empty, { keepExisting: true })
  await add(database, missing)
}

async function add(database: Database, changes: readonly JobActivityRow[]): Promise<number> {
  const names = ['open', 'completed', 'failed', 'lastAt'] as const
  const { where, valueOf, binds } = valuesById(1, changes, names)
  const sums = (['open', 'completed', 'failed'] as const).map((name) => `${name} = ${name} + ${valueOf(name)}`)
  const last = valueOf('lastAt')
  return database.execute(
    `UPDATE job_activity${database.by('PRIMARY')}
        SET ${sums.join(', ')}, lastAt = CASE WHEN lastAt < ${last} THEN ${last} ELSE lastAt END WHERE ${where}`,
    binds,
  )
}
