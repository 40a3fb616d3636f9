/**
 * Verdicts: their key and their store.
 *
 * A verdict is kept by the hash of all that went into it, so the same input gives the same score and asks no model
 * twice.
 */
import { hash } from 'node:crypto'
import type { Criterion } from '../../../generated/types.gen.ts'
import type { CriterionVerdict } from '../../../workers/tasks.ts'
import type { Owner } from '../../kit/caller.ts'
import type { EngineIdentity } from '../../kit/engine-identity.ts'
import { invalid } from '../../kit/errors.ts'
import type { Passage } from '../../kit/passages.ts'
import type { Services } from '../../platform/services.ts'
import { findApplicationId } from '../../tables/applications.ts'
import { deleteVerdicts, insertVerdicts, listVerdicts, type VerdictRow } from '../../tables/verdicts.ts'

/** What is scored: the resume and the answers, as a reader and as an engine sees them. */
export type ScoringInput = { resume: Passage; answers: { question: string; passage: Passage }[] }

export type HashedCriterion = Criterion & { hash: string }

/**
 * Each criterion with the key of its verdict: SHA-256 over engine, model, prompt version, the text the engine sees, the
 * answers, and the criterion's text.
 */
export function hashCriteria(
  identity: EngineIdentity,
  material: ScoringInput,
  criteria: Criterion[],
): HashedCriterion[] {
  const answers = material.answers.map(({ question, passage }) => [question, passage.redacted])
  const { engine, model, promptVersion } = identity
  const common = hash('sha256', JSON.stringify([engine, model, promptVersion, material.resume.redacted, answers]))
  return criteria.map((criterion) => ({ ...criterion, hash: hash('sha256', JSON.stringify([common, criterion.text])) }))
}

type Application = { tenantId: string; applicationId: string }

/** The stored verdicts of these criteria, by hash. */
export async function findVerdicts(
  services: Services,
  application: Application,
  criteria: HashedCriterion[],
): Promise<Map<string, VerdictRow>> {
  const rows = await listVerdicts(
    services.database,
    application.tenantId,
    application.applicationId,
    criteria.map(({ hash }) => hash),
  )
  return new Map(rows.map((row) => [row.hash, row]))
}

/** Stores what is new and answers what counts: of two at once the stored one. Inside a transaction. */
export async function storeVerdicts(
  services: Services,
  application: Application,
  criteria: HashedCriterion[],
  fresh: CriterionVerdict[],
): Promise<Map<string, VerdictRow>> {
  const createdAt = services.clock.now()
  const rows = fresh.flatMap(({ criterionId, verdict, reason, evidence }): VerdictRow[] => {
    const hash = criteria.find(({ id }) => id === criterionId)?.hash
    return hash ? [{ ...application, hash, verdict, reason, evidence: JSON.stringify(evidence), createdAt }] : []
  })
  const inserted = await insertVerdicts(services.database, rows)
  // Mostly none was there: then those are the stored ones, and need not be read.
  if (inserted === criteria.length) return new Map(rows.map((row) => [row.hash, row]))
  return findVerdicts(services, application, criteria)
}

/**
 * Drops an application's stored verdicts, as the operator wants it; how many there were. In one statement: if the process
 * dies, all of them or none. @throws VALIDATION_ERROR when there is no such application
 */
export async function dropVerdicts(
  { database }: Pick<Services, 'database'>,
  owner: Owner,
  job: string,
  application: string,
): Promise<number> {
  const found = await findApplicationId(database, owner, job, application)
  if (!found) throw invalid('application', 'unknown', 'there is no such application')
  return database.transaction(() => deleteVerdicts(database, found.tenantId, found.applicationId))
}
