/**
 * Rescores: new scores for a job's current criteria, from stored verdicts.
 *
 * One transaction creates all scoring jobs of a request, which are complete from the start, with their events and the
 * stored answer. If the process dies before the commit, nothing has changed; after the commit, everything is stored.
 * The job's row has a shared lock, so edits of criteria and deletions of applications happen either before or after
 * this transaction. The applications' rows are locked, so no submission can intervene. An application with a job in
 * progress is skipped: that job's score must remain the newest.
 */
import { facts } from '../../../../generated/facts.gen.ts'
import { invalid, ServiceError, type ErrorDetail } from '../../../kit/errors.ts'
import { callerOf, ownerOf, type Call, type Reply } from '../../../platform/contract/call.ts'
import type { Handler, Services } from '../../../platform/services.ts'
import {
  listApplicationNames,
  lockNamedApplications,
  updateLatestScoringJobs,
  type ApplicationRow,
} from '../../../tables/applications.ts'
import { replaceApplicationScores } from '../../../tables/application-scores/application-scores.ts'
import { shareLatestJobs } from '../../../tables/application-scores/backfill.ts'
import { listCompletedScoresOf, listInProgress, listScoresByVersion } from '../../../tables/completed-scores.ts'
import { getCriteriaVersionById } from '../../../tables/criteria-versions.ts'
import { listOverrides } from '../../../tables/overrides.ts'
import { shareJobs, type JobRow } from '../../../tables/jobs.ts'
import { insertScoringJobs } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { criteriaOf } from '../../criteria/criteria.ts'
import { listedOf } from '../ranking/upkeep.ts'
import { recordCompletion } from '../completion.ts'
import { settle } from '../overrides/carrying.ts'
import { rescoreOne, type Rescored } from './rescored-job.ts'
import {
  addScores,
  createIsOfToday,
  pagesOf,
  type StoredScore,
  type StoredVerdict,
  type Wanted,
} from './stored-verdicts.ts'

type RescoreCall = Call<'rescoreApplications'>
type RescoreReply = Reply<'rescoreApplications'>

const { maxItems: pageMax } = facts.ApplicationIds
/** Jobs per read. Usually one read is enough, because most applications were scored only once. */
const readMax = 2 * pageMax

export const rescoreApplications: Handler<'rescoreApplications'> = async (call, services) => {
  if (call.body.applicationIds && call.query.cursor !== undefined)
    throw invalid('cursor', 'mismatch', 'cannot be combined with `applicationIds`')
  return services.write(
    call,
    async () => {
      const reply = await rescore(services, call)
      await services.failpoint('finishing')
      return reply
    },
    // The stored answer is about several applications, so it has the tenant's id instead of an application's id.
    (tenantId) => ({ tenantId, applicationId: tenantId }),
  )
}

/** Rescores the applications of a request. @throws JOB_NOT_FOUND, CRITERIA_NOT_FOUND, APPLICATION_NOT_FOUND */
async function rescore(services: Services, call: RescoreCall): Promise<RescoreReply> {
  const { database } = services
  const owner = ownerOf(call)
  const [job] = await shareJobs(database, [{ owner, job: call.path.jobId }])
  if (!job) throw new ServiceError('JOB_NOT_FOUND')
  const { tenantId, currentVersionId: criteriaVersionId } = job
  const version = criteriaVersionId && (await getCriteriaVersionById(database, tenantId, criteriaVersionId))
  if (!version) throw new ServiceError('CRITERIA_NOT_FOUND')
  const { anchors, nextCursor } = await lockChosen(services, job, call)
  const ids = anchors.map(({ id }) => id)
  const open = await listInProgress(database, tenantId, ids)
  const criteria = criteriaOf(version)
  const known = await readScores(
    services,
    { tenantId, applicationIds: ids },
    {
      texts: new Set(criteria.map(({ text }) => text)),
      keep: ({ verdict, reason, evidence }) => ({ verdict, reason, evidence }),
      isOfToday: createIsOfToday(services.engine, owner.environment),
    },
  )
  const idle = anchors.filter(({ id }) => !open.has(id))
  const now = services.clock.now()
  const { traceparent } = call
  const request = { owner, job, criteriaVersionId: version.id, traceparent, requestedBy: callerOf(call).keyId, now }
  const idleIds = idle.map(({ id }) => id)
  const scores = await listScoresByVersion(database, { tenantId, applicationIds: idleIds }, version.id)
  const byVersion = Map.groupBy(scores, ({ applicationId }) => applicationId)
  const overrides = Map.groupBy(await listOverrides(database, tenantId, idleIds), ({ applicationId }) => applicationId)
  const rescored = idle.flatMap((anchor) => {
    const [scoresOf, overridesOf] = [byVersion.get(anchor.id) ?? [], overrides.get(anchor.id) ?? []]
    return rescoreOne(request, anchor, criteria, known.get(anchor.id), scoresOf, overridesOf) ?? []
  })
  await write(services, idle, rescored)
  const scored = new Set(rescored.map(({ application }) => application))
  const namesOf = (rows: ApplicationRow[]) => rows.map(({ externalId }) => externalId)
  const body = {
    criteriaVersionId: version.id,
    scores: rescored.map(({ application: applicationId, scoringJobId, tenths }) => {
      return { applicationId, scoringJobId, score: tenths / 10 }
    }),
    needsResume: namesOf(idle).filter((name) => !scored.has(name)),
    inProgress: namesOf(anchors.filter(({ id }) => open.has(id))),
    nextCursor,
  }
  return { status: 200, body }
}

