/**
 * Application scores: the data in lists and rankings, one row per application. Every transaction that creates or ends
 * an application's scoring job, or changes its score, also updates the application's row and the counts of its job
 * (`job-activity.ts`).
 */
import {
  bindList,
  columns,
  defineTable,
  nullable,
  valuesById,
  type Database,
  type RowOf,
} from '../../platform/database/database.ts'
import { jobs } from '../jobs.ts'
import { countActivity, openPlace } from './job-activity.ts'

const shape = {
  /** The id of the application. */
  id: columns.id(),
  tenantId: columns.id(),
  jobId: columns.id(),
  /**
   * The application's place in the ranking: the maximum score minus its score, in tenths; or `openPlace` or
   * `failedPlace`.
   */
  place: columns.integer(),
  /** The application's latest scoring job. */
  scoringJobId: columns.id(),
  criteriaVersionId: columns.id(),
  highTenths: nullable(columns.integer()),
  /** JSON: IntegrityFlag[]. */
  flags: nullable(columns.text()),
  /** One letter for each criterion in the version, in order: see `features/scoring/ranking/verdict-letters.ts`. */
  verdicts: nullable(columns.identifier(64)),
  /** Whether an override of the previous score no longer applies. */
  isDropped: columns.flag(),
  updatedAt: columns.instant(),
}
export const applicationScores = defineTable(
  'application_scores',
  shape,
  {
    indexes: { place: ['jobId', 'place', 'id'], submission: ['jobId', 'id'], update: ['tenantId', 'updatedAt', 'id'] },
  },
  { jobId: jobs },
)
export type ApplicationScoreRow = RowOf<typeof shape>

const changing = [
  ...(['place', 'scoringJobId', 'criteriaVersionId', 'highTenths', 'flags', 'verdicts', 'isDropped'] as const),
  'updatedAt' as const,
]

type Before = Pick<ApplicationScoreRow, 'id' | 'scoringJobId' | 'place'>

async function lockRows(database: Database, ids: readonly string[]): Promise<Map<string, Before>> {
  const rows = await database.select<Before>(
    `SELECT id, scoringJobId, place FROM application_scores${database.by('PRIMARY')}
      WHERE id IN (${bindList(1, ids)}) ORDER BY id${database.forUpdate}`,
    ids,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Inserts rows for the applications that the transaction created. */
export async function insertApplicationScores(database: Database, rows: readonly ApplicationScoreRow[]): Promise<void> {
  await database.insert(applicationScores, rows)
  for (const row of rows) countActivity(database, row, null)
}

/** Updates the rows of applications that the caller has locked; creates rows that an earlier release did not write. */
export async function replaceApplicationScores(
  database: Database,
  rows: readonly ApplicationScoreRow[],
): Promise<void> {
  if (rows.length === 0) return
  const before = await lockRows(
    database,
    rows.map(({ id }) => id),
  )
  const [known, missing] = [rows.filter(({ id }) => before.has(id)), rows.filter(({ id }) => !before.has(id))]
  if (missing.length > 0) await insertApplicationScores(database, missing)
  await update(database, known, '')
  for (const row of known) countActivity(database, row, before.get(row.id)?.place ?? null)
}

/**
 * Updates the rows of applications whose open jobs end. A job that is not its application's latest changes nothing. A
 * missing row is not created here: the maintenance task creates it once this transaction has released its lock on the
 * job.
 */
export async function endApplicationScores(database: Database, rows: readonly ApplicationScoreRow[]): Promise<void> {
  if (rows.length === 0) return
  const changed = await update(database, rows, 'scoringJobId')
  const ended = changed === rows.length ? rows : await latestOf(database, rows)
  for (const row of ended) countActivity(database, row, openPlace)
}

/** Returns the given rows whose job is their application's latest. */
async function latestOf(
  database: Database,
  rows: readonly ApplicationScoreRow[],
): Promise<readonly ApplicationScoreRow[]> {
  const now = await lockRows(
    database,
    rows.map(({ id }) => id),
  )
  return rows.filter(({ id, scoringJobId }) => now.get(id)?.scoringJobId === scoringJobId)
}

/**
 * Updates rows by id, and returns how many it changed. If `matching` is not empty, changes a row only if its value in
 * that column is still the given one.
 */
async function update(
  database: Database,
  rows: readonly ApplicationScoreRow[],
  matching: '' | 'scoringJobId',
): Promise<number> {
  if (rows.length === 0) return 0
  const { set, where, valueOf, binds } = valuesById(1, rows, changing)
  const condition = matching === '' ? '' : ` AND ${matching} = ${valueOf(matching)}`
  return database.execute(
    `UPDATE application_scores${database.by('PRIMARY')} SET ${set(changing)} WHERE ${where}${condition}`,
    binds,
  )
}

/** Deletes the row of an application that is being detached. */
export async function deleteApplicationScore(
  database: Database,
  { tenantId, id, now }: Pick<ApplicationScoreRow, 'tenantId' | 'id'> & { now: number },
): Promise<void> {
  const where = { id, tenantId }
  const row = await database.model(applicationScores).findOne({ where, lock: true })
  if (!row) return
  await database.model(applicationScores).destroy({ where })
  countActivity(database, { ...row, updatedAt: now, place: null }, row.place)
}
