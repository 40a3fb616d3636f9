/**
 * Overrides: verdicts that people set on the criteria of an application's score, at most one for each criterion text.
 */
import { hash } from 'node:crypto'
import { facts } from '../../generated/facts.gen.ts'
import type { PartnerOwner } from '../kit/caller.ts'
import { bindList, columns, defineTable, nullable, type Database, type RowOf } from '../platform/database/database.ts'
import type { Verdict } from '../../workers/tasks.ts'
import { applications } from './applications.ts'
import { countKept } from './kept-counts.ts'

const shape = {
  applicationId: columns.id(),
  /** SHA-256 of `text`. */
  textHash: columns.identifier(64),
  tenantId: columns.id(),
  /** The criterion's id in the current score. */
  criterionId: columns.id(),
  text: columns.line(facts.CriterionText.maxLength),
  /** The scoring job with the score that the person saw. */
  scoringJobId: columns.id(),
  /** The hashes of that scoring job. */
  inputHash: nullable(columns.identifier(64)),
  contentHash: nullable(columns.identifier(64)),
  verdict: columns.enumeration<Verdict>(16),
  engineVerdict: columns.enumeration<Verdict>(16),
  reason: columns.text(),
  reviewer: columns.line(facts.Reviewer.maxLength),
  overriddenAt: columns.instant(),
}
export const overrides = defineTable(
  'overrides',
  shape,
  { primaryKey: ['applicationId', 'textHash'], indexes: { tenant: ['tenantId'] } },
  { applicationId: applications },
)
export type OverrideRow = RowOf<typeof shape>
export type NewOverrideRow = Omit<OverrideRow, 'textHash'>

/** Returns the overrides of a tenant's applications with these ids. */
export async function listOverrides(
  database: Database,
  tenantId: string,
  applicationIds: readonly string[],
): Promise<OverrideRow[]> {
  if (applicationIds.length === 0) return []
  return database.select<OverrideRow>(
    `SELECT * FROM overrides${database.by('PRIMARY')}
      WHERE applicationId IN (${bindList(2, applicationIds)}) AND tenantId = $1 ORDER BY applicationId, overriddenAt`,
    [tenantId, ...applicationIds],
  )
}

/** Returns the overrides of the applications, of any owner, whose latest scoring job is one of these. */
export async function listOverridesOfLatest(
  database: Database,
  scoringJobs: readonly { id: string; applicationId: string }[],
): Promise<OverrideRow[]> {
  if (scoringJobs.length === 0) return []
  const ids = scoringJobs.map(({ id }) => id)
  const applicationIds = scoringJobs.map(({ applicationId }) => applicationId)
  return database.select<OverrideRow>(
    `SELECT o.* FROM overrides o${database.by('PRIMARY')}
       ${database.thenJoin} applications a${database.by('PRIMARY')} ON a.id = o.applicationId
      WHERE o.applicationId IN (${bindList(1, applicationIds)})
        AND a.latestScoringJobId IN (${bindList(1 + applicationIds.length, ids)})`,
    [...applicationIds, ...ids],
  )
}

/** Stores an override. Replaces an earlier one for the same application and text. */
export async function replaceOverride(database: Database, owner: PartnerOwner, row: NewOverrideRow): Promise<void> {
  await deleteOverride(database, owner, row)
  const stored = { ...row, textHash: hash('sha256', row.text) }
  await database.insert(overrides, [stored])
  countKept(database, owner, 'overrides', [stored])
}

/** Deletes the override for an application and a criterion text, if there is one. */
export async function deleteOverride(
  database: Database,
  owner: PartnerOwner,
  { tenantId, applicationId, text }: Pick<OverrideRow, 'tenantId' | 'applicationId' | 'text'>,
): Promise<void> {
  const where = { tenantId, applicationId, textHash: hash('sha256', text) }
  const row = await database.model(overrides).findOne({ where, lock: true })
  if (!row) return
  await database.model(overrides).destroy({ where })
  countKept(database, owner, 'overrides', [row], -1)
}

/** Updates an override for a new score: the id of its criterion, and the engine's verdict on that criterion. */
export async function moveOverride(
  database: Database,
  { tenantId, applicationId, textHash, criterionId, engineVerdict }: OverrideRow,
): Promise<void> {
  await database
    .model(overrides)
    .update({ criterionId, engineVerdict }, { where: { tenantId, applicationId, textHash } })
}
