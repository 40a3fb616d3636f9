/** Scoring jobs, as callers submit and read them. Their state changes are in `transitions.ts`. */
import type { Assessment, ScoringJobStatus as ScoringStatus } from '../../../generated/types.gen.ts'
import type { Environment } from '../../kit/caller.ts'
import { batchedRead } from '../../platform/concurrency/batches.ts'
import {
  columns,
  defineTable,
  nullable,
  type Database,
  type RowOf,
  bindList,
} from '../../platform/database/database.ts'
import { isId } from '../../kit/ids.ts'
import type { ErrorCode } from '../../kit/errors.ts'
import type { Lane } from '../../platform/broker/broker.ts'
import { selectByKey } from '../../platform/database/keys.ts'
import { countOwned } from '../kept-counts.ts'
import { fromJobKeys, keyOfJob, type JobKey, type JobRow } from '../jobs.ts'
import { pageBind, pageIds, type Page } from '../pages.ts'

export type { ScoringStatus }

/** In UTF-16 units, as the contract specifies. */
export const labelLengthMax = 200

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
  /** Null once the job is terminal, because the URL's query may contain a credential. */
  resumeUrl: nullable(columns.text()),
  /** JSON: ApplicationAnswer[]; null once the job is terminal. */
  answers: nullable(columns.text()),
  /** Only for people; engines do not see it. */
  label: nullable(columns.line(labelLengthMax)),
  /** The fence (see `transitions.ts`), which only increases. */
  attempt: columns.integer(),
  transientFailures: columns.integer(),
  lostWorkers: columns.integer(),
  /** The worker that is processing the job; null unless PROCESSING. */
  workerId: nullable(columns.id()),
  /** The job cannot be claimed before this time. */
  dueAt: columns.instant(),
  /** When the dispatcher should publish the job; null while it has a confirmed message, and after its claim. */
  publishAt: nullable(columns.instant()),
  queuedAt: columns.instant(),
  /** The start of the first attempt. Null before it, and again if the job is put back without counting a failure. */
  startedAt: nullable(columns.instant()),
  completedAt: nullable(columns.instant()),
  failedAt: nullable(columns.instant()),
  scoreTenths: nullable(columns.integer()),
  /** JSON: Assessment. The next three columns are JSON, too: IntegrityFlag[], IntegrityFinding[] and ScoringAudit. */
  assessment: nullable(columns.text()),
  flags: nullable(columns.text()),
  /** Also null in rows from a release that did not store it. */
  findings: nullable(columns.text()),
  audit: nullable(columns.text()),
  /** JSON: the Tokens of attempts that did not give a score; null if there are none. */
  tokensLost: nullable(columns.line(100)),
  /** The trace context of its request: see `kit/traceparent.ts`. */
  traceparent: nullable(columns.identifier(55)),
  /** The id of the API key that requested it; null in rows from a release that did not store it. */
  requestedBy: nullable(columns.id()),
  /**
   * SHA-256 of everything that the verdicts and quotes depend on, without the criteria. Null if the job is not
   * COMPLETED, if the operator has deleted the application's verdicts, or if a release that did not store it wrote the
   * row.
   */
  inputHash: nullable(columns.identifier(64)),
  /**
   * SHA-256 of the visible text and the answers, independent of the engine; null in older rows and unless COMPLETED.
   */
  contentHash: nullable(columns.identifier(64)),
  /** Increases with each change that a person makes to the score; null until an override first applies to it. */
  revision: nullable(columns.integer()),
  /** 1 for a score made from stored verdicts; null for a billed score. */
  unbilled: nullable(columns.flag()),
  errorCode: nullable(columns.enumeration<ErrorCode>(40)),
  /** JSON: FailureCause; null if there is only an `errorCode`. */
  failure: nullable(columns.line(300)),
}
export const scoringJobs = defineTable('scoring_jobs', shape, {
  indexes: {
    dispatch: ['status', 'lane', 'partnerId', 'publishAt'],
    worker: ['status', 'workerId', 'startedAt'],
    partner: ['partnerId', 'status', 'queuedAt'],
    job: ['jobId', 'status', 'id'],
    application: ['applicationId'],
    version: ['criteriaVersionId'],
  },
})
export type ScoringJobRow = RowOf<typeof shape>
/** A row with the external ids of its job and application. */
export type NamedScoringJobRow = ScoringJobRow & { job: string; application: string }
/** The columns of a job that callers see, and the columns that determine how it is shown. */
const shown = [
  ...([
    'id',
    'criteriaVersionId',
    'status',
    'isRescore',
    'unbilled',
    'errorCode',
    'environment',
    'attempt',
    'revision',
    'label',
  ] as const),
  ...(['queuedAt', 'startedAt', 'completedAt', 'failedAt'] as const),
  ...(['scoreTenths', 'assessment', 'flags', 'findings', 'audit', 'tokensLost', 'failure'] as const),
]
export type ShownScoringJobRow = Pick<NamedScoringJobRow, (typeof shown)[number] | 'job' | 'application'>

const assessments = new WeakMap<object, Assessment>()

/** Returns a COMPLETED job's assessment. Each row is parsed only once, because several callers need it. */
export function assessmentOf(row: Pick<ScoringJobRow, 'assessment'>): Assessment {
  const known = assessments.get(row) ?? (JSON.parse(row.assessment as string) as Assessment)
  assessments.set(row, known)
  return known
}

/** Returns whether a job is in a state that never changes. */
export function isTerminal({ status }: Pick<ScoringJobRow, 'status'>): boolean {
  return status === 'COMPLETED' || status === 'FAILED'
}

