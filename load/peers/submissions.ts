/**
 * The peer's submissions: inserts the rows of the application and the job in one transaction, publishes a message, and
 * responds with 202.
 */
import type { FastifyInstance } from 'fastify'
import { v7 } from 'uuid'
import type { HandDatabase } from './database.ts'
import { namesOf, submissionBody, submissionReply, tenantHeader } from './schemas.ts'

type Route = {
  Headers: { 'x-tenant-id': string }
  Params: { jobId: string; applicationId: string }
  Body: { resumeUrl: string; candidateData?: { applicationAnswers?: object[] } }
}

type Version = { criteriaVersionId: string }
type Made = Version & { id: string; queuedAt: number }

const anchor = `INSERT INTO applications VALUES (?, ?, ?, ?)
  ON DUPLICATE KEY UPDATE latestScoringJobId = latestScoringJobId`
/** The insert reads the current criteria version in the same statement, and returns it. */
const insert = `INSERT INTO scoring_jobs (id, criteriaVersionId, status, resumeUrl, answers, queuedAt)
  SELECT ?, versionId, 'PENDING', ?, ?, ? FROM jobs WHERE tenant = ? AND externalId = ?
  RETURNING criteriaVersionId`
const find = `SELECT s.id, s.criteriaVersionId, s.queuedAt FROM applications a JOIN scoring_jobs s ON s.id = a.latestScoringJobId
  WHERE a.tenant = ? AND a.jobId = ? AND a.externalId = ?`

class JobNotFound extends Error {
  readonly statusCode = 404
}

/** Mounts the submission; `publish` does not wait for the broker. */
export function addSubmissions(app: FastifyInstance, database: HandDatabase, publish: (id: string) => void): void {
  const schema = {
    headers: tenantHeader,
    params: namesOf('jobId', 'applicationId'),
    body: submissionBody,
    response: { 202: submissionReply },
  }
  app.post<Route>('/v1/jobs/:jobId/applications/:applicationId/scoring-jobs', { schema }, async (request, reply) => {
    const tenant = request.headers['x-tenant-id']
    const { jobId, applicationId } = request.params
    const { resumeUrl, candidateData } = request.body
    const answers = JSON.stringify(candidateData?.applicationAnswers ?? [])
    const now = Date.now()
    const id = v7()
    const made = await database.transaction(async ({ execute, select }) => {
      if ((await execute(anchor, [tenant, jobId, applicationId, id])) === 0) return null
      const [version] = await select<Version>(insert, [id, resumeUrl, answers, now, tenant, jobId])
      if (!version) throw new JobNotFound()
      return { id, queuedAt: now, ...version }
    })
    if (made) publish(id)
    const row = made ?? ((await database.select<Made>(find, [tenant, jobId, applicationId]))[0] as Made)
    reply.code(202).headers({
      location: `/v1/jobs/${jobId}/applications/${applicationId}/scoring-jobs/${row.id}`,
      'retry-after': '1',
    })
    return replyOf(row, jobId, applicationId)
  })
}

function replyOf({ id, criteriaVersionId, queuedAt }: Made, jobId: string, applicationId: string) {
  const at = new Date(queuedAt).toISOString()
  const names = { jobId, applicationId }
  return {
    scoringJob: {
      ...{ id, criteriaVersionId, ...names, status: 'PENDING', isRescore: false, errorCode: null, errorMessage: null },
      ...{ queuedAt: at, startedAt: null, completedAt: null, failedAt: null },
    },
    ...{ scoringJobId: id, status: 'queued', ...names, queuedAt: at },
  }
}
