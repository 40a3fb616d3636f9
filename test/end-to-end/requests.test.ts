import test from 'ava'
import { revokeKey } from '../../src/features/access/api-keys.ts'
import { startHarness } from '../support/harness.ts'
import { sendRaw } from '../support/raw-http.ts'

const generations = '/v1/jobs/job-1/criteria-generations'

test('an unknown path gets NOT_FOUND, even without a key', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const path of [
    '/',
    '/v1',
    '/v2/jobs/a/criteria',
    '/v1/jobs/a/criteria/',
    '/V1/jobs/a/criteria',
    '/v1/jobs//criteria',
  ]) {
    const { status, body } = await client.get(path, { Authorization: '' })
    t.is(status, 404, path)
    t.is(body.code, 'NOT_FOUND')
    t.is(body.type, '/errors/not-found')
    t.false(body.retryable)
  }
})

test('a browser is redirected from / to the reference, and gets an error page for an unknown path outside /v1', async (t) => {
  const client = await (await startHarness(t)).client()
  const browse = (path: string) =>
    fetch(client.url + path, { redirect: 'manual', headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
  const home = await browse('/')
  t.deepEqual([home.status, home.headers.get('location')], [303, 'docs'])
  const missing = await browse('/guides/%3Cb%3Enothing')
  t.is(missing.status, 404)
  t.is(missing.headers.get('content-type'), 'text/html; charset=utf-8')
  t.is(missing.headers.get('content-security-policy'), "default-src 'none'; style-src 'unsafe-inline'")
  const page = await missing.text()
  t.true(page.includes('href="../docs"'))
  t.false(page.includes('nothing'), 'the page shows nothing of the request')
  t.is((await browse('/v1/nothing')).headers.get('content-type'), 'application/json; charset=utf-8')
})

test('an unsupported method on a known path gets 405 with Allow, even without a key', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const [method, path, allow] of [
    ['DELETE', generations, 'POST'],
    ['POST', '/livez', 'GET, HEAD'],
    ['OPTIONS', '/v1/jobs/a/criteria', 'GET, PUT, DELETE, HEAD'],
  ] as const) {
    const { status, headers, body } = await client.send(method, path, undefined, { Authorization: '' })
    t.is(status, 405)
    t.is(headers.allow, allow)
    t.is(body.code, 'VALIDATION_ERROR')
  }
})

test('a missing, malformed, unknown or revoked key gets UNAUTHORIZED with the reason, before anything else is checked', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const wrongSum = client.key.slice(0, -1) + (client.key.endsWith('0') ? '1' : '0')
  const { services } = harness.server
  const [unknown, revoked] = [await harness.client(), await harness.client()]
  await services.database.execute('DELETE FROM api_keys WHERE id = $1', [unknown.keyId])
  await revokeKey(services, revoked.keyId)
  for (const [authorization, reason] of [
    ['', 'missing_key'],
    ['Bearer', 'not_bearer'],
    [`Basic ${client.key}`, 'not_bearer'],
    [`Bearer ${client.key} x`, 'not_bearer'],
    ['Bearer sk_test_short', 'malformed_key'],
    [`Bearer ${wrongSum}`, 'malformed_key'],
    [`Bearer ${client.key}\u00e9`, 'malformed_key'],
    [`Bearer ${unknown.key}`, 'unknown_key'],
    [`Bearer ${revoked.key}`, 'revoked_key'],
  ] as const) {
    const { status, headers, body } = await client.send('POST', generations, '{ not even json', {
      Authorization: authorization,
      'X-Tenant-Id': '',
    })
    t.is(status, 401, authorization)
    t.is(headers['www-authenticate'], 'Bearer')
    t.is(body.code, 'UNAUTHORIZED')
    t.deepEqual(
      body.details.map(({ code }: { code: string }) => code),
      [reason],
    )
    t.false(body.retryable)
  }
})

test("a key without the permission gets FORBIDDEN with the permission's name", async (t) => {
  const client = await (await startHarness(t)).client({ permissions: ['scoring.read'] })
  const { status, body } = await client.get('/v1/jobs/a/criteria')
  t.is(status, 403)
  t.is(body.code, 'FORBIDDEN')
  t.is(body.details[0].code, 'missing_permission')
  t.regex(body.details[0].message, /criteria\.read/)
})

test('a missing or malformed tenant gets VALIDATION_ERROR', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const tenant of ['', '.', '..', 'a b', 'ä', 'x'.repeat(129), 'a/b']) {
    const { status, body } = await client.get('/v1/jobs/a/criteria', {
      'X-Tenant-Id': tenant === 'ä' ? '\u00e4' : tenant,
    })
    t.is(status, 400, tenant)
    t.is(body.details[0].field, 'X-Tenant-Id')
  }
})

test('a repeated header that decides identity or meaning is refused, and its values are never joined', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const head = (lines: string[]) => `GET /v1/jobs/a/criteria HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  const all = ['Host: a', `Authorization: Bearer ${client.key}`, 'X-Tenant-Id: acme']
  for (const twice of [...all, 'Content-Type: application/json', 'If-Match: "a"', 'Idempotency-Key: a']) {
    const { status, body } = await sendRaw(
      harness.server.url as string,
      head([...all.filter((line) => line !== twice), twice, twice]),
    )
    t.is(status, 400, twice)
    t.is((body as { code: string }).code, 'VALIDATION_ERROR')
  }
})

test('requests that the HTTP parser refuses also get a JSON error body', async (t) => {
  const harness = await startHarness(t)
  const url = harness.server.url as string
  const cases: [string | Buffer, number][] = [
    ['NONSENSE\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\n\r\n', 400],
    ['GET /livez\r\n\r\n', 400],
    ['GET /livez HTTP/0.9\r\nHost: a\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n', 400],
    ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    [`GET /${'x'.repeat(45_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414],
    ['CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['GET http://[/v1 HTTP/1.1\r\nHost: a\r\n\r\n', 404],
    ['GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n', 404],
    ['GET /v1/jobs/%zz/criteria HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ]
  for (const [text, expected] of cases) {
    t.is((await sendRaw(url, text)).status, expected, String(text).slice(0, 60))
  }
})

test('unknown query parameters are refused', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const query of ['a=1', 'a=1&a=2', 'a[b]=1', '__proto__=1'])
    t.is((await client.get(`/v1/jobs/a/criteria?${query}`)).status, 400, query)
})

test("the caller's trace id is returned in a header and in the body", async (t) => {
  const client = await (await startHarness(t)).client()
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const { headers, body } = await client.get('/nowhere', { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
  t.is(headers['x-trace-id'], traceId)
  t.is(body.traceId, traceId)
  const { headers: other } = await client.get('/livez', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` })
  t.not(other['x-trace-id'], '0'.repeat(32))
})

test('a server accepts a HEAD request as its first request, and a request whose target is an absolute URL', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  t.is((await client.send('HEAD', '/readyz')).status, 200)
  const head = `Host: a\r\nAuthorization: Bearer ${client.key}\r\nX-Tenant-Id: acme\r\n\r\n`
  const { body } = await sendRaw(harness.server.url as string, `GET http://a/v1/jobs/a/criteria HTTP/1.1\r\n${head}`)
  t.is((body as { code: string }).code, 'JOB_NOT_FOUND')
})