export async function insertScoringJobs(database: Database, rows: ScoringJobRow[]): Promise<void> {
  // The rows are counted before the insert, because a caller may read the counts without waiting for the insert.
  countOwned(database, 'scoring_jobs', rows)
  await database.insert(scoringJobs, rows)
}

/** Columns of a `ShownScoringJobRow`, from `scoring_jobs s`, `jobs j` and `applications a`. */
export const shownColumns = [
  ...shown.map((name) => `s.${name}`),
  'j.externalId AS job',
  'a.externalId AS application',
].join(', ')

/** Identifies a scoring job by its owner's ids and our `id`; if `id` is null, the application's latest job. */
export type ScoringJobKey = JobKey & { application: string; id: string | null }

/**
 * Returns many callers' scoring jobs, in the same order as the keys, with one statement. Returns null for an id that
 * does not exist or is not one of ours.
 */
export async function listScoringJobsByKey(
  database: Database,
  keys: ScoringJobKey[],
): Promise<(ShownScoringJobRow | null)[]> {
  const known = keys.filter(({ id }) => id === null || isId(id))
  if (known.length === 0) return keys.map(() => null)
  const rows = await selectByKey<ShownScoringJobRow>(
    database,
    known.map((key) => [...keyOfJob(key), key.application, key.id]),
    `SELECT k.n, ${shownColumns} ${fromJobKeys(database, ['application', 'id'])}
       ${database.thenJoin} applications a${database.by('applications_job')}
         ON a.jobId = j.id AND a.tenantId = t.id AND a.externalId = k.application
       ${database.thenJoin} scoring_jobs s${database.by('PRIMARY')} ON s.id = COALESCE(k.id, a.latestScoringJobId)
        AND s.applicationId = a.id AND s.tenantId = t.id`,
  )
  const found = new Map(known.map((key, place) => [key, rows[place]]))
  return keys.map((key) => found.get(key) ?? null)
}

/** Finds one job. */
export const readScoringJob = batchedRead('scoring_job', listScoringJobsByKey)

/** Returns a job's scoring jobs, newest first. */
export async function listScoringJobsOfJob(
  database: Database,
  { id, tenantId }: Pick<JobRow, 'id' | 'tenantId'>,
  page: Page<ScoringStatus>,
): Promise<ShownScoringJobRow[]> {
  const table = `scoring_jobs${database.by('scoring_jobs_job')}`
  const ids = pageIds(table, 'jobId = $1 AND tenantId = $2', page, 3)
  return database.select<ShownScoringJobRow>(
    `SELECT ${shownColumns} FROM (${ids}) AS page
       JOIN scoring_jobs s${database.by('PRIMARY')} ON s.id = page.id
       JOIN jobs j${database.by('PRIMARY')} ON j.id = s.jobId
       JOIN applications a${database.by('PRIMARY')} ON a.id = s.applicationId
      ORDER BY s.id DESC`,
    [id, tenantId, pageBind(page)],
  )
}

/**
 * Returns SQL for the time when the oldest pending job of a partner `p` was accepted. It takes one index lookup,
 * regardless of the number of jobs.
 */
export function oldestPendingAt(database: Database): string {
  return `(SELECT o.queuedAt FROM scoring_jobs o${database.by('scoring_jobs_partner')}
    WHERE o.partnerId = p.id AND o.status = 'PENDING' ORDER BY o.queuedAt LIMIT 1)`
}

/** Returns the SQL after FROM for the pending jobs `s`, with their partners `p`, that were accepted before $1. */
export function pendingSince(database: Database): string {
  return `(SELECT p.id FROM partners p WHERE ${oldestPendingAt(database)} < $1) AS p
     ${database.thenJoin} scoring_jobs s${database.by('scoring_jobs_partner')}
       ON s.partnerId = p.id AND s.status = 'PENDING' AND s.queuedAt < $1`
}

/**
 * Locks rows until the transaction ends, in a fixed order, so that two batches cannot deadlock. Does not check the
 * owner: the ids must come from rows that belong to the caller.
 */
export async function lockScoringJobs(database: Database, ids: string[]): Promise<ScoringJobRow[]> {
  if (ids.length === 0) return []
  return database.select<ScoringJobRow>(
    `SELECT * FROM scoring_jobs${database.by('PRIMARY')} WHERE id IN (${bindList(1, ids)}) ORDER BY id${database.forUpdate}`,
    ids,
  )
}

/**
 * Returns the ids of up to `limit` of an application's scoring jobs, in the order in which `lockScoringJobs` locks
 * them.
 */
export async function listScoringJobIds(
  database: Database,
  tenantId: string,
  applicationId: string,
  limit: number,
): Promise<string[]> {
  const rows = await database.select<{ id: string }>(
    `SELECT id FROM scoring_jobs WHERE tenantId = $1 AND applicationId = $2 ORDER BY id LIMIT ${limit}`,
    [tenantId, applicationId],
  )
  return rows.map(({ id }) => id)
}

/** Clears the input hashes of an application's scores, so that their verdicts are not reused. */
export async function forgetInputs(database: Database, tenantId: string, applicationId: string): Promise<void> {
  await database.execute(
    `UPDATE scoring_jobs${database.by('scoring_jobs_application')} SET inputHash = NULL
      WHERE tenantId = $1 AND applicationId = $2 AND inputHash IS NOT NULL`,
    [tenantId, applicationId],
  )
}
