/**
 * Two cells behind HAProxy: each request reaches its partner's cell, even while the partner moves to the other cell.
 */
import test, { type ExecutionContext } from 'ava'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fingerprintOf, makeKey } from '../../src/features/access/api-key-text.ts'
import { linkTagOf } from '../../src/features/scoring/report/links.ts'
import { operations } from '../support/contract/operations.ts'
import { fileContext } from '../support/contract/server.ts'
import { byDanger, canary, fitting, makeWorld, targetOf } from '../support/contract/world.ts'
import { startCells, type Cell, type Cells } from '../support/chaos/cells.ts'
import { rounds } from '../support/chaos/rounds.ts'
import { startWork, type Work } from '../support/chaos/steady-work.ts'
import { Client } from '../support/harness.ts'
import { status } from '../tools/fakes/resume-host.ts'
import { startReceiver, type Inbox, type WebhookReceiver } from '../tools/fakes/webhook-receiver.ts'
import { endMember, type Member } from '../tools/services/cluster.ts'
import { findHaproxy } from '../tools/services/packages.ts'
import { privateFolder, runProcess } from '../tools/services/process.ts'
import { until } from '../tools/until.ts'

/** The longest time for which a moving partner's writes may be refused, as promised. */
const pausedMsMax = 5_000
/** How long the load runs before and after a move. */
const aroundMs = 3_000

