/** A machine's clock jumps by an hour while jobs run. All jobs end, and each event appears once. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { EventKind } from '../../generated/types.gen.ts'
import { createClient, type Client } from '../../src/client/index.ts'
import { HOUR, SECOND } from '../../src/kit/time.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { timings } from '../../src/platform/timings.ts'
import { makeKey } from '../support/chaos/make-key.ts'
import { makeDatabase } from '../tools/services/private-database.ts'
import { startResumeHost } from '../tools/fakes/resume-host.ts'
import { resumeLines } from '../tools/samples/resumes.ts'
import { privateFolder, startProcess } from '../tools/services/process.ts'
import { until } from '../tools/until.ts'

const jobs = 40
/** How long the resume host takes to send a file, so that many jobs are running when the clock jumps. */
const fileMs = 1_500
/** How much a jump may delay the jobs. */
const laterMsMax = 10 * SECOND
/** The timings of production, except that the feed shows an event after a second. */
const feedSoon = JSON.stringify({ ...timings, eventFeedDelayMs: SECOND })
/** The longest pages, so that few requests read all of a list. */
const limit = 100
const resume = resumeLines.join('\n')
const criteria = [{ text: 'Production experience with PostgreSQL', importance: 'MUST_HAVE' as const }]

type Settings = Record<string, string>
/** A process of the service: its `--role`, and how far its clock jumps. */
type Member = { role: string; jumpMs?: number }
type Scene = { client: Client; jump: () => void; resumeUrl: string }

/** Starts the members on shared data. The client calls the first member's API. */
async function startScene(t: ExecutionContext, data: Settings, members: [Member, ...Member[]]): Promise<Scene> {
  t.timeout(180 * SECOND)
  const host = await startResumeHost({
    '/cv.txt': (response) => void setTimeout(() => response.end(resume), fileMs),
  })
  t.teardown(host.stop)
  const settings = { ...data, LOG_LEVEL: 'silent', OUTBOUND_ALLOW: host.pair, CHAOS_TIMINGS: feedSoon }
  const program = ['--import', './test/tools/fakes/shifted-clock.ts', 'test/support/chaos/member.ts']
  const start = ({ role, jumpMs = 0 }: Member) =>
    startProcess(t, { ...settings, CLOCK_JUMP_MS: `${jumpMs}` }, ['node', ...program, '--role', role])
  const [first, ...others] = members
  // The first process creates the tables.
  const api = await start(first)
  const processes = [api, ...(await Promise.all(others.map(start)))]
  const { DATABASE_URL: url, DATA_DIR = '' } = data
  const database = openDatabase(url ? { url } : { file: join(DATA_DIR, 'screening.sqlite') })
  const apiKey = await makeKey(database).finally(() => database.close())
  const client = createClient({ baseUrl: api.url, apiKey, tenantId: 'a' })
  await client.replaceCriteria({ jobId: 'job-1', body: { criteria } })
  const jump = () => processes.forEach(({ child }, index) => members[index]?.jumpMs && child.kill('SIGUSR2'))
  return { client, jump, resumeUrl: `${host.origin}/cv.txt` }
}

async function submit(client: Client, resumeUrl: string, name: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await client.submitScoringJob({ jobId: 'job-1', applicationId: `${name}-${index}`, body: { resumeUrl } })
}

/** Resolves with the jobs' final states when all of them have ended. */
function ends(client: Client): Promise<string[]> {
  return until('all jobs have ended', async () => {
    const found: string[] = []
    for await (const { status } of client.listAll('listScoringJobs', { jobId: 'job-1', limit })) found.push(status)
    return found.every((status) => status === 'COMPLETED' || status === 'FAILED') && found
  })
}

/** Submits half of the jobs before the clock jumps and half after it, and returns how long all of them took. */
async function run({ client, jump, resumeUrl }: Scene, name: string, jumps: boolean): Promise<number> {
  const beganAt = performance.now()
  await submit(client, resumeUrl, `${name}-before`, jobs / 2)
  if (jumps) jump()
  await submit(client, resumeUrl, `${name}-after`, jobs / 2)
  await ends(client)
  return performance.now() - beganAt
}

/**
 * Checks that a jump does not delay the jobs, whether they were running or were accepted later, and that the feed has
 * one final event for each.
 */
async function holds(t: ExecutionContext, scene: Scene): Promise<void> {
  const calmMs = await run(scene, 'calm', false)
  const jumpedMs = await run(scene, 'jumped', true)
  t.log(`${Math.round(jumpedMs)} ms with a jump, ${Math.round(calmMs)} ms without`)
  t.true(jumpedMs < calmMs + laterMsMax, `${jumpedMs} ms, without a jump ${calmMs} ms`)
  const states = await ends(scene.client)
  t.deepEqual(new Set(states), new Set(['COMPLETED']))
  t.is(states.length, 2 * jobs)
  const events = await until('the feed has all events', async () => {
    const found: string[] = []
    const types: EventKind[] = ['score.completed', 'score.failed']
    for await (const { data } of scene.client.listAll('listEvents', { types, limit }))
      found.push((data as { scoringJobId: string }).scoringJobId)
    return found.length >= states.length && found
  })
  t.is(new Set(events).size, events.length)
}

for (const jumpMs of [HOUR, -HOUR])
  test.serial(`embedded: no job fails and no event is hidden if the clock jumps by ${jumpMs / HOUR} h`, async (t) => {
    const scene = await startScene(t, { DATA_DIR: join(privateFolder(t), 'data') }, [{ role: 'all', jumpMs }])
    await holds(t, scene)
  })

for (const [role, jumpMs] of [
  ['worker', HOUR],
  ['worker', -HOUR],
  ['api', HOUR],
  ['api', -HOUR],
] as const)
  test.serial(
    `services: no job fails and no event is hidden if the clock of one ${role} jumps by ${jumpMs / HOUR} h`,
    async (t) => {
      const place = await makeDatabase()
      t.teardown(place.remove)
      const api = { role: 'api', ...(role === 'api' && { jumpMs }) }
      const workers = [{ role: 'worker', ...(role === 'worker' && { jumpMs }) }, { role: 'worker' }]
      await holds(t, await startScene(t, place.settings, [api, ...workers]))
    },
  )
