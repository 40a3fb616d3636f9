/** A trial partner writes with every operation without a pause. The disk grows by less than the partner's quota. */
import test from 'ava'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { permissions } from '../../../src/features/access/api-keys.ts'
import { setQuotas } from '../../../src/features/access/quotas.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import type { Services } from '../../../src/platform/services.ts'
import { recountKept } from '../../../src/tables/kept-recount.ts'
import { listKept } from '../../../src/tables/quota-lanes.ts'
import { backend, startHarness, type Answer, type Client } from '../../support/harness.ts'
import { fixture } from '../../support/scoring.ts'

const forMs = 30_000
const allowed = 12_000_000
/**
 * Disk space that rows do not use: the embedded database's log, and on a server the space that each table's file
 * allocates in advance.
 */
const aheadBytes = { embedded: 16_000_000, services: 40_000_000 }[backend]

/** The size of the rows that record a few hundred deletions. */
const deletionBytes = 100_000

const texts = (count: number) => Array.from({ length: count }, (_, n) => `${n} ${'x'.repeat(480)}`)
const criteria = (round: number) =>
  texts(30).map((text) => ({ text: `${round} ${text}`.slice(0, 500), importance: 'PREFERRED' }))
const answers = Array.from({ length: 8 }, (_, n) => ({ question: `Question ${n}`, answer: 'x'.repeat(10_000) }))
const entries = (round: number, url: string) =>
  Array.from({ length: 20 }, (_, n) => {
    return { applicationId: `${round}-${n}`, resumeUrl: url, candidateData: { applicationAnswers: answers } }
  })
const jobContext = { jobDescription: 'Requirements:\n- 5 years of TypeScript\n- PostgreSQL in production' }

/** For each operation that writes, a function that sends its request. Most requests differ from round to round. */
const writers: Record<string, (client: Client, round: number) => Promise<Answer>> = {
  batches: (client, round) =>
    client.post('/v1/jobs/job/scoring-batches', { applications: entries(round, fixture('slow')) }, key(round)),
  'blocked batches': (client, round) =>
    client.post(
      '/v1/jobs/job/scoring-batches',
      { applications: entries(round, 'https://10.0.0.1/cv.pdf') },
      key(round),
    ),
  submissions: (client, round) =>
    client.post(
      `/v1/jobs/job/applications/s-${round}/scoring-jobs`,
      { resumeUrl: fixture('slow'), candidateData: { applicationAnswers: answers } },
      key(round),
    ),
  scores: (client, round) =>
    client.post(`/v1/jobs/job/applications/${round % 5}/scoring-jobs`, { resumeUrl: fixture('strong'), rescore: true }),
  edits: (client, round) => client.send('PUT', '/v1/jobs/edited/criteria', { criteria: criteria(round) }, key(round)),
  'unchanged edits': (client, round) =>
    client.send('PUT', '/v1/jobs/job/criteria', { criteria: criteria(0) }, key(round)),
  'new tenants': (client, round) =>
    client.send('PUT', '/v1/jobs/job/criteria', { criteria: criteria(0) }, { 'X-Tenant-Id': `tenant-${round}` }),
  'deleted tenants': async (client, round) => {
    const tenant = { 'X-Tenant-Id': `gone-${round}` }
    await client.send('PUT', '/v1/jobs/job/criteria', { criteria: criteria(0) }, tenant)
    return client.send('DELETE', `/v1/tenants/gone-${round}`)
  },
  'deletions of nothing': (client, round) =>
    client.send('DELETE', `/v1/jobs/job/applications/no-${round}`, undefined, key(round)),
  rescores: async (client, round) => {
    await client.send('PUT', '/v1/jobs/job/criteria', { criteria: criteria(round % 2) })
    return client.post('/v1/jobs/job/rescores', {}, key(round))
  },
  libraries: (client, round) =>
    client.post(
      '/v1/criteria-library',
      { text: 'x'.repeat(500), importance: 'PREFERRED' },
      { 'X-Tenant-Id': `l-${round % 50}` },
    ),
  questions: (client, round) => client.post('/v1/jobs/job/question-sets', { jobContext }, key(round)),
  generations: (client, round) => client.post('/v1/jobs/job/criteria-generations', { jobContext }, key(round)),
  endpoints: async (client) => {
    const made = await client.post('/v1/webhook-endpoints', { url: `https://example.com/${'x'.repeat(2_000)}` })
    if (made.status !== 201) return made
    const path = made.headers.location as string
    await client.post(`${path}/test`, {})
    return client.send('DELETE', path)
  },
  keys: async (client) => {
    const made = await client.post('/v1/api-keys', {})
    return made.status === 201 ? client.send('DELETE', made.headers.location as string) : made
  },
}

/** Returns the folder whose files grow. The database server of these tests runs on this machine. */
async function folderOf({ database }: Services, settings: Record<string, string>): Promise<string> {
  if (backend === 'embedded') return settings['DATA_DIR'] as string
  const [row] = await database.select<{ folder: string }>('SELECT CONCAT(@@datadir, DATABASE()) AS folder')
  return row?.folder as string
}

function key(round: number) {
  return { 'Idempotency-Key': `round-${round}` }
}

test.serial('whatever a trial partner writes, the files grow by less than its quota', async (t) => {
  t.timeout(forMs * 8)
  const contract = { ...loadContract(), trial: { scoresPerMonth: 1_000_000 } }
  const harness = await startHarness(t, { overrides: { contract } })
  const { services } = harness.server
  const client = await harness.client({ plan: 'trial', permissions: [...permissions] })
  // Set before the first request, because a key and its quotas are cached for seconds.
  await setQuotas(services, 'partner 1', { keptBytes: allowed })
  await client.send('PUT', '/v1/jobs/job/criteria', { criteria: criteria(0) })
  const folder = await folderOf(services, harness.settings)
  const sizeNow = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  const before = sizeNow()
  const until = performance.now() + forMs
  const hasMet = () => Object.keys(refused).length > 5
  /** Returns whether to send more requests. On a busy machine it takes longer to reach the quota. */
  const goesOn = () => performance.now() < until || (!hasMet() && performance.now() < until + 3 * forMs)
  let largest = 0
  const refused: Record<string, number> = {}
  const work = async ([name, write]: (typeof entriesOf)[number]) => {
    for (let round = 0; goesOn(); round += 1) {
      const { status, body } = await write(client, round)
      largest = Math.max(largest, sizeNow() - before)
      if (status === 400 && body.details?.[0]?.code === 'limit_reached') refused[name] = (refused[name] ?? 0) + 1
      else t.true(status < 500, `${name}: ${status} ${JSON.stringify(body)}`)
    }
  }
  const entriesOf = Object.entries(writers)
  await Promise.all(entriesOf.map(work))
  const owner = { partnerId: client.partnerId, environment: 'SANDBOX' } as const
  const { keptBytes } = await listKept(services.database, owner)
  t.log({ largest, keptBytes, allowed, refused })
  t.true(hasMet(), 'the quota was reached')
  // A deletion is never refused, so its record may exceed the quota until the deleted data is gone.
  t.true(keptBytes <= allowed + deletionBytes, `${keptBytes}`)
  t.true(largest < allowed + aheadBytes, `${largest}`)
  t.deepEqual(await recountKept(services.database, owner), { openScoringJobs: 0, keptBytes: 0 })
  if (backend === 'services') return
  await services.database.scrub()
  t.true(sizeNow() - before < allowed, `${sizeNow() - before}`)
})
