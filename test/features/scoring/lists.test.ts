/** A job's scoring jobs and batches, as lists. */
import test from 'ava'
import { startHarness, type Client } from '../../support/harness.ts'

const fixture = (name: string) => `https://fixtures.sandbox.invalid/${name}`

async function idsIn(client: Client, path: string): Promise<string[]> {
  const { status, body } = await client.get(path)
  if (status !== 200) throw new Error(`${path}: ${status} ${body.code}`)
  return body.data.map(({ id }: { id: string }) => id)
}

test("a job's scoring jobs are listed newest first, page by page, and by status", async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  await client.generate('job-1')
  await client.generate('job-2')
  const made: string[] = []
  for (const [application, name] of Object.entries({ a: 'strong', b: 'resume-empty', c: 'weak' }))
    made.unshift((await client.score('job-1', application, { resumeUrl: fixture(name) })).body.scoringJobId)
  await client.score('job-2', 'a', { resumeUrl: fixture('strong') })
  const path = '/v1/jobs/job-1/scoring-jobs'
  t.deepEqual(await idsIn(client, path), made)
  t.deepEqual(await idsIn(client, `${path}?status=FAILED`), [made[1]])
  t.deepEqual(await idsIn(client, `${path}?status=PENDING`), [])
  const { body: first } = await client.get(`${path}?limit=2`)
  t.deepEqual(await idsIn(client, `${path}?limit=2&cursor=${first.nextCursor}`), made.slice(2))
  t.false('criteria' in first.data[0].assessment)
  const other = await harness.client()
  t.is((await other.get(path)).body.code, 'JOB_NOT_FOUND')
})

test("a job's batches are listed newest first, with the status that a read of each shows", async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  const made: string[] = []
  for (const name of ['strong', 'resume-empty', 'slow']) {
    const applications = [{ applicationId: name, resumeUrl: fixture(name) }]
    const { body, headers } = await client.post('/v1/jobs/job-1/scoring-batches', { applications })
    made.unshift(body.batch.id)
    const settled = name === 'slow' ? 'IN_PROGRESS' : name === 'strong' ? 'COMPLETED' : 'FAILED'
    await client.getWhen(headers.location as string, ({ batch }) => batch.status === settled)
  }
  const path = '/v1/jobs/job-1/scoring-batches'
  const { body } = await client.get(path)
  const reads = await Promise.all(made.map((id) => client.get(`${path}/${id}`)))
  t.deepEqual(
    body.data,
    reads.map((read) => read.body.batch),
  )
  const statuses = body.data.map(({ status }: { status: string }) => status)
  t.deepEqual(statuses.slice(1), ['FAILED', 'COMPLETED'])
  for (const [index, status] of statuses.entries())
    t.deepEqual(await idsIn(client, `${path}?status=${status}`), [made[index]])
  t.deepEqual(await idsIn(client, `${path}?limit=2&cursor=${made[1]}`), [made[2]])
})
