/**
 * The verdict cache: stores verdicts by the hash of their complete input, so that the same input gives the same score
 * without a second model call.
 */
import { hash } from 'node:crypto'
import type { Criterion } from '../../../generated/types.gen.ts'
import type { CriterionVerdict, IntegrityFinding, ParsedResume } from '../../../workers/tasks.ts'
import type { Owner, PartnerOwner } from '../../kit/caller.ts'
import type { EngineIdentity } from '../../kit/engine-identity.ts'
import { invalid } from '../../kit/errors.ts'
import type { Passage } from '../../kit/passages.ts'
import type { Services } from '../../platform/services.ts'
import { findApplication } from '../../tables/applications.ts'
import { countKept } from '../../tables/kept-counts.ts'
import { forgetInputs } from '../../tables/scoring-jobs/scoring-jobs.ts'
import { deleteVerdicts, insertVerdicts, listVerdicts, type VerdictRow } from '../../tables/verdicts.ts'

/** The resume and the answers: the text that a person reads, and the redacted text that an engine sees. */
export type ScoringInput = { resume: Passage; answers: { question: string; passage: Passage }[] } & Pick<
  ParsedResume,
  'pageStarts'
>

/** A criterion with the hash under which its verdict is stored. */
export type HashedCriterion = Criterion & { hash: string }

/**
 * Returns a SHA-256 of everything that a verdict depends on except its criterion: engine, model, prompt version, the
 * text that the engine sees, and the answers.
 */
export function hashInput({ engine, model, promptVersion }: EngineIdentity, input: ScoringInput): string {
  const answers = input.answers.map(({ question, passage }) => [question, passage.redacted])
  return hash('sha256', JSON.stringify([engine, model, promptVersion, input.resume.redacted, answers]))
}

/**
 * Returns a SHA-256 of the input's hash and the texts that a person reads. Quotes come from these texts: two resumes
 * may look the same to an engine but differ in the names that are hidden from it.
 */
export function hashReading(inputHash: string, { resume, answers }: ScoringInput): string {
  return hash('sha256', JSON.stringify([inputHash, resume.text, answers.map(({ passage }) => passage.text)]))
}

/**
 * Returns a SHA-256 of the candidate's content, independent of the engine: the hash of the visible text, the questions
 * and the answers.
 */
export function hashContent(textSha256: string, { answers }: ScoringInput): string {
  return hash('sha256', JSON.stringify([textSha256, answers.map(({ question, passage }) => [question, passage.text])]))
}

/** Returns each criterion with its hash: a SHA-256 of the input's hash and the criterion's text. */
export function hashCriteria(inputHash: string, criteria: Criterion[]): HashedCriterion[] {
  return criteria.map((criterion) => ({
    ...criterion,
    hash: hash('sha256', JSON.stringify([inputHash, criterion.text])),
  }))
}

type Application = { tenantId: string; applicationId: string }

/** Stored verdicts by `HashedCriterion.hash`. */
export type Stored = Map<string, VerdictRow>

/** Returns the stored verdicts on an application for these criteria. */
export async function findVerdicts(
  { database }: Pick<Services, 'database'>,
  application: Application,
  criteria: HashedCriterion[],
): Promise<Stored> {
  return ofApplication(
    application,
    await listVerdicts(
      database,
      [application.applicationId],
      criteria.map(({ hash }) => hash),
    ),
  )
}

/** An application with an engine's new verdicts (`fresh`), and the findings that the engine reported with them. */
export type Judged = {
  scoringJob: Application & PartnerOwner & { id: string }
  criteria: HashedCriterion[]
  fresh: CriterionVerdict[]
  findings: IntegrityFinding[]
}

/**
 * Stores new verdicts and returns, by job id, the verdicts to use: a stored verdict takes precedence over a new one.
 * Call it inside a transaction.
 *
 * A verdict that has its own finding is used only for this score, and is not stored. The finding means that the engine
 * could not prove the verdict; it may succeed next time.
 */
export async function storeVerdicts(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  judged: readonly Judged[],
): Promise<Map<string, Stored>> {
  const createdAt = clock.now()
  const given = judged.map((one) => {
    const { true: own = [], false: kept = [] } = Object.groupBy(one.fresh, ({ finding }) => `${finding !== undefined}`)
    return { ...one, own: toRows(one, own, createdAt), rows: toRows(one, kept, createdAt) }
  })
  const all = given.flatMap(({ rows }) => rows)
  // Usually none of the verdicts was stored before. Then the new rows are the ones to use, and no read is needed.
  const areNew = (await insertVerdicts(database, all)) === all.length
  const open = given.filter(({ own, rows, criteria }) => !areNew || own.length + rows.length < criteria.length)
  const read = await listVerdicts(
    database,
    open.map(({ scoringJob }) => scoringJob.applicationId),
    open.flatMap(({ criteria }) => criteria.map(({ hash }) => hash)),
  )
  const countingOf = (one: (typeof given)[number]) => [...one.own, ...(open.includes(one) ? read : one.rows)]
  const stored = new Map(given.map((one) => [one.scoringJob.id, ofApplication(one.scoringJob, countingOf(one))]))
  countNew(database, given, stored)
  return stored
}

type Given = Judged & { rows: VerdictRow[] }

/** Adds the new rows to the quota of kept bytes. Two jobs may share a row; it is counted once. */
function countNew(database: Services['database'], given: readonly Given[], stored: Map<string, Stored>): void {
  const counted = new Set<string>()
  for (const { scoringJob, rows } of given)
    for (const row of rows) {
      const key = `${row.applicationId} ${row.hash}`
      const kept = stored.get(scoringJob.id)?.get(row.hash)
      if (counted.has(key) || kept?.createdAt !== row.createdAt) continue
      counted.add(key)
      countKept(database, scoringJob, 'verdicts', [kept])
    }
}

/**
 * Returns the rows for `some` of the new verdicts. Each row has the findings that were reported for all verdicts
 * together.
 */
function toRows(
  { scoringJob, criteria, fresh, findings }: Judged,
  some: CriterionVerdict[],
  createdAt: number,
): VerdictRow[] {
  const { tenantId, applicationId } = scoringJob
  const reported = findings.filter(({ reason }) => !fresh.some(({ finding }) => finding === reason))
  return some.flatMap(({ criterionId, verdict, reason, evidence }): VerdictRow[] => {
    const hash = criteria.find(({ id }) => id === criterionId)?.hash
    if (hash === undefined) return []
    const written = {
      evidence: JSON.stringify(evidence),
      findings: reported.length > 0 ? JSON.stringify(reported) : null,
    }
    return [{ tenantId, applicationId, hash, verdict, reason, ...written, createdAt }]
  })
}

function ofApplication({ tenantId, applicationId }: Application, rows: VerdictRow[]): Stored {
  const own = rows.filter((row) => row.tenantId === tenantId && row.applicationId === applicationId)
  return new Map(own.map((row) => [row.hash, row]))
}

/**
 * Deletes an application's stored verdicts for the operator and returns their number. Its scores stay, but their
 * verdicts are no longer reused. All changes are in one transaction. @throws VALIDATION_ERROR if the application does
 * not exist
 */
export async function dropVerdicts(
  { database }: Pick<Services, 'database'>,
  owner: Owner,
  job: string,
  application: string,
): Promise<number> {
  const found = await findApplication(database, owner, job, application)
  if (!found) throw invalid('application', 'unknown', 'there is no such application')
  const { tenantId, applicationId } = found
  return database.transaction(async () => {
    await forgetInputs(database, tenantId, applicationId)
    return deleteVerdicts(database, owner, tenantId, applicationId)
  })
}
