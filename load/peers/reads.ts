/** The peer's reads of criteria and scores: one prepared statement each, and the stored JSON passed through as text. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { v7 } from 'uuid'
import type { HandDatabase } from './database.ts'
import { namesOf, tenantHeader } from './schemas.ts'

type Tenant = { 'x-tenant-id': string }
type VersionRow = { id: string; version: number; status: string; criteria: string; createdAt: number }
type ScoreRow = {
  id: string
  criteriaVersionId: string
  status: string
  score: number | null
  assessment: string | null
  audit: string | null
  queuedAt: number
  startedAt: number | null
  completedAt: number | null
}

const json = 'application/json; charset=utf-8'
const manyMax = 100
const lowerCase: Record<string, string> = { PENDING: 'queued', PROCESSING: 'processing', COMPLETED: 'completed' }

const current = `SELECT v.id, v.version, v.status, v.criteria, v.createdAt FROM jobs j
  JOIN criteria_versions v ON v.id = j.versionId WHERE j.tenant = ? AND j.externalId = ?`
const latest = `SELECT s.id, s.criteriaVersionId, s.status, s.score, s.assessment, s.audit, s.queuedAt, s.startedAt, s.completedAt
  FROM applications a JOIN scoring_jobs s ON s.id = a.latestScoringJobId
  WHERE a.tenant = ? AND a.jobId = ? AND a.externalId = ?`

const iso = (at: number | null) => (at === null ? 'null' : `"${new Date(at).toISOString()}"`)

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ code: 'NOT_FOUND' })
}

function versionText({ id, version, status, criteria, createdAt }: VersionRow): string {
  return `{"criteria":{"id":"${id}","version":${version},"status":"${status}","criteria":${criteria},"createdAt":${iso(createdAt)}}}`
}

/** Returns both documented shapes in one body. */
function scoreText(row: ScoreRow, job: string, application: string): string {
  const { id, criteriaVersionId, status, score, assessment, audit } = row
  const result = assessment === null ? '' : `"score":${score},"assessment":${assessment}`
  const queuedAt = `"queuedAt":${iso(row.queuedAt)}`
  const names = `"jobId":"${job}","applicationId":"${application}"`
  const ends = row.completedAt === null ? '' : `,"completedAt":${iso(row.completedAt)}`
  return `{"scoringJob":{"id":"${id}","criteriaVersionId":"${criteriaVersionId}",${names},"status":"${status}","isRescore":false,${
    result && `${result},"audit":${audit},`
  }"errorCode":null,"errorMessage":null,${queuedAt},"startedAt":${iso(row.startedAt)},"completedAt":${iso(
    row.completedAt,
  )},"failedAt":null},"scoringJobId":"${id}","status":"${lowerCase[status]}",${names},${
    result && `"result":{${result}},`
  }${queuedAt}${ends}}`
}

/** Mounts the reads, and the one write of criteria that a bench needs. */
export function addReads(app: FastifyInstance, { select, transaction }: HandDatabase): void {
  const byJob = { headers: tenantHeader, params: namesOf('jobId') }

  app.get<{ Headers: Tenant; Params: { jobId: string } }>(
    '/v1/jobs/:jobId/criteria',
    { schema: byJob },
    async (request, reply) => {
      const [row] = await select<VersionRow>(current, [request.headers['x-tenant-id'], request.params.jobId])
      if (!row) return notFound(reply)
      const etag = `"${row.id}"`
      reply.header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(json).send(versionText(row))
    },
  )

  app.get<{ Headers: Tenant; Querystring: { jobIds: string } }>(
    '/v1/jobs/criteria',
    { schema: { headers: tenantHeader } },
    async (request, reply) => {
      const jobIds = request.query.jobIds.split(',')
      if (jobIds.length > manyMax) return reply.code(400).send({ code: 'VALIDATION_ERROR' })
      const rows = await select<{ externalId: string; criteria: string }>(
        `SELECT j.externalId, v.criteria FROM jobs j JOIN criteria_versions v ON v.id = j.versionId
          WHERE j.tenant = ? AND j.externalId IN (${jobIds.map(() => '?')})`,
        [request.headers['x-tenant-id'], ...jobIds],
      )
      const found = new Map(rows.map((row) => [row.externalId, row.criteria]))
      const items = jobIds.map((jobId) => `{"jobId":${JSON.stringify(jobId)},"criteria":${found.get(jobId) ?? 'null'}}`)
      return reply.type(json).send(`{"items":[${items.join()}]}`)
    },
  )

  app.get<{ Headers: Tenant; Params: { jobId: string; applicationId: string } }>(
    '/v1/jobs/:jobId/applications/:applicationId/score',
    { schema: { headers: tenantHeader, params: namesOf('jobId', 'applicationId') } },
    async (request, reply) => {
      const { jobId, applicationId } = request.params
      const [row] = await select<ScoreRow>(latest, [request.headers['x-tenant-id'], jobId, applicationId])
      return row ? reply.type(json).send(scoreText(row, jobId, applicationId)) : notFound(reply)
    },
  )

  app.put<{ Headers: Tenant; Params: { jobId: string }; Body: { criteria: { text: string; importance: string }[] } }>(
    '/v1/jobs/:jobId/criteria',
    { schema: byJob },
    async (request, reply) => {
      const criteria = request.body.criteria.map((one, order) => ({ id: `cr_${v7()}`, ...one, order }))
      const row = { id: v7(), version: 1, status: 'ACTIVE', criteria: JSON.stringify(criteria), createdAt: Date.now() }
      await transaction(async ({ execute }) => {
        await execute('INSERT INTO criteria_versions VALUES (?, ?, ?, ?, ?)', Object.values(row))
        await execute('REPLACE INTO jobs VALUES (?, ?, ?)', [
          request.headers['x-tenant-id'],
          request.params.jobId,
          row.id,
        ])
      })
      return reply.type(json).send(versionText(row))
    },
  )
}
