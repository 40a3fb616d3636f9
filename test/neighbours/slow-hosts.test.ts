/**
 * A partner's resume URLs lead to hosts that hang, directly or through a redirect. Another partner's jobs are hardly
 * delayed, even if their files are on the same host.
 */
import type { ServerResponse } from 'node:http'
import type { LookupFunction } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { createHostRooms } from '../../src/platform/outbound/host-rooms.ts'
import { createOutbound } from '../../src/platform/outbound/outbound.ts'
import { drip, file, redirect, reset, silence, startResumeHost, type Behaviour } from '../tools/fakes/resume-host.ts'
import type { Services } from '../../src/platform/services.ts'
import { timings } from '../../src/platform/timings.ts'
import { startHarness, type Client } from '../support/harness.ts'
import { until } from '../tools/until.ts'
import { resumeLines } from '../tools/samples/resumes.ts'

const resume = resumeLines.join('\n')
/**
 * How many jobs the first partner submits for each job that a process runs concurrently. They take all places at a
 * host, including the places for waiting jobs.
 */
const jobsPerPlace = 3
/**
 * How much another partner's job may be delayed. A job that waited for a hanging file would be delayed by a fetch's
 * whole time limit. On a busy machine, the first partner's jobs alone cause a delay of seconds.
 */
const laterMsMax = timings.fetchTimeoutMs / 4
/** After this time, the first partner's files hang. */
const headStartMs = 200
const slowName = 'slow.example.com'

/**
 * Starts a server with two partners, and the host that they share. Its `/cv.txt` is a file, and its `/there` redirects
 * to a slow host. `further`: more hosts that the server may call.
 */
async function startScene(t: ExecutionContext, behaviour: Behaviour, further: string[] = []) {
  const slow = await startResumeHost({ '/cv.txt': behaviour })
  const shared = await startResumeHost({ '/cv.txt': file(resume), '/there': redirect(`${slow.origin}/cv.txt`) })
  t.timeout(120_000)
  const settings = { OUTBOUND_ALLOW: [slow.pair, shared.pair, ...further].join() }
  const { server, client } = await startHarness(t, { settings })
  t.teardown(() => Promise.all([slow.stop(), shared.stop()])) // ends hanging requests, so that the server can stop
  const [crowd, other] = [await client(), await client()]
  for (const each of [crowd, other]) await each.generate('job-1')
  return { services: server.services, client, slow, shared, crowd, other }
}

async function submitMany({ pool }: Services, crowd: Client, resumeUrl: string): Promise<string[]> {
  const submit = (index: number) => crowd.post(`/v1/jobs/job-1/applications/many-${index}/scoring-jobs`, { resumeUrl })
  const jobs = jobsPerPlace * pool.concurrency
  return (await Promise.all(Array.from({ length: jobs }, (_, index) => submit(index)))).map(
    ({ headers }) => headers.location as string,
  )
}

async function timeOf(client: Client, application: string, resumeUrl: string): Promise<number> {
  const beganAt = performance.now()
  const { body } = await client.score('job-1', application, { resumeUrl })
  if (body.status !== 'completed') throw new Error(`the job is ${body.status}`)
  return performance.now() - beganAt
}

/** Measures the other partner's jobs alone and alongside the first partner's. */
async function compare(
  t: ExecutionContext,
  { services, shared, crowd, other }: Awaited<ReturnType<typeof startScene>>,
  path: string,
  submitAll = () => submitMany(services, crowd, shared.origin + path),
): Promise<string[]> {
  const url = `${shared.origin}/cv.txt`
  await timeOf(other, 'warm', url)
  const aloneMs = await timeOf(other, 'alone', url)
  const locations = await submitAll()
  await new Promise((resolve) => setTimeout(resolve, headStartMs))
  for (const name of ['first', 'second', 'third']) {
    const tookMs = await timeOf(other, name, url)
    t.log(`${name}: ${Math.round(tookMs)} ms, alone ${Math.round(aloneMs)} ms`)
    t.true(tookMs - aloneMs < laterMsMax, `${name}: ${tookMs} ms, alone ${aloneMs} ms`)
  }
  return locations
}

const behaviours = { 'sends a byte a second': drip(), 'never responds': silence(), 'resets every connection': reset() }

for (const [kind, behaviour] of Object.entries(behaviours)) {
  test.serial(`files redirected to a host that ${kind} do not use places at the host that redirects`, async (t) => {
    const scene = await startScene(t, behaviour)
    await compare(t, scene, '/there')
  })

  test.serial(`files at one path of a host, which ${kind}, leave places there for another partner`, async (t) => {
    const scene = await startScene(t, behaviour)
    scene.shared.routes.set('/hangs', behaviour)
    await compare(t, scene, '/hangs')
  })
}

const lookups: Record<string, LookupFunction> = {
  'is never resolved': () => {},
  // The address is not allowed for files, so nothing leaves this machine.
  'takes two seconds to resolve': (_name, _options, callback) =>
    void setTimeout(callback, 2_000, null, [{ address: '127.0.0.1', family: 4 }]),
}

for (const [kind, lookup] of Object.entries(lookups))
  test.serial(`files redirected to a name that ${kind} do not use places at the host that redirects`, async (t) => {
    const scene = await startScene(t, silence())
    const { services, shared } = scene
    const rooms = createHostRooms(services.pool.concurrency, services.timings.hostWaitMs)
    const outbound = createOutbound({ allow: services.outboundAllow, rooms }, { lookup })
    t.teardown(outbound.close)
    services.outbound = outbound
    shared.routes.set('/there', redirect(`https://${slowName}/cv.txt`))
    await compare(t, scene, '/there')
  })

/** Enough partners to fill a worker, because each may use up to seven eighths of it. */
const partnersMany = 4

test.serial('many partners, each with its own unresponsive host, leave workers for another partner', async (t) => {
  const slowHosts = await Promise.all(
    Array.from({ length: partnersMany }, () => startResumeHost({ '/cv.txt': silence() })),
  )
  const scene = await startScene(
    t,
    silence(),
    slowHosts.map(({ pair }) => pair),
  )
  t.teardown(() => Promise.all(slowHosts.map((host) => host.stop())))
  const crowds = await Promise.all(slowHosts.map(() => scene.client()))
  for (const each of crowds) await each.generate('job-1')
  const submitAll = async () => {
    const all = crowds.map((each, index) => submitMany(scene.services, each, `${slowHosts[index]!.origin}/cv.txt`))
    return (await Promise.all(all)).flat()
  }
  await compare(t, scene, '/cv.txt', submitAll)
})

test.serial('jobs that wait for a host occupy no worker, and all of them run once the host responds', async (t) => {
  const hanging: ServerResponse[] = []
  const scene = await startScene(t, (response) => void hanging.push(response))
  const { services, slow, crowd } = scene
  const locations = await compare(t, scene, '/there')
  const working = async () =>
    (await services.database.select("SELECT id FROM scoring_jobs WHERE status = 'PROCESSING'")).length
  const isHalf = async () => (await working()) <= services.pool.concurrency / 2
  await until('one host takes half of a process at most', isHalf)
  slow.routes.set('/cv.txt', file(resume))
  for (const response of hanging) response.end(resume)
  for (const location of locations) t.is((await crowd.ended(location)).body.status, 'completed')
  const costly = await services.database.select('SELECT id FROM scoring_jobs WHERE transientFailures > 0')
  t.deepEqual(costly, [])
})
