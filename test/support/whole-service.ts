/**
 * Runs the whole service: every operation, every outcome of jobs and deliveries, the operator's commands, and every
 * sweep. Leaves one of each resource behind. Asserts nothing beyond the client's own checks. Functions in `src/tables`
 * that the service calls only after a race are called directly, because the races have their own tests.
 */
import type { ExecutionContext } from 'ava'
import type { Command } from '../../src/cli/command.ts'
import { apiKeyCommands } from '../../src/cli/keys.ts'
import { jobCommands } from '../../src/cli/jobs.ts'
import { partnerCommands } from '../../src/cli/partners.ts'
import { queueCommands } from '../../src/cli/queues.ts'
import { scoreCommands } from '../../src/cli/scores.ts'
import { secretCommands } from '../../src/cli/secrets.ts'
import { webhookCommands } from '../../src/cli/webhooks.ts'
import { permissions } from '../../src/features/access/api-keys.ts'
import { HOUR, OffsetClock, SECOND } from '../../src/kit/time.ts'
import type { Services } from '../../src/platform/services.ts'
import { operate } from '../cli/operate.ts'
import { operations } from './contract/operations.ts'
import { byDanger, canary, fitting, makeWorld, targetOf, type World } from './contract/world.ts'
import { startHarness, type Client, type Harness } from './harness.ts'
import { scrape } from './scrape.ts'
import { until } from '../tools/until.ts'
import { startResumeHost, status } from '../tools/fakes/resume-host.ts'
import { uploadInEveryWay, uploadOne } from './whole-service-uploads.ts'
import { readListsOfScores } from './whole-service-lists.ts'
import { claimForGone, sweepEverything, touchAccidents, type OpenJobs } from './whole-service-rows.ts'

/** Longer than any retention period. */
const longWhileMs = 200 * 24 * HOUR
const fixture = 'https://fixtures.sandbox.invalid'

/** Returns the running server. `prepare` gets the server before its first request. */
export async function runWholeService(
  t: ExecutionContext,
  prepare?: (harness: Harness) => Promise<void>,
): Promise<Harness> {
  const host = await startResumeHost({ [`/${canary}`]: status(204), '/away': status(500), '/gone': status(410) })
  t.teardown(() => host.stop())
  const clock = new OffsetClock()
  const harness = await startHarness(t, { settings: { OUTBOUND_ALLOW: host.pair }, overrides: { clock } })
  await prepare?.(harness)
  const { services } = harness.server
  const owner = () => harness.client({ permissions: [...permissions], plan: 'trial' })

  const first = await owner()
  await performEveryOperation(first, await makeWorld(first, host.origin))
  const second = await owner()
  const world = await makeWorld(second, host.origin)
  await scoreInEveryWay(second)
  const rescored = await rescoreInEveryWay(second)
  await uploadInEveryWay(second)
  await uploadOne(second)
  await deliverInEveryWay(second, host.origin)
  clock.offsetMs += 20 * SECOND // the feed omits events that are younger than this
  await readPages(second)
  await readListsOfScores(services, second)
  const { dispatch } = services
  services.dispatch = () => {}
  const open = await leaveOpenJobs(services, second)
  await scrape(harness.server.adminUrl)
  await command(services, world, open, rescored)
  await touchAccidents(services, second, world, open)
  services.dispatch = dispatch
  clock.offsetMs += longWhileMs
  await submitUnderKey(second, 'app-1')
  await generateUnderKey(second, welding)
  await sweepEverything(services)

  const third = await owner()
  await makeWorld(third, host.origin)
  services.dispatch = () => {}
  await leaveOpenJobs(services, third)
  await uploadOne(third)
  return harness
}

/** Performs each operation twice, with an idempotency key if it supports one. */
async function performEveryOperation(client: Client, world: World): Promise<void> {
  for (const operation of operations.toSorted(byDanger)) {
    const { ids, body } = await fitting(client, operation, world)
    const headers: Record<string, string> = operation.idempotent ? { 'Idempotency-Key': operation.id } : {}
    for (const _time of ['first', 'second'])
      await client.send(operation.method, targetOf(operation, ids), operation.takesBody ? body : undefined, headers)
  }
}

const submit = (client: Client, application: string, body: object, headers?: Record<string, string>) =>
  client.post(`/v1/jobs/job-1/applications/${application}/scoring-jobs`, body, headers)
const submitUnderKey = (client: Client, application: string) =>
  submit(client, application, { resumeUrl: `${fixture}/strong` }, { 'Idempotency-Key': 'one' })
const welding = 'Requirements: 3 years of welding'
/** Sends an idempotency key, which stays leased while the engine works. */
const generateUnderKey = (client: Client, jobDescription: string) =>
  client.post('/v1/jobs/job-1/criteria-generations', { jobContext: { jobDescription } }, { 'Idempotency-Key': 'one' })

