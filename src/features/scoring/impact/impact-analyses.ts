/**
 * Impact analyses show whether the scores of a job, or one of its criteria, put a group of applicants at a
 * disadvantage.
 *
 * The groups are in memory only while the request is handled. They must never be in a row, a log, a trace or a stored
 * response, so the operation writes nothing and accepts no idempotency key.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Assessment, ImpactAnalysis, ImpactAnalysisRequest } from '../../../../generated/types.gen.ts'
import { invalid, ServiceError } from '../../../kit/errors.ts'
import { ownerOf, type Call } from '../../../platform/contract/call.ts'
import type { Handler, Services } from '../../../platform/services.ts'
import { listNamedApplications } from '../../../tables/applications.ts'
import { listCompletedScoresOf } from '../../../tables/completed-scores.ts'
import { findJobId, type JobRow } from '../../../tables/jobs.ts'
import { pagesOf } from '../what-if/stored-verdicts.ts'
import { analyse, type Applicant } from './analysis.ts'
import { frame } from '../report/page.ts'
import { impactPage } from './page.ts'

const readMax = 100

export const createImpactAnalysis: Handler<'createImpactAnalysis'> = async (call, services) => {
  return { status: 200, body: await analysisOf(services, call) }
}

export const createImpactReport: Handler<'createImpactReport'> = async (call, services) => {
  const body = impactPage(await analysisOf(services, call), call.path.jobId)
  return { status: 200, body, headers: { 'Content-Security-Policy': frame.policy } }
}

type AnyCall = Pick<Call<'createImpactAnalysis'>, 'body' | 'path' | 'caller' | 'tenant' | 'signal'>

/** Returns the requested analysis. @throws JOB_NOT_FOUND */
async function analysisOf(services: Services, call: AnyCall): Promise<ImpactAnalysis> {
  const { body } = call
  const { groups: groupsMax, groupApplicantsMin: applicantsMin } = services.contract.sizes.impact
  checkGroups(body, groupsMax)
  const job = await findJobId(services.database, ownerOf(call), call.path.jobId)
  if (!job) throw new ServiceError('JOB_NOT_FOUND')
  const applicants = await readApplicants(services, job, body, call.signal())
  const thresholdTenths = Math.round(body.threshold * 10)
  return {
    threshold: body.threshold,
    withoutScore: body.groups.length - applicants.length,
    ...(await analyse(applicants, { thresholdTenths, applicantsMin })),
  }
}

function checkGroups({ groups }: ImpactAnalysisRequest, groupsMax: number): void {
  const seen = new Set<string>()
  for (const [index, { applicationId }] of groups.entries()) {
    if (seen.has(applicationId))
      throw invalid(`groups[${index}].applicationId`, 'repeated', 'appears more than once in this request')
    seen.add(applicationId)
  }
  const names = new Set(groups.map(({ group }) => group))
  if (names.size > groupsMax) throw invalid('groups', 'maxItems', `must have at most ${groupsMax} different groups`)
}

/**
 * Returns the applicants that have a completed score. Uses the applicant's current score or, if that is not completed,
 * the newest completed one.
 */
async function readApplicants(
  { database }: Pick<Services, 'database'>,
  job: Pick<JobRow, 'id' | 'tenantId'>,
  { groups }: ImpactAnalysisRequest,
  signal: AbortSignal,
): Promise<Applicant[]> {
  const applicants: Applicant[] = []
  for (let first = 0; first < groups.length && !signal.aborted; first += readMax) {
    const groupOf = new Map(groups.slice(first, first + readMax).map((each) => [each.applicationId, each.group]))
    const ids = (await listNamedApplications(database, job, [...groupOf.keys()])).map(({ id }) => id)
    const found = new Map<string, Applicant & { isCurrent: boolean }>()
    const whose = { tenantId: job.tenantId, applicationIds: ids }
    const pages = pagesOf((before, most) => listCompletedScoresOf(database, whose, before, most), readMax)
    for await (const rows of pages) {
      for (const { application, isCurrent, scoreTenths, assessment } of rows) {
        const group = groupOf.get(application)
        if (group === undefined || assessment === null || scoreTenths === null) continue
        if (found.has(application) && isCurrent === 0) continue
        const { criteria = [] } = JSON.parse(assessment) as Assessment
        const judged = criteria.map(({ criterionId, text, importance, verdict }) => {
          return { criterionId, text, importance, verdict }
        })
        found.set(application, { group, tenths: scoreTenths, criteria: judged, isCurrent: isCurrent === 1 })
      }
      if (found.size === ids.length && found.values().every((each) => each.isCurrent)) break
    }
    applicants.push(...found.values())
    await yieldToOthers()
  }
  return applicants
}
