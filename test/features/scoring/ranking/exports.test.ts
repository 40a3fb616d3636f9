/** The export of a tenant's scores. */
import test from 'ava'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { ExportedScore } from '../../../../generated/types.gen.ts'
import { contract } from '../../../support/contract/operations.ts'
import { fileContext } from '../../../support/contract/server.ts'
import { startHarness, type Client, type Harness } from '../../../support/harness.ts'
import { batchWhen, fixture, isClosed, submitBatch } from '../../../support/scoring.ts'

const shared = fileContext()
let harness: Harness

test.before(async () => {
  harness = await startHarness(shared)
  harness.server.services.timings.eventFeedDelayMs = 0
})

async function linesOf(client: Client, query = ''): Promise<ExportedScore[]> {
  const { status, headers, body } = await client.get(`/v1/exports/scores${query}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  if (!headers['content-type']?.startsWith('application/x-ndjson')) throw new Error(headers['content-type'])
  return String(body)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ExportedScore)
}

const idsOf = (lines: ExportedScore[]) => lines.map(({ applicationId }) => applicationId)

async function startJob(): Promise<Client> {
  const client = await harness.client()
  await client.generate('job-1')
  const { headers } = await submitBatch(client, ['strong', 'weak', 'resume-empty'])
  await batchWhen(client, headers.location as string, isClosed)
  return client
}

test('each line is a score with its effective verdicts, and matches the contract', async (t) => {
  const client = await startJob()
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  ajv.addSchema({ $id: 'contract', components: contract.document.components })
  const lines = await linesOf(client)
  for (const line of lines)
    t.true(ajv.validate({ $ref: 'contract#/components/schemas/ExportedScore' }, line), ajv.errorsText())
  const strong = lines.find(({ applicationId }) => applicationId === 'strong')
  const { criteria } = (await client.get('/v1/jobs/job-1/applications/strong/score')).body.result.assessment
  type Counted = ExportedScore['verdicts'][number]
  t.deepEqual(
    strong?.verdicts,
    criteria.map(({ criterionId, verdict }: Counted) => ({ criterionId, verdict })),
  )
  t.deepEqual(idsOf(lines).toSorted(), ['resume-empty', 'strong', 'weak'])
})

test('an export that continues from the cursor of any line contains exactly the later changes', async (t) => {
  const client = await startJob()
  const lines = await linesOf(client)
  t.deepEqual(await linesOf(client, `?cursor=${lines[0]?.cursor}`), lines.slice(1))
  t.deepEqual(await linesOf(client, '?limit=2'), lines.slice(0, 2))
  const last = lines.at(-1)?.cursor
  t.deepEqual(await linesOf(client, `?cursor=${last}`), [])
  await client.score('job-1', 'new', { resumeUrl: fixture('moderate') })
  const { criterionId } = (await client.get('/v1/jobs/job-1/applications/weak/score')).body.result.assessment
    .criteria[0]
  const decision = { verdict: 'MET', reason: 'Her referee confirms all of it.', reviewer: 'Dana Ruiz' }
  await client.send('PUT', `/v1/jobs/job-1/applications/weak/score/overrides/${criterionId}`, decision)
  const changed = await linesOf(client, `?cursor=${last}`)
  t.deepEqual(idsOf(changed), ['new', 'weak'])
  t.is(changed[1]?.overrides[0]?.reviewer, 'Dana Ruiz')
  t.deepEqual(await linesOf(client, `?updatedSince=${changed[0]?.updatedAt}`), changed)
})

test.serial('exports have their own bucket, and omit changes that are younger than the feed’s delay', async (t) => {
  const client = await startJob()
  const { partnerId } = client
  const limited = await harness.client({ limits: { exports: 1 } })
  // The limit is one a second. Five are sent concurrently, because two could be in different seconds.
  const answers = await Promise.all(Array.from({ length: 5 }, () => limited.get('/v1/exports/scores')))
  for (const { headers } of answers) t.is(headers['x-ratelimit-bucket'], 'exports')
  t.true(answers.some(({ body }) => body.code === 'RATE_LIMITED'))
  const { timings } = harness.server.services
  timings.eventFeedDelayMs = 60_000
  t.teardown(() => (timings.eventFeedDelayMs = 0))
  t.deepEqual(await linesOf(await harness.client({ partnerId })), [])
})
