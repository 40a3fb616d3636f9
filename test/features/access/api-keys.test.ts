import test, { type ExecutionContext } from 'ava'
import { defaultPermissions, permissions, revokeKey } from '../../../src/features/access/api-keys.ts'
import { MINUTE, toIso } from '../../../src/kit/time.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { backend, Client, startHarness, type Harness, type Options } from '../../support/harness.ts'
import { until } from '../../tools/until.ts'

const path = '/v1/api-keys'

/** Starts a server, and returns a client that may create keys. */
async function start(t: ExecutionContext, options: Options = {}) {
  const clock = new HandClock()
  const harness = await startHarness(t, { ...options, overrides: { clock, ...options.overrides } })
  return { harness, clock, client: await harness.client({ permissions: [...permissions] }) }
}

/** Returns a client with the same partner and tenant but another key. */
function under(t: ExecutionContext, client: Client, { apiKey, key }: { apiKey: { id: string }; key: string }): Client {
  return new Client(t, client.url, key, client.tenant, client.partnerId, apiKey.id)
}

test('a new key works immediately, and only the response that creates it shows it', async (t) => {
  const { client, clock } = await start(t)
  const { status, headers, body } = await client.post(path, { name: 'nightly import' })
  t.is(status, 201)
  t.regex(body.key, /^sk_test_\w{38}$/)
  t.deepEqual(body.apiKey, {
    id: body.apiKey.id,
    name: 'nightly import',
    lastFour: body.key.slice(-4),
    permissions: defaultPermissions,
    createdAt: toIso(clock.instant),
    lastUsedAt: null,
    revokedAt: null,
    expiresAt: null,
  })
  t.is(headers.location, `${path}/${body.apiKey.id}`)
  const read = await client.get(headers.location as string)
  t.deepEqual(read.body, { apiKey: body.apiKey })
  t.is((await under(t, client, body).get('/v1/jobs/job-1/criteria')).status, 404)
  const live = await client.post(path, {}, { 'X-Tenant-Id': '' })
  t.is(live.body.apiKey.name, null, 'neither a name nor a tenant is required')
})

test("a new key can have its creator's permissions, and by default has all of them except `keys`", async (t) => {
  const { harness, client } = await start(t)
  const grants = async (maker: Client, body: object) => (await maker.post(path, body)).body.apiKey?.permissions
  t.deepEqual(await grants(client, { permissions: ['keys', 'criteria.read'] }), ['criteria.read', 'keys'])
  const { partnerId } = client
  const small = await harness.client({ partnerId, permissions: ['keys', 'scoring.read'] })
  t.deepEqual(await grants(small, {}), ['scoring.read'])
  const bare = await harness.client({ partnerId, permissions: ['keys'] })
  t.deepEqual(await grants(bare, {}), [])
  const { status, body } = await small.post(path, { permissions: ['webhooks', 'scoring.read', 'criteria.read'] })
  t.is(status, 403)
  t.is(body.code, 'FORBIDDEN')
  t.deepEqual(
    body.details.map(({ code }: { code: string }) => code),
    ['missing_permission', 'missing_permission'],
  )
  t.regex(body.details[0].message, /webhooks/)
  t.regex(body.details[1].message, /criteria\.read/)
})

test('a key can revoke itself, and another key only if it has all permissions of that key', async (t) => {
  const { harness, client } = await start(t)
  const { partnerId } = client
  const small = await harness.client({ partnerId, permissions: ['keys', 'scoring.read'] })
  const below = await harness.client({ partnerId, permissions: ['scoring.read'] })
  const { status, body } = await small.send('DELETE', `${path}/${client.keyId}`)
  t.is(status, 403)
  t.is(body.code, 'FORBIDDEN')
  t.deepEqual(new Set(body.details.map(({ code }: { code: string }) => code)), new Set(['missing_permission']))
  t.is((await client.get(`${path}/${client.keyId}`)).body.apiKey.revokedAt, null)
  for (const { keyId } of [below, small]) t.is((await small.send('DELETE', `${path}/${keyId}`)).status, 204)
})

