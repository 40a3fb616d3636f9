/**
 * The commands `partners move` and `partners purge`: what they refuse, which routes they change, and what they leave
 * behind.
 */
import test, { type ExecutionContext } from 'ava'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cellCommands } from '../../../src/cli/cells.ts'
import { apiKeyCommands } from '../../../src/cli/keys.ts'
import { partnerCommands } from '../../../src/cli/partners.ts'
import { fingerprintOf } from '../../../src/features/access/api-key-text.ts'
import { linkTagOf } from '../../../src/features/scoring/report/links.ts'
import { MINUTE } from '../../../src/kit/time.ts'
import type { Services } from '../../../src/platform/services.ts'
import { partnerRows } from '../../../src/tables/moving/partner-rows.ts'
import { operate } from '../../cli/operate.ts'
import { fixture } from '../../support/scoring.ts'
import { until } from '../../tools/until.ts'
import { between, nameOf, startCells } from './scene.ts'

/** Starts a server that imitates the commands of HAProxy's runtime API with which routes are changed. */
async function startRuntime(t: ExecutionContext, file: string) {
  const lines = new Map<string, string>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', (bytes) => {
      const [verb, , , key = '', value = ''] = `${bytes}`.trim().split(' ')
      if (verb === 'show') return socket.end(`# id (file) description\n1 (${file}) pattern loaded from file\n`)
      if (verb === 'set' && !lines.has(key)) return socket.end('entry not found.\n')
      lines.set(key, value)
      socket.end('\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { lines, address: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function startScene(t: ExecutionContext) {
  const cells = await startCells(t)
  const folder = mkdtempSync(join(tmpdir(), 'screening-cells-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const client = await cells.a.client()
  const [map, env] = [join(folder, 'cells.map'), join(folder, 'b.env')]
  const writeSettings = (changes: Record<string, string> = {}) =>
    writeFileSync(
      env,
      Object.entries({ ...cells.b.settings, ...changes })
        .map(([name, value]) => `${name}='${value}'\n`)
        .join(''),
    )
  writeSettings()
  const { services } = cells.a.server
  const run = (...words: string[]) => operate(services, cellCommands['partners move'], ...words)
  // The pause is so long that a move does not fail on a busy machine.
  const where = ['--settings', env, '--map', map, '--pause', '60']
  return { ...cells, client, map, writeSettings, services, run, where, name: await nameOf(cells.a, client) }
}

/** Returns the message that the operator reads. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (failure: Error & { details?: { message: string }[] }) => failure,
  )
  return error?.details?.[0]?.message ?? error?.message ?? 'it succeeded'
}

test.serial(
  'a move writes a line for each key, and one for the report links, into the map file and into each running proxy',
  async (t) => {
    const { client, name, map, run, where, b } = await startScene(t)
    const { lines, address } = await startRuntime(t, map)
    writeFileSync(map, `other b\n${fingerprintOf(client.key)} a\n`)
    const second = ['--proxies', address]
    const moved = (await run(name, '--to', 'b', ...where, ...second)) as { rows: number; heldMs: number }
    t.like(moved, { partner: name, cell: 'b' })
    t.true(moved.rows > 0 && moved.heldMs < 60_000)
    const names = [fingerprintOf(client.key), linkTagOf(client.partnerId)]
    t.deepEqual(
      readFileSync(map, 'utf8').trim().split('\n').sort(),
      ['other b', ...names.map((line) => `${line} b`)].sort(),
    )
    t.deepEqual([...lines.keys()].sort(), names.sort())
    t.is((await client.at(b.server.url as string).get('/v1/usage')).status, 200)
    t.deepEqual(
      await run(name, '--to', 'b', ...where, ...second),
      { partner: name, cell: 'b' },
      'a repeat changes nothing',
    )
  },
)

test.serial('a move that cannot succeed is refused before anything changes', async (t) => {
  const { client, name, map, run, where, writeSettings, services, b } = await startScene(t)
  const refused = async (words: string[], message: RegExp) => t.regex(await refusal(run(...words)), message)
  await refused([name, '--to', 'c', ...where], /contains the settings of cell b, not of c/)
  await refused(['nobody', '--to', 'b', ...where], /^there is no partner "nobody" here$/)
  await refused([name, '--to', 'b', ...where, '--pause', '0'], /^--pause is "0": give seconds/)
  await refused(
    [name, '--to', 'b', ...where, '--proxies', '127.0.0.1:1'],
    /^the proxy at 127.0.0.1:1 cannot be reached/,
  )
  const { address } = await startRuntime(t, `${map}.other`)
  await refused(
    [name, '--to', 'b', ...where, '--proxies', address],
    /has no map .*: give --map the path in its configuration$/,
  )
  writeSettings({ SECRET_KEY: Buffer.alloc(32, 8).toString('base64') })
  await refused([name, '--to', 'b', ...where], /lacks a secret key of this cell/)
  writeSettings({ CELL: 'a' })
  await refused([name, '--to', 'a', ...where], /^this is cell a: run the command in the cell that the partner leaves$/)
  writeSettings()
  const twin = await b.client()
  t.is(await nameOf(b, twin), name)
  await refused([name, '--to', 'b', ...where], /^cell b has another partner/)
  t.is((await client.post('/v1/criteria-library', { text: 'Welding', importance: 'PREFERRED' })).status, 201)
  const [listed] = (await operate(services, partnerCommands['partners list'])) as { cell: string | null }[]
  t.is(listed?.cell, null)
})

test.serial(
  "after a move, the old cell refuses the operator's changes and says to which cell the partner has moved",
  async (t) => {
    const { client, name, run, where, services } = await startScene(t)
    await run(name, '--to', 'b', ...where)
    const message = `partner "${name}" lives in cell b: run the command there`
    t.is(await refusal(operate(services, apiKeyCommands['keys revoke'], client.keyId)), message)
    const create = ['--partner', name, '--environment', 'sandbox']
    t.is(await refusal(operate(services, apiKeyCommands['keys create'], ...create)), message)
    t.is(await refusal(operate(services, partnerCommands['partners suspend'], name)), message)
    const [listed] = (await operate(services, partnerCommands['partners list'])) as { cell: string | null }[]
    t.is(listed?.cell, 'b')
  },
)

test.serial('a purge deletes the copy that a move left behind, and afterwards the partner can move back', async (t) => {
  const { client, name, run, where, services, a, b, move } = await startScene(t)
  await client.generate('job-1')
  await client.score('job-1', 'app-1', { resumeUrl: fixture('strong') })
  const purge = cellCommands['partners purge']
  t.is(await refusal(operate(services, purge, name)), `partner "${name}" has not moved: there is no copy to delete`)
  const other = await a.client()
  await other.generate('job-1')
  await run(name, '--to', 'b', ...where)
  t.regex(await refusal(operate(services, purge, name)), /^responses may still read the copy/)
  const { clock } = services
  const later = {
    now: () => clock.now() + 3 * MINUTE,
    ago: (ms: number) => clock.ago(ms) + 3 * MINUTE,
  } as Services['clock']
  const purged = (await operate({ ...services, clock: later }, purge, name)) as { rows: number }
  t.true(purged.rows > 5)
  for (const { table, from } of partnerRows) {
    const rows = await services.database.select(`SELECT r.* FROM ${from[0]}`, [client.partnerId])
    t.is(rows.length, table.name === 'api_keys' ? 1 : 0, table.name)
  }
  t.is((await other.get('/v1/jobs/job-1/criteria')).status, 200, 'another partner keeps its rows')
  await until('the old cell refuses', async () => (await client.get('/v1/usage')).status === 503)
  const there = client.at(b.server.url as string)
  t.is((await there.get('/v1/jobs/job-1/applications/app-1/score')).status, 200)
  t.truthy(await move(name, between(b, a)))
  t.is((await client.get('/v1/jobs/job-1/applications/app-1/score')).status, 200)
})