type Known = Map<string, StoredScore<StoredVerdict>>

/**
 * Returns the stored verdicts on these applications, by our ids. Reads older jobs until every application has a verdict
 * on each criterion.
 */
async function readScores(
  { database }: Pick<Services, 'database'>,
  whose: { tenantId: string; applicationIds: string[] },
  wanted: Wanted<StoredVerdict>,
): Promise<Known> {
  const known: Known = new Map()
  const isWhole = (id: string) => known.get(id)?.verdicts.size === wanted.texts.size
  const pages = pagesOf((before, limit) => listCompletedScoresOf(database, whose, before, limit), readMax)
  for await (const rows of pages) {
    addScores(known, rows, wanted)
    if (whose.applicationIds.every(isWhole)) break
  }
  return known
}

type Chosen = { anchors: ApplicationRow[]; nextCursor: string | null }

/** Locks the applications that the request lists, or the applications on its page. @throws APPLICATION_NOT_FOUND */
async function lockChosen({ database }: Pick<Services, 'database'>, job: JobRow, call: RescoreCall): Promise<Chosen> {
  const { applicationIds } = call.body
  if (applicationIds) {
    const rows = new Map(
      (await lockNamedApplications(database, job, applicationIds)).map((row) => [row.externalId, row]),
    )
    const details = applicationIds.flatMap((name, index): ErrorDetail[] =>
      rows.has(name)
        ? []
        : [{ field: `applicationIds[${index}]`, code: 'unknown', message: 'is not an application of this job' }],
    )
    if (details.length > 0) throw new ServiceError('APPLICATION_NOT_FOUND', { details })
    return { anchors: applicationIds.map((name) => rows.get(name) as ApplicationRow), nextCursor: null }
  }
  const names = await listApplicationNames(database, job, call.query.cursor ?? '', pageMax + 1)
  const page = names.slice(0, pageMax)
  const anchors = await lockNamedApplications(database, job, page)
  return { anchors, nextCursor: names.length > pageMax ? (page.at(-1) ?? null) : null }
}

/** Inserts the new scores, and makes each application's resulting job its latest. */
async function write(services: Services, anchors: ApplicationRow[], rescored: Rescored[]): Promise<void> {
  const { database } = services
  const made = rescored.flatMap((one) => one.made ?? [])
  const before = new Map(anchors.map(({ id, latestScoringJobId }) => [id, latestScoringJobId]))
  await insertScoringJobs(
    database,
    made.map(({ job: _job, application: _application, ...row }) => row),
  )
  const moved = rescored.filter(({ applicationId, scoringJobId }) => before.get(applicationId) !== scoringJobId)
  await updateLatestScoringJobs(database, moved)
  await list(services, moved)
  for (const { made: row, carried } of rescored) if (row && carried) await settle(services, row, carried)
  if (made.length > 0) await recordCompletion(services, made)
}

/** Updates the list of applications (`application_scores`) for applications that now have another latest score. */
async function list({ database, clock }: Services, moved: readonly Rescored[]): Promise<void> {
  const existing = moved.flatMap(({ made, applicationId }) => (made ? [] : [applicationId]))
  const jobs = [...moved.flatMap(({ made }) => made ?? []), ...(await shareLatestJobs(database, existing))]
  const now = clock.now()
  await replaceApplicationScores(
    database,
    jobs.map((job) => listedOf(job, now)),
  )
}
