/**
 * Scoring jobs: our unit of work, as callers submit and read it. How one changes state: `scoring-job-transitions.ts`.
 */
import type { Environment, Owner } from '../kit/caller.ts'
import { columns, defineTable, nullable, type Database, type RowOf, bindList } from '../platform/database/database.ts'
import { isId } from '../kit/ids.ts'
import type { ErrorCode } from '../kit/errors.ts'
import type { Lane } from '../platform/broker/broker.ts'
import { ownedBy, ownerBinds } from './tenants.ts'

export type ScoringStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  jobId: columns.id(),
  applicationId: columns.id(),
  criteriaVersionId: columns.id(),
  lane: columns.enumeration<Lane>(16),
  status: columns.enumeration<ScoringStatus>(16),
  isRescore: columns.flag(),
  /** Null once the job is terminal, because its query may be a credential. */
  resumeUrl: nullable(columns.text()),
  /** JSON: ApplicationAnswer[]; null once the job is terminal. */
  answers: nullable(columns.text()),
  /** The fence: it only grows. */
  attempt: columns.integer(),
  transientFailures: columns.integer(),
  lostWorkers: columns.integer(),
  /** The worker that has it, while PROCESSING. */
  workerId: nullable(columns.id()),
  /** The earliest instant of a claim. */
  dueAt: columns.instant(),
  /** When the dispatcher is to publish it; null while it has a confirmed message, and once terminal. */
  publishAt: nullable(columns.instant()),
  queuedAt: columns.instant(),
  /** Start of the first attempt that counts. */
  startedAt: nullable(columns.instant()),
  completedAt: nullable(columns.instant()),
  failedAt: nullable(columns.instant()),
  scoreTenths: nullable(columns.integer()),
  /** JSON: Assessment, IntegrityFlag[], ScoringAudit. */
  assessment: nullable(columns.text()),
  flags: nullable(columns.text()),
  audit: nullable(columns.text()),
  errorCode: nullable(columns.enumeration<ErrorCode>(40)),
}
export const scoringJobs = defineTable('scoring_jobs', shape)
export type ScoringJobRow = RowOf<typeof shape>
/** A row with the external ids of its job and application. */
export type NamedScoringJobRow = ScoringJobRow & { job: string; application: string }
/** What callers may read: not what they sent, which is large. */
export type ShownScoringJobRow = Omit<NamedScoringJobRow, 'resumeUrl' | 'answers'>

/** A terminal state never changes. */
export function isTerminal({ status }: Pick<ScoringJobRow, 'status'>): boolean {
  return status === 'COMPLETED' || status === 'FAILED'
}

export async function insertScoringJobs(database: Database, rows: ScoringJobRow[]): Promise<void> {
  await database.insert(scoringJobs, rows)
}

/** Columns of a `ShownScoringJobRow`, from `scoring_jobs s`, `jobs j` and `applications a`. */
export const shownColumns = [
  ...Object.keys(shape).flatMap((name) => (name === 'resumeUrl' || name === 'answers' ? [] : [`s.${name}`])),
  'j.externalId AS job',
  'a.externalId AS application',
].join(', ')

export async function findScoringJob(
  database: Database,
  owner: Owner,
  job: string,
  application: string,
  id: string,
): Promise<ShownScoringJobRow | null> {
  if (!isId(id)) return null
  const [row] = await database.select<ShownScoringJobRow>(
    `SELECT ${shownColumns} FROM scoring_jobs s ${ownedBy('s')}
       JOIN jobs j ON j.id = s.jobId JOIN applications a ON a.id = s.applicationId
      WHERE s.id = $4 AND j.externalId = $5 AND a.externalId = $6`,
    [...ownerBinds(owner), id, job, application],
  )
  return row ?? null
}

/** The job that the application's anchor row points at. */
export async function findLatestScoringJob(
  database: Database,
  owner: Owner,
  job: string,
  application: string,
): Promise<ShownScoringJobRow | null> {
  const [row] = await database.select<ShownScoringJobRow>(
    `SELECT ${shownColumns} FROM jobs j ${ownedBy('j')}
       JOIN applications a ON a.jobId = j.id AND a.tenantId = j.tenantId AND a.externalId = $5
       JOIN scoring_jobs s ON s.id = a.latestScoringJobId
      WHERE j.externalId = $4`,
    [...ownerBinds(owner), job, application],
  )
  return row ?? null
}

/** Locks the rows until the transaction ends. All callers lock in one order, so that two batches cannot deadlock. */
export async function lockScoringJobs(database: Database, tenantId: string, ids: string[]): Promise<ScoringJobRow[]> {
  if (ids.length === 0) return []
  return database.select<ScoringJobRow>(
    `SELECT * FROM scoring_jobs${database.by('PRIMARY')}
      WHERE tenantId = $1 AND id IN (${bindList(2, ids)}) ORDER BY id${database.forUpdate}`,
    [tenantId, ...ids],
  )
}

/** Ids of up to `most` scoring jobs of an application, in the order in which `lockScoringJobs` locks. */
export async function listScoringJobIds(
  database: Database,
  tenantId: string,
  applicationId: string,
  most: number,
): Promise<string[]> {
  const rows = await database.select<{ id: string }>(
    `SELECT id FROM scoring_jobs WHERE tenantId = $1 AND applicationId = $2 ORDER BY id LIMIT ${most}`,
    [tenantId, applicationId],
  )
  return rows.map(({ id }) => id)
}