test('without the permission `keys`, a caller cannot create, read or revoke keys', async (t) => {
  const { harness, client } = await start(t)
  const other = await harness.client({ partnerId: client.partnerId })
  for (const [method, place] of [
    ['POST', path],
    ['GET', path],
    ['GET', `${path}/${client.keyId}`],
    ['DELETE', `${path}/${client.keyId}`],
  ] as const) {
    const answer = await other.send(method, place, method === 'POST' ? {} : undefined)
    t.is(answer.status, 403, `${method} ${place}`)
    t.regex(answer.body.details[0].message, /permission keys/)
  }
})

test('the contract decides which names, permissions and other members a new key may have', async (t) => {
  const { client } = await start(t)
  for (const body of [
    { name: '' },
    { name: ' \n' },
    { name: 'x'.repeat(101) },
    { name: 'a\u001b[2J' },
    { name: 'a\u009b2J' },
    { name: 'a\nb' },
    { permissions: [] },
    { permissions: ['everything'] },
    { permissions: ['keys', 'keys'] },
    { environment: 'PRODUCTION' },
  ])
    t.is((await client.post(path, body)).status, 400, JSON.stringify(body))
})

test("a repeat of a key's creation neither creates a second key nor shows the key again", async (t) => {
  const { client } = await start(t)
  const first = await client.post(path, { name: 'a' }, { 'Idempotency-Key': 'k' })
  const second = await client.post(path, { name: 'a' }, { 'Idempotency-Key': 'k' })
  t.is(second.status, 201)
  t.is(second.headers['idempotent-replayed'], 'true')
  t.is(second.headers.location, first.headers.location)
  t.deepEqual(second.body, { apiKey: first.body.apiKey })
  t.is((await client.get(path)).body.data.length, 2)
})

test("another partner's or environment's keys get the same 404 as unknown ids", async (t) => {
  const { harness, client } = await start(t)
  const all = [...permissions]
  const strangers = [
    await harness.client({ permissions: all }),
    await harness.client({ permissions: all, partnerId: client.partnerId, environment: 'PRODUCTION' }),
  ]
  const unknown = 'key_01890000-0000-7000-8000-000000000000'
  for (const id of [...strangers.map(({ keyId }) => keyId), unknown, 'key_x', client.partnerId]) {
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await client.send(method, `${path}/${id}`)
      t.is(status, 404, `${method} ${id}`)
      t.is(body.code, 'NOT_FOUND')
    }
  }
  for (const stranger of [client, ...strangers]) {
    const { data } = (await stranger.get(path)).body
    t.deepEqual(
      data.map(({ id }: { id: string }) => id),
      [stranger.keyId],
    )
  }
})

test('keys are listed newest first, page by page, including revoked ones', async (t) => {
  const { client, clock } = await start(t)
  const made = [client.keyId]
  for (let count = 0; count < 4; count += 1) {
    clock.instant += 1
    made.unshift((await client.post(path, {})).body.apiKey.id)
  }
  await client.send('DELETE', `${path}/${made[0]}`)
  const pages: string[][] = []
  let query = '?limit=2'
  while (query !== '') {
    const { body } = await client.get(`${path}${query}`)
    pages.push(body.data.map(({ id }: { id: string }) => id))
    query = body.nextCursor === null ? '' : `?limit=2&cursor=${body.nextCursor}`
  }
  t.deepEqual(pages, [made.slice(0, 2), made.slice(2, 4), made.slice(4)])
  const whole = (await client.get(path)).body
  t.deepEqual([whole.data.length, whole.nextCursor], [5, null])
  t.is(whole.data[0].revokedAt, toIso(clock.instant))
  for (const cursor of ['x', Buffer.from(client.partnerId).toString('base64url')])
    t.is((await client.get(`${path}?cursor=${cursor}`)).status, 400)
})

/** Returns a second server on the same data if the backend allows one, otherwise the same server. */
async function anotherUrl(harness: Harness, clock: HandClock): Promise<string> {
  const { url } =
    backend === 'services' ? await harness.startAnother({ role: 'api', overrides: { clock } }) : harness.server
  return url as string
}

