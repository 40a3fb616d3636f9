/** Two cells behind HAProxy: each request reaches the cell of its partner, also after the partner has moved. */
import test from 'ava'
import { fingerprintOf, makeKey } from '../../../src/features/access/api-key-text.ts'
import { linkTagOf } from '../../../src/features/scoring/report/links.ts'
import { operations } from '../../support/contract/operations.ts'
import { fileContext } from '../../support/contract/server.ts'
import { byDanger, canary, fitting, makeWorld, targetOf } from '../../support/contract/world.ts'
import { startCells, type Cells } from './scene.ts'
import { Client } from '../../support/harness.ts'
import { startResumeHost, status } from '../../tools/fakes/resume-host.ts'
import { endMember, type Member } from '../../tools/services/cluster.ts'
import { findHaproxy } from '../../tools/services/packages.ts'

const haproxy = findHaproxy()
if (haproxy.path === null) {
  test('HAProxy is there', (t) => {
    if (process.env.CI === 'true') t.fail(haproxy.reason)
    else t.log(haproxy.reason)
    t.pass()
  })
} else {
  const { path: program } = haproxy
  const shared = fileContext()
  let cells: Cells
  let receiver: string

  test.before(async () => {
    const host = await startResumeHost({ [`/${canary}`]: status(204) })
    shared.teardown(() => host.stop())
    receiver = host.origin
    cells = await startCells(shared, program, { OUTBOUND_ALLOW: host.pair })
  })

  for (const name of ['home', 'b'] as const)
    test.serial(`every operation succeeds through the proxy for a partner of the cell ${name}`, async (t) => {
      const client = await cells[name].enter('whole')
      const world = await makeWorld(client, receiver)
      t.deepEqual(world.missing, {})
      for (const operation of operations.toSorted(byDanger)) {
        const { ids, body } = await fitting(client, operation, world)
        const target = targetOf(operation, ids)
        const answer = await client.send(operation.method, target, operation.takesBody ? body : undefined)
        t.true(answer.status < 300, `${operation.method} ${target}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
    })

  test.serial('a line of the map sends an old key, or the links of a partner, to another cell at once', async (t) => {
    const client = await cells.b.enter('old', { isOld: true })
    const { status, body } = await client.get('/v1/usage')
    t.deepEqual(
      [status, body.details[0].code],
      [401, 'unknown_key'],
      'a key without a name belongs to the default cell',
    )
    const { map, command } = cells.proxy
    t.is((await command(`add map ${map} ${fingerprintOf(client.key)} b`)).trim(), '')
    t.is((await client.get('/v1/usage')).status, 200)

    await client.generate('job-1')
    await client.score('job-1', 'app-1', { resumeUrl: 'https://fixtures.sandbox.invalid/strong' })
    const { url } = (await client.post('/v1/jobs/job-1/applications/app-1/score/report-links', {})).body
    t.is((await fetch(url)).status, 200)
    const unnamed = (url as string).replace('.b.', '.')
    t.is((await fetch(unnamed)).status, 404, 'a link without a name belongs to the default cell')
    t.is((await command(`add map ${map} ${linkTagOf(client.partnerId)} b`)).trim(), '')
    t.is((await fetch(unnamed)).status, 200)
  })

  test.serial('requests without a key, and keys of a cell that does not exist, reach the default cell', async (t) => {
    const home = new URL(cells.home.url)
    for (const path of ['/docs', '/openapi.json', '/errors/not-found', '/readyz']) {
      const [answer, there] = await Promise.all([cells.proxy.url, home.origin].map((url) => fetch(new URL(path, url))))
      t.is(answer?.status, 200, path)
      t.is(await answer?.text(), await there?.text())
    }
    const client = await cells.home.enter('elsewhere')
    const key = makeKey('SANDBOX', 'c')
    const { status, body } = await new Client(t, client.url, key, 'acme', '', '').get('/v1/usage')
    t.deepEqual([status, body.details[0].code], [401, 'unknown_key'])
  })

  test.serial('while a cell is down, partners of the other cell notice nothing', async (t) => {
    const [home, b] = await Promise.all([cells.home.enter('up'), cells.b.enter('down')])
    const statusOf = async ({ key }: Client) =>
      (await fetch(`${cells.proxy.url}/v1/usage`, { headers: { Authorization: `Bearer ${key}` } })).status
    t.is(await statusOf(b), 200)
    await endMember(cells.b.members[0] as Member)
    t.is(await statusOf(b), 503)
    t.is(await statusOf(home), 200)
  })
}