async function scoreInEveryWay(client: Client): Promise<void> {
  await client.score('job-1', 'app-failed', { resumeUrl: `${fixture}/resume-encrypted` })
  const slow = await submit(client, 'app-slow', { resumeUrl: `${fixture}/slow` })
  await client.get(slow.headers.location as string, { Prefer: 'wait=1' })
  await submitUnderKey(client, 'app-1')
  const { criteria } = (await client.get('/v1/jobs/job-1/criteria')).body
  const again = { resumeUrl: `${fixture}/weak`, rescore: true, criteriaVersionId: criteria.id }
  await client.score('job-1', 'app-1', again)
  const unknown = { ...again, criteriaVersionId: 'cv_unknown' }
  await submit(client, 'app-1', unknown, { 'Idempotency-Key': 'refused' })
  await generateUnderKey(client, 'hi')
  await generateUnderKey(client, welding)
  await submit(client, 'app-refused', { resumeUrl: 'https://10.0.0.1/cv.pdf' })
}

/**
 * Rescores twice, because the first rescore does not look for verdicts that are older than another rescore, and the
 * second does. Returns the id of a scoring job that the rescores created.
 */
async function rescoreInEveryWay(client: Client): Promise<string> {
  const path = '/v1/jobs/job-1'
  const { criteria } = (await client.get(`${path}/criteria`)).body.criteria as { criteria: { text: string }[] }
  for (const importance of ['PREFERRED', 'NICE_TO_HAVE']) {
    const wanted = criteria.map(({ text }) => ({ text, importance }))
    await client.send('PUT', `${path}/criteria`, { criteria: wanted })
    await client.post(`${path}/rescores`, {})
  }
  await client.post(`${path}/rescores?cursor=app-1`, {})
  return (await client.get(`${path}/applications/app-1/score`)).body.scoringJobId
}

/**
 * `makeWorld` has already made accepted deliveries. Each failing endpoint gets two, so that its list has a second page.
 */
async function deliverInEveryWay(client: Client, receiver: string): Promise<void> {
  for (const path of ['/away', '/gone']) {
    const { body } = await client.post('/v1/webhook-endpoints', { url: receiver + path })
    const endpoint = `/v1/webhook-endpoints/${body.endpoint.id}`
    await client.post(`${endpoint}/test`, undefined)
    const tried = async () => (await client.get(`${endpoint}/deliveries`)).body.data[0]?.attempts.length > 0
    await until(`a delivery to ${path} is tried`, tried)
    await client.post(`${endpoint}/test`, undefined)
  }
}

/** Reads the second page of every list, and every list with its filters. */
async function readPages(client: Client): Promise<void> {
  const endpoints: { id: string }[] = (await client.get('/v1/webhook-endpoints')).body.data
  const deliveries = endpoints.map(({ id }) => `/v1/webhook-endpoints/${id}/deliveries`)
  for (const path of ['/v1/api-keys', '/v1/webhook-endpoints', '/v1/events', ...deliveries]) {
    const { body } = await client.get(`${path}?limit=1`)
    if (body.nextCursor) await client.get(`${path}?limit=1&cursor=${body.nextCursor}`)
  }
  await client.get('/v1/events?types=score.completed,score.failed')
  await client.get('/v1/criteria-library?category=none')
  for (const name of ['webhook-health', 'errors']) await client.get(`/v1/analytics/${name}?timeRange=90d`)
}

/** Leaves jobs that are not dispatched: one waits, another belongs to a lost worker, and a batch waits. */
async function leaveOpenJobs(services: Services, client: Client): Promise<OpenJobs> {
  const resumeUrl = `${fixture}/strong`
  const waiting = (await submit(client, 'app-waiting', { resumeUrl })).body.scoringJobId
  const held = (await submit(client, 'app-held', { resumeUrl })).body.scoringJobId
  await claimForGone(services, held)
  const applications = ['a', 'b'].map((applicationId) => ({ applicationId, resumeUrl }))
  await client.post('/v1/jobs/job-1/scoring-batches', { applications })
  return { waiting, held }
}

async function command(
  services: Services,
  { ids }: World,
  { waiting, held }: OpenJobs,
  rescored: string,
): Promise<void> {
  const commands: Record<string, Command> = {
    ...{ ...partnerCommands, ...apiKeyCommands, ...webhookCommands },
    ...{ ...jobCommands, ...queueCommands, ...scoreCommands, ...secretCommands },
  }
  const run = (name: string, ...words: string[]) => operate(services, commands[name], ...words)
  await run('partners create', 'operated')
  await run('partners set-plan', 'operated', 'trial')
  await run('partners set-limits', 'operated', 'analytics=50')
  await run('partners set-quotas', 'operated', 'jobs=50')
  await run('partners suspend', 'operated')
  await run('partners resume', 'operated')
  await run('partners list')
  await run('secrets rotate')
  const made = await run('keys create', '--partner', 'operated', '--environment', 'sandbox')
  await run('keys list')
  await run('keys revoke', (made as { keyId: string }).keyId)
  await run('webhooks list')
  await run('webhooks enable', ids['webhook-endpoints'] as string)
  await run('jobs stuck', '--minutes', '0')
  await run('jobs retry', waiting)
  await run('jobs retry', held).catch(() => {})
  // Another worker may have taken over the held job, so that its retry succeeds.
  await run('jobs retry', 'sj_unknown').catch(() => {})
  await run('queues')
  await run('scores verify', rescored)
  const application = ['--tenant', 'acme', '--job', 'job-1', '--application', 'app-1']
  await run('scores drop', '--partner', 'partner 2', '--environment', 'sandbox', ...application)
}