test('every server refuses a revoked key within 5 seconds, and a second revocation gets the same response', async (t) => {
  const { harness, client, clock } = await start(t)
  const { body } = await client.post(path, {})
  const revoked = under(t, client, body)
  const there = revoked.at(await anotherUrl(harness, clock))
  for (const side of [revoked, there]) t.is((await side.get('/v1/jobs/a/criteria')).status, 404)
  const revoke = () =>
    client.send('DELETE', `${path}/${body.apiKey.id}`, undefined, { 'Idempotency-Key': `at ${clock.instant}` })
  t.is((await revoke()).status, 204)
  const replay = await revoke()
  t.deepEqual([replay.status, replay.headers['idempotent-replayed']], [204, 'true'])
  const { revokedAt } = (await client.get(`${path}/${body.apiKey.id}`)).body.apiKey
  t.is(revokedAt, toIso(clock.instant))
  clock.instant += 4_999
  for (const side of [revoked, there]) t.is((await side.get('/v1/jobs/a/criteria')).status, 401)
  t.is((await revoke()).status, 204)
  t.is((await client.get(`${path}/${body.apiKey.id}`)).body.apiKey.revokedAt, revokedAt)
})

test('a caller may revoke its own key, and the same server immediately refuses the key', async (t) => {
  const { harness, client } = await start(t)
  const own = await harness.client({ partnerId: client.partnerId, permissions: ['keys'] })
  t.is((await own.send('DELETE', `${path}/${own.keyId}`)).status, 204)
  t.is((await own.get(path)).status, 401)
})

test('a key that another process has revoked cannot create a key, even while this process still has it cached', async (t) => {
  const { harness, client } = await start(t)
  const own = await harness.client({ partnerId: client.partnerId, permissions: ['keys'] })
  t.is((await own.get(path)).status, 200)
  await revokeKey(harness.server.services, own.keyId)
  t.is((await own.get(path)).status, 200, 'the key is still cached')
  const { status, headers, body } = await own.post(path, {})
  t.is(status, 401)
  t.is(body.code, 'UNAUTHORIZED')
  t.is(headers['www-authenticate'], 'Bearer')
  t.is((await client.get(path)).body.data.length, 2)
})

test('jobs that were accepted with a key finish after it is revoked', async (t) => {
  const { harness, client, clock } = await start(t)
  await client.generate('job-1')
  const old = await harness.client({ partnerId: client.partnerId })
  const resumeUrl = 'https://fixtures.sandbox.invalid/slow'
  const { headers } = await old.post('/v1/jobs/job-1/applications/a/scoring-jobs', { resumeUrl })
  await client.send('DELETE', `${path}/${old.keyId}`)
  clock.instant += 10_000
  t.is((await old.get(headers.location as string)).status, 401)
  t.is((await client.ended(headers.location as string)).body.status, 'completed')
})

test("the last use is shown to the minute, and is never before the key's creation", async (t) => {
  const { client, clock } = await start(t)
  const { body } = await client.post(path, {})
  const used = under(t, client, body)
  const lastUsedAt = async () => (await client.get(`${path}/${used.keyId}`)).body.apiKey.lastUsedAt
  t.is(await lastUsedAt(), null)
  await used.get('/v1/jobs/a/criteria')
  t.is(await until('the first use is noted', lastUsedAt), body.apiKey.createdAt)
  clock.instant += 2 * MINUTE
  await used.get('/v1/jobs/a/criteria')
  await until('the second use is noted', async () => (await lastUsedAt()) !== body.apiKey.createdAt)
  t.is(await lastUsedAt(), toIso(clock.instant - (clock.instant % MINUTE)))
})

test('before a server stops, it writes when keys were last used', async (t) => {
  const { harness, client } = await start(t)
  const keys = await Promise.all(Array.from({ length: 5 }, () => client.post(path, {})))
  await Promise.all(keys.map(({ body }) => under(t, client, body).get('/v1/jobs/a/criteria')))
  await harness.server.stop()
  t.deepEqual(
    harness.log.filter((line) => line.includes('could not record when an API key was last used')),
    [],
  )
})
