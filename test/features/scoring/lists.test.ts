/** The lists of a job's scoring jobs and of its batches. */
import test from 'ava'
import type { ScoringJobStatus } from '../../../generated/types.gen.ts'
import type { ScreeningError } from '../../../src/client/index.ts'
import { startHarness } from '../../support/harness.ts'

const fixture = (name: string) => `https://fixtures.sandbox.invalid/${name}`

const jobId = 'job-1'
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

test("a job's scoring jobs are listed newest first, page by page, and by status", async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  await client.generate('job-1')
  await client.generate('job-2')
  const made: string[] = []
  for (const [application, name] of Object.entries({ a: 'strong', b: 'resume-empty', c: 'weak' }))
    made.unshift((await client.score('job-1', application, { resumeUrl: fixture(name) })).body.scoringJobId)
  await client.score('job-2', 'a', { resumeUrl: fixture('strong') })
  const list = (query: { status?: ScoringJobStatus; limit?: number; cursor?: string } = {}) =>
    client.api.listScoringJobs({ jobId, ...query })
  t.deepEqual(idsOf(await list()), made)
  t.deepEqual(idsOf(await list({ status: 'FAILED' })), [made[1]])
  t.deepEqual(idsOf(await list({ status: 'PENDING' })), [])
  const first = await list({ limit: 2 })
  t.deepEqual(idsOf(await list({ limit: 2, cursor: first.nextCursor as string })), made.slice(2))
  t.false('criteria' in (first.data[0]?.assessment as object))
  const other = await harness.client()
  const error = await t.throwsAsync<ScreeningError>(other.api.listScoringJobs({ jobId }))
  t.is(error?.code, 'JOB_NOT_FOUND')
})

test("a job's batches are listed newest first, each with the status that a read of the batch returns", async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  const made: string[] = []
  for (const name of ['strong', 'resume-empty', 'slow']) {
    const applications = [{ applicationId: name, resumeUrl: fixture(name) }]
    const { batch } = await client.api.submitScoringBatch({ jobId, body: { applications } })
    made.unshift(batch.id)
    const settled = name === 'slow' ? 'IN_PROGRESS' : name === 'strong' ? 'COMPLETED' : 'FAILED'
    await client.getWhen(`/v1/jobs/job-1/scoring-batches/${batch.id}`, ({ batch }) => batch.status === settled)
  }
  const { data } = await client.api.listScoringBatches({ jobId })
  const reads = made.map((scoringBatchId) => client.api.getScoringBatch({ jobId, scoringBatchId }))
  t.deepEqual(
    data,
    (await Promise.all(reads)).map(({ batch }) => batch),
  )
  const statuses = data.map(({ status }) => status)
  t.deepEqual(statuses.slice(1), ['FAILED', 'COMPLETED'])
  for (const [index, status] of statuses.entries())
    t.deepEqual(idsOf(await client.api.listScoringBatches({ jobId, status })), [made[index]])
  t.deepEqual(idsOf(await client.api.listScoringBatches({ jobId, limit: 2, cursor: made[1] })), [made[2]])
})
