/** Checks a resume's URL before anything is fetched. Does not check whether the host can be reached. */
import type { Environment } from '../../kit/caller.ts'
import type { ErrorDetail } from '../../kit/errors.ts'
import { checkUrl } from '../../platform/outbound/outbound.ts'
import type { Services } from '../../platform/services.ts'
import type { JobRow } from '../../tables/jobs.ts'
import { insertResumeUses, shareResumes } from '../../tables/resumes.ts'
import type { ScoringJobRow } from '../../tables/scoring-jobs/scoring-jobs.ts'
import { resumeIdOf } from '../resumes/stored-resumes.ts'
import { findFixture, unknownFixture } from './sandbox-fixtures.ts'

/** Returns the fault in a URL, or null if a scoring job can start with it. The detail never quotes the URL. */
export function resumeUrlFault(
  { outboundAllow }: Pick<Services, 'outboundAllow'>,
  environment: Environment,
  field: string,
  text: string,
): ErrorDetail | null {
  // The transaction that creates the job checks whether an upload exists.
  if (resumeIdOf(text) !== null) return null
  const checked = checkUrl(text, outboundAllow)
  if (!checked.ok && checked.reason === 'invalid') return { field, code: 'invalid_url', message: checked.message }
  const message = unknownFixture(new URL(text), environment)
  return message === null ? null : { field, code: 'unknown', message }
}

/** Uploaded resumes that can be submitted: a map from a resume's id to our id of its tenant. */
export type Uploads = ReadonlyMap<string, string>

/**
 * Finds the uploads among the submitted URLs that belong to the jobs' tenants. The uploads cannot be deleted until the
 * transaction ends.
 */
export function shareUploads(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  requests: { submissions: { resumeUrl: string }[] }[],
  jobs: (Pick<JobRow, 'tenantId'> | null)[],
): Promise<Uploads> {
  const ids = requests.flatMap(({ submissions }) => submissions.flatMap(({ resumeUrl }) => resumeIdOf(resumeUrl) ?? []))
  const tenantIds = new Set(jobs.flatMap((job) => job?.tenantId ?? []))
  return shareResumes(database, ids, [...tenantIds], clock.now())
}

/** Returns the error code for a URL that cannot be scored; null if it can be. */
export function refusalOf(
  { outboundAllow }: Pick<Services, 'outboundAllow'>,
  { resumeUrl, tenantId, environment }: Pick<ScoringJobRow, 'resumeUrl' | 'tenantId' | 'environment'>,
  uploads: Uploads,
): 'RESUME_URL_BLOCKED' | 'RESUME_NOT_FOUND' | null {
  const url = resumeUrl as string
  const resumeId = resumeIdOf(url)
  if (resumeId !== null) return uploads.get(resumeId) === tenantId ? null : 'RESUME_NOT_FOUND'
  const verdict = checkUrl(url, outboundAllow)
  const isBlocked = !verdict.ok && verdict.reason === 'blocked' && !findFixture(new URL(url), environment)
  return isBlocked ? 'RESUME_URL_BLOCKED' : null
}

/** Records which uploads new jobs refer to. */
export async function recordUploads({ database }: Pick<Services, 'database'>, rows: ScoringJobRow[]): Promise<void> {
  const uses = rows.flatMap(({ resumeUrl, id: scoringJobId, tenantId, partnerId, environment, applicationId }) => {
    const resumeId = resumeUrl && resumeIdOf(resumeUrl)
    return resumeId ? [{ resumeId, scoringJobId, tenantId, applicationId, partnerId, environment }] : []
  })
  await insertResumeUses(database, uses)
}
