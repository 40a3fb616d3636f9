/** Moves that are interrupted, and work that is in progress when a move holds back the partner's writes. */
import test, { type ExecutionContext } from 'ava'
import { recordEvents } from '../../../src/features/events/record.ts'
import { between, nameOf, startCells, type Cells } from './scene.ts'
import { holdAt } from '../../support/failpoints.ts'
import { type Client } from '../../support/harness.ts'
import { eventCounts, fixture } from '../../support/scoring.ts'
import { registerEndpoint } from '../../support/webhook-scene.ts'
import { status } from '../../tools/fakes/resume-host.ts'
import { startReceiver } from '../../tools/fakes/webhook-receiver.ts'
import { until } from '../../tools/until.ts'

class Died extends Error {}

/** Returns a function that throws when the command prints a line that begins with these words. */
const dyingAt = (words: string) => (line: string) => {
  if (line.startsWith(words)) throw new Died(line)
}

async function submit(client: Client, ...applications: string[]): Promise<void> {
  for (const application of applications) {
    const path = `/v1/jobs/job-1/applications/${application}/scoring-jobs`
    const answer = await client.post(path, { resumeUrl: fixture('strong') })
    if (answer.status !== 202) throw new Error(`${answer.status} ${answer.body.code}`)
  }
}

async function startScene(t: ExecutionContext, overrides: Parameters<typeof startCells>[2] = {}) {
  const receiver = await startReceiver(t)
  const cells = await startCells(t, { OUTBOUND_ALLOW: receiver.pair }, overrides)
  const client = await cells.a.client()
  const inbox = receiver.inbox('/events')
  await registerEndpoint(client, inbox.url, { events: ['score.completed'] })
  await client.generate('job-1')
  return {
    ...cells,
    inbox,
    client,
    there: client.at(cells.b.server.url as string),
    name: await nameOf(cells.a, client),
  }
}

/**
 * Waits until the partner's jobs have ended in the second cell, and checks that each was billed once and has one event.
 */
async function checkOnce(
  t: ExecutionContext,
  { b, there }: { b: Cells['b']; there: Client },
  ids: () => string[],
  count: number,
) {
  await until(`${count} jobs are billed`, async () => (await there.get('/v1/usage')).body.used === count)
  const jobs = (await there.get('/v1/jobs/job-1/scoring-jobs?limit=100')).body.data as { status: string }[]
  t.deepEqual([jobs.length, jobs.filter((job) => job.status === 'COMPLETED').length], [count, count])
  t.is((await eventCounts(b.server.services.database))['score.completed'], count)
  await until('each event arrives', () => new Set(ids()).size >= count)
  t.is(new Set(ids()).size, count)
}

for (const words of ['round 1', 'round 3', 'draining', 'drained', 'held', 'left', 'open', 'routed'])
  test.serial(
    `a command that dies at "${words}" leaves the partner open in at most one cell, and a second run finishes the move`,
    async (t) => {
      const { a, b, move, client, there, name, inbox } = await startScene(t)
      await submit(client, 'app-1', 'app-2')
      await t.throwsAsync(move(name, { say: dyingAt(words) }), { instanceOf: Died })
      const library = { text: 'Welding', importance: 'PREFERRED' }
      const answers = [
        await client.post('/v1/criteria-library', library),
        await there.post('/v1/criteria-library', library),
      ]
      const isOpenHere = ['round 1', 'round 3', 'draining', 'drained'].includes(words)
      const isOpenThere = ['open', 'routed'].includes(words)
      t.deepEqual(
        answers.map((answer) => answer.status),
        [isOpenHere ? 201 : 503, isOpenThere ? 201 : 503],
      )
      if (isOpenHere) await submit(client, 'app-3')
      await move(name)
      if (!isOpenHere) await submit(there, 'app-3')
      await checkOnce(t, { b, there }, inbox.ids, 3)
      t.is((await there.get('/v1/criteria-library')).body.criteria.length, isOpenHere || isOpenThere ? 1 : 0)
      await until('the old cell refuses', async () => (await client.get('/v1/usage')).status === 503)
      t.is((await move(name)) ?? null, null, 'another run has nothing to do')
      t.is(await countOpen(a), 0)
    },
  )

/** Returns how many jobs could still run and how many deliveries could still be sent. */
async function countOpen({ server }: Cells['a']): Promise<number> {
  const [row] = await server.services.database.select<{ n: number }>(
    `SELECT (SELECT COUNT(*) FROM scoring_jobs WHERE status = 'PROCESSING' OR (status = 'PENDING' AND publishAt < 1e15))
          + (SELECT COUNT(*) FROM webhook_deliveries WHERE claimAt < 1e15) AS n`,
  )
  return Number(row?.n)
}

test.serial(
  'a job that a worker in the old cell is scoring during the move completes once, in the new cell',
  async (t) => {
    const held = holdAt('scored')
    const { a, b, move, client, there, name, inbox } = await startScene(t, { a: { failpoint: held.failpoint } })
    t.teardown(held.letGo)
    await submit(client, 'app-1')
    await held.arrived()
    await submit(client, 'app-2')
    await move(name, { drainMs: 0 })
    held.letGo()
    await checkOnce(t, { b, there }, inbox.ids, 2)
    t.is((await eventCounts(a.server.services.database))['score.completed'] ?? 0, 0)
  },
)

test.serial('after a move, the new cell sends waiting deliveries and completes open deletions', async (t) => {
  const { a, b, move, client, there, name, inbox } = await startScene(t)
  inbox.answer(status(500))
  await client.score('job-1', 'app-1', { resumeUrl: fixture('strong') })
  await inbox.arrived(1)
  const { services } = a.server
  services.draining = () => true // the server starts no deletion
  const deletion = await client.send('DELETE', '/v1/jobs/job-1/applications/app-1')
  t.is(deletion.status, 202)
  await services.database.transaction(() =>
    recordEvents(services, [
      {
        type: 'score.completed',
        partnerId: client.partnerId,
        environment: 'SANDBOX',
        tenantId: null,
        applicationId: null,
        data: {},
      },
    ]),
  )
  inbox.answer(status(204))
  const before = inbox.ids().length
  await move(name)
  await there.getWhen(deletion.headers.location as string, (body) => body.deletionRequest.status === 'COMPLETED')
  await until('a delivery arrives', () => inbox.ids().length > before)
  t.is(await countOpen(a), 0)
  t.is((await there.get('/v1/jobs/job-1/scoring-jobs')).body.data.length, 0)
  t.truthy(b)
})

test.serial(
  'a move that would make the partner wait too long is abandoned, and the old cell accepts writes again',
  async (t) => {
    const { move, client, there, name, b, inbox } = await startScene(t)
    await submit(client, 'app-1')
    await t.throwsAsync(move(name, { pauseMs: 0 }), { message: /would be held for more than 0 s/ })
    t.is((await client.post('/v1/criteria-library', { text: 'Welding', importance: 'PREFERRED' })).status, 201)
    await submit(client, 'app-2')
    await move(name)
    await checkOnce(t, { b, there }, inbox.ids, 2)
  },
)

test.serial('a partner that moves back keeps its data from the other cell', async (t) => {
  const { a, b, move, client, there, name, inbox } = await startScene(t)
  await submit(client, 'app-1')
  await move(name)
  await submit(there, 'app-2')
  await move(name, between(b, a))
  await until('the first cell is open again', async () => (await client.get('/v1/usage')).status === 200)
  await submit(client, 'app-3')
  await checkOnce(t, { b: a, there: client }, inbox.ids, 3)
  await t.throwsAsync(move('nobody'), { message: 'VALIDATION_ERROR' })
})