const haproxy = findHaproxy()
if (haproxy.path === null) {
  test('HAProxy is available', (t) => {
    if (process.env.CI === 'true') t.fail(haproxy.reason)
    else t.log(haproxy.reason)
    t.pass()
  })
} else {
  const { path: program } = haproxy
  const shared = fileContext()
  let cells: Cells
  let receiver: WebhookReceiver

  test.before(async () => {
    receiver = await startReceiver(shared)
    receiver.host.routes.set(`/${canary}`, status(204))
    cells = await startCells(shared, program, { OUTBOUND_ALLOW: receiver.pair })
  })

  for (const name of ['home', 'b'] as const)
    test.serial(`every operation succeeds through the proxy for a partner of the cell ${name}`, async (t) => {
      const client = await cells[name].enter('whole')
      const world = await makeWorld(client, receiver.host.origin)
      t.deepEqual(world.missing, {})
      for (const operation of operations.toSorted(byDanger)) {
        const { ids, body } = await fitting(client, operation, world)
        const target = targetOf(operation, ids)
        const answer = await client.send(operation.method, target, operation.takesBody ? body : undefined)
        t.true(answer.status < 300, `${operation.method} ${target}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
    })

  test.serial(
    "a new line in the map immediately sends an old key, or a partner's links, to another cell",
    async (t) => {
      const client = await cells.b.enter('old', { isOld: true })
      const { status, body } = await client.get('/v1/usage')
      t.deepEqual(
        [status, body.details[0].code],
        [401, 'unknown_key'],
        'a key that names no cell is sent to the default cell',
      )
      const { map, command } = cells.proxy
      t.is((await command(`add map ${map} ${fingerprintOf(client.key)} b`)).trim(), '')
      t.is((await client.get('/v1/usage')).status, 200)

      await client.generate('job-1')
      await client.score('job-1', 'app-1', { resumeUrl: 'https://fixtures.sandbox.invalid/strong' })
      const { url } = (await client.post('/v1/jobs/job-1/applications/app-1/score/report-links', {})).body
      t.is((await fetch(url)).status, 200)
      const unnamed = (url as string).replace('.b.', '.')
      t.is((await fetch(unnamed)).status, 404, 'a link that names no cell is sent to the default cell')
      t.is((await command(`add map ${map} ${linkTagOf(client.partnerId)} b`)).trim(), '')
      t.is((await fetch(unnamed)).status, 200)
    },
  )

  test.serial(
    'requests without a key, and keys that name a cell that does not exist, reach the default cell',
    async (t) => {
      const home = new URL(cells.home.url)
      for (const path of ['/docs', '/openapi.json', '/errors/not-found', '/readyz']) {
        const [answer, there] = await Promise.all(
          [cells.proxy.url, home.origin].map((url) => fetch(new URL(path, url))),
        )
        t.is(answer?.status, 200, path)
        t.is(await answer?.text(), await there?.text())
      }
      const client = await cells.home.enter('elsewhere')
      const key = makeKey('SANDBOX', 'c')
      const { status, body } = await new Client(t, client.url, key, 'acme', '', '').get('/v1/usage')
      t.deepEqual([status, body.details[0].code], [401, 'unknown_key'])
    },
  )

  test.serial(
    'when a partner moves under load, nothing is lost or done twice, and only its own writes wait',
    async (t) => {
      t.timeout(rounds * 120_000)
      for (let round = 1; round <= rounds; round += 1) {
        const { home, b } = cells
        const [mover, neighbour, there] = await Promise.all([
          begin(home, `mover ${round}`),
          begin(home, `neighbour ${round}`),
          begin(b, `there ${round}`),
        ])
        await delay(aroundMs)
        const report = await move(t, `mover ${round}`)
        await delay(aroundMs)
        const ended = [settle(t, b, mover), settle(t, home, neighbour), settle(t, b, there)]
        const counts = await Promise.all(ended)
        const { refused, pausedMs } = mover.work
        const figures = `${counts} jobs, ${refused.writes} writes and ${refused.reads} reads refused within ${Math.round(pausedMs)} ms`
        t.log(`round ${round}: ${report.trim()}; ${figures}`)
        t.true(pausedMs <= pausedMsMax, figures)
        for (const { work } of [neighbour, there]) t.deepEqual(work.refused, { writes: 0, reads: 0 })
      }
    },
  )

  test.serial('a command killed at any time can be repeated until it succeeds, and nothing is lost', async (t) => {
    t.timeout(240_000)
    const { home, b } = cells
    const [mover, neighbour] = await Promise.all([begin(home, 'killed'), begin(home, 'its neighbour')])
    const said: string[] = []
    // The command is killed later each time, so that it dies in each of its steps.
    for (let afterMs = 2_000; ; afterMs *= 1.2 + Math.random() * 0.4) {
      const { child, output } = startMove(t, 'killed')
      const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
      const [code] = (await once(child, 'exit')) as [number | null]
      clearTimeout(timer)
      said.push((await output).trim().split('\n').at(-1) as string)
      if (code === 0) break
      t.is(code, null, 'it only ends when it is killed')
    }
    t.log(said.map((line) => line || 'starting').join('; '))
    t.true((await settle(t, b, mover)) > 0)
    await settle(t, home, neighbour)
    t.deepEqual(neighbour.work.refused, { writes: 0, reads: 0 })
  })

  test.serial("while a cell is down, the requests of the other cell's partners succeed", async (t) => {
    const [home, b] = await Promise.all([cells.home.enter('up'), cells.b.enter('down')])
    const statusOf = async ({ key }: Client) =>
      (await fetch(`${cells.proxy.url}/v1/usage`, { headers: { Authorization: `Bearer ${key}` } })).status
    t.is(await statusOf(b), 200)
    await endMember(cells.b.members[0] as Member)
    t.is(await statusOf(b), 503)
    t.is(await statusOf(home), 200)
  })

  type Partner = { work: Work; inbox: Inbox; link: string }

  async function begin(cell: Cell, name: string): Promise<Partner> {
    const client = await cell.enter(name)
    const inbox = receiver.inbox(`/${name.replace(' ', '-')}`)
    await client.post('/v1/webhook-endpoints', { url: inbox.url, events: ['score.completed'] })
    await client.generate('job-1')
    const work = startWork(client)
    await until('there is a score to link to', () => work.jobs.has('app-1'))
    const { body } = await client.post('/v1/jobs/job-1/applications/app-1/score/report-links', {})
    return { work, inbox, link: body.url }
  }

  /** Returns the arguments and settings of the command that moves a partner to the cell `b`. */
  function commandOf(t: ExecutionContext, name: string) {
    const { proxy, home, b } = cells
    const file = join(privateFolder(t), 'b.env')
    const lines = Object.entries(b.settings).map((setting) => `${setting.join('=')}\n`)
    writeFileSync(file, lines.join(''))
    const terms = ['--to', 'b', '--settings', file, '--map', proxy.map, '--proxies', proxy.socket]
    return { command: ['node', 'src/cli.ts', 'partners', 'move', name, ...terms] as const, settings: home.settings }
  }

  /** Moves a partner to the cell `b` with the operator's command, and returns the command's output. */
  async function move(t: ExecutionContext, name: string): Promise<string> {
    const { command, settings } = commandOf(t, name)
    const { code, stdout, stderr } = await runProcess(t, settings, [...command])
    t.is(code, 0, stderr)
    return stdout
  }

  /** Starts the same command for a test that kills it. `output` resolves to the lines about its progress. */
  function startMove(t: ExecutionContext, name: string) {
    const { command, settings } = commandOf(t, name)
    const [program, ...args] = command
    const child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, ...settings },
    })
    return { child, output: text(child.stderr) }
  }

  /**
   * Checks that each of the partner's jobs is completed, billed, in the feed and delivered exactly once. Returns the
   * number of jobs.
   */
  async function settle(t: ExecutionContext, { database }: Cell, { work, inbox, link }: Partner): Promise<number> {
    await work.rest()
    const accepted = [...work.jobs.values()].toSorted()
    const listIds = async (sql: string) =>
      (await database.select<{ id: string }>(sql, [work.client.partnerId])).map(({ id }) => id).toSorted()
    const listEnded = () => listIds(`SELECT id FROM scoring_jobs WHERE partnerId = $1 AND status = 'COMPLETED'`)
    await until('each job has ended', async () => (await listEnded()).length >= accepted.length)
    t.deepEqual(await listIds('SELECT id FROM scoring_jobs WHERE partnerId = $1'), accepted)
    t.deepEqual(await listIds('SELECT scoringJobId AS id FROM usage_units WHERE partnerId = $1'), accepted)
    await work.fed(accepted.length)
    t.deepEqual([...work.feed.values()].toSorted(), accepted)
    await until('each event is delivered', () => new Set(inbox.ids()).size >= accepted.length)
    t.deepEqual([...new Set(inbox.ids())].toSorted(), [...work.feed.keys()].toSorted())
    t.deepEqual(work.faults, [])
    t.is((await fetch(link)).status, 200, 'a report link works in each cell')
    return accepted.length
  }
}
