import test from 'ava'
import { connect } from 'node:net'
import { startHarness } from '../../support/harness.ts'
import { sendRaw } from '../../support/raw-http.ts'

const generations = '/v1/jobs/job-1/criteria-generations'
const jobContext = { jobDescription: 'Requirements: TypeScript' }

test('an unknown route is NOT_FOUND and needs no key', async (t) => {
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

test('another method on a known path is 405 with Allow and needs no key', async (t) => {
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

test('a missing, malformed, unknown or revoked key is UNAUTHORIZED, before anything is read', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const wrongSum = client.key.slice(0, -1) + (client.key.endsWith('0') ? '1' : '0')
  for (const authorization of [
    '',
    'Bearer',
    `Basic ${client.key}`,
    `Bearer ${client.key} x`,
    'Bearer sk_test_short',
    `Bearer ${wrongSum}`,
    `Bearer ${client.key}\u00e9`,
  ]) {
    const { status, headers, body } = await client.send('POST', generations, '{ not even json', {
      Authorization: authorization,
      'X-Tenant-Id': '',
    })
    t.is(status, 401, authorization)
    t.is(headers['www-authenticate'], 'Bearer')
    t.is(body.code, 'UNAUTHORIZED')
    t.false(body.retryable)
  }
})

test('a key without the permission is FORBIDDEN, and told which', async (t) => {
  const client = await (await startHarness(t)).client({ permissions: ['scoring.read'] })
  const { status, body } = await client.get('/v1/jobs/a/criteria')
  t.is(status, 403)
  t.is(body.code, 'FORBIDDEN')
  t.is(body.details[0].code, 'missing_permission')
  t.regex(body.details[0].message, /criteria\.read/)
})

test('a missing or malformed tenant is VALIDATION_ERROR', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const tenant of ['', '.', '..', 'a b', 'ä', 'x'.repeat(129), 'a/b']) {
    const { status, body } = await client.get('/v1/jobs/a/criteria', {
      'X-Tenant-Id': tenant === 'ä' ? '\u00e4' : tenant,
    })
    t.is(status, 400, tenant)
    t.is(body.details[0].field, 'X-Tenant-Id')
  }
})

test('a header that decides who or what, sent twice, is refused and never joined', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const head = (lines: string[]) => `GET /v1/jobs/a/criteria HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  const all = ['Host: a', `Authorization: Bearer ${client.key}`, 'X-Tenant-Id: acme']
  for (const twice of [...all, 'Content-Type: application/json', 'If-Match: "a"', 'Idempotency-Key: a']) {
    const { status, body } = await sendRaw(client.url, head([...all.filter((line) => line !== twice), twice, twice]))
    t.is(status, 400, twice)
    t.is((body as { code: string }).code, 'VALIDATION_ERROR')
  }
})

test('what the HTTP parser refuses has the error body too', async (t) => {
  const harness = await startHarness(t)
  const url = harness.server.url as string
  const cases: [string | Buffer, number][] = [
    ['NONSENSE\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\n\r\n', 400],
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

test('a body of another type, encoding or size is refused by its own status', async (t) => {
  const client = await (await startHarness(t)).client()
  const body = JSON.stringify({ jobContext })
  for (const [type, sent, expected] of [
    ['text/plain', body, 415],
    ['application/x-www-form-urlencoded', 'a=b', 415],
    ['application/json; charset=utf-16', body, 415],
    ['application/json; charset=latin1', body, 415],
    ['application/json', `{"jobContext":{"jobDescription":"${'x'.repeat(1_100_000)}"}}`, 413],
    ['application/json', '{"jobContext":', 400],
    ['application/json', '', 400],
    ['application/json', '[]', 400],
    ['application/json', 'null', 400],
    ['application/json', `{"jobContext":${'['.repeat(100_000)}`, 400],
    ['application/json', `${'['.repeat(100)}${']'.repeat(100)}`, 400],
  ] as const) {
    const answer = await client.send('POST', generations, sent, { 'Content-Type': type })
    t.is(answer.status, expected, `${type} ${sent.slice(0, 40)}`)
    t.is(answer.body.code, 'VALIDATION_ERROR')
  }
  const zipped = await client.send('POST', generations, body, { 'Content-Encoding': 'gzip' })
  t.is(zipped.status, 415)
})

test('text that is not well-formed Unicode, or holds NUL, is refused wherever it stands', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const text of [
    '{"jobContext":{"jobDescription":"a\\u0000b"}}',
    '{"jobContext":{"jobDescription":"\\ud800"}}',
    '{"\\ud800":1}',
    '{"jobContext":{"jobDescription":"x","applicationQuestions":[{"deep":{"\\u0000":1}}]}}',
  ]) {
    const { status, body } = await client.send('POST', generations, text)
    t.is(status, 400, text)
    t.is(body.details[0].code, 'text')
  }
  const head = `POST ${generations} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${client.key}\r\nX-Tenant-Id: a\r\nContent-Type: application/json\r\n`
  const bytes = Buffer.concat([
    Buffer.from('{"jobContext":{"jobDescription":"'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"}}'),
  ])
  const { status } = await sendRaw(
    client.url,
    Buffer.concat([Buffer.from(`${head}Content-Length: ${bytes.length}\r\n\r\n`), bytes]),
  )
  t.is(status, 400)
})

test('details list every fault of a small body, with its path', async (t) => {
  const client = await (await startHarness(t)).client()
  const wrong = {
    jobContext: { jobTitle: 'x'.repeat(201), companyName: 5, jobDescription: 'x', surprise: true },
    extra: 1,
  }
  const { status, body } = await client.post(generations, wrong)
  t.is(status, 400)
  const fields = body.details.map(({ field }: { field: string }) => field)
  for (const field of ['jobContext.jobTitle', 'jobContext.companyName', 'jobContext.surprise', 'extra'])
    t.true(fields.includes(field), `${field} of ${fields}`)
})

test('a missing or blank job description has its own code, when nothing else is wrong', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const context of [{}, { jobDescription: '' }, { jobDescription: ' \n\t' }, { jobTitle: 'Engineer' }]) {
    const { status, body } = await client.post(generations, { jobContext: context })
    t.is(status, 400)
    t.is(body.code, 'MISSING_JOB_DESCRIPTION')
  }
  for (const context of [{ jobDescription: null }, { jobDescription: 5 }, { companyName: 7 }]) {
    t.is((await client.post(generations, { jobContext: context })).body.code, 'VALIDATION_ERROR')
  }
})

test('unknown query parameters are refused', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const query of ['a=1', 'a=1&a=2', 'a[b]=1', '__proto__=1'])
    t.is((await client.get(`/v1/jobs/a/criteria?${query}`)).status, 400, query)
})

test('lengths count code points, not UTF-16 units', async (t) => {
  const client = await (await startHarness(t)).client()
  const { body } = await client.post(generations, {
    jobContext: { jobTitle: '😀'.repeat(200), companyName: '😀'.repeat(201), jobDescription: 'x' },
  })
  t.deepEqual(
    body.details.map(({ field }: { field: string }) => field),
    ['jobContext.companyName'],
  )
})

test("the caller's trace id comes back, in header and body", async (t) => {
  const client = await (await startHarness(t)).client()
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const { headers, body } = await client.get('/nowhere', { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
  t.is(headers['x-trace-id'], traceId)
  t.is(body.traceId, traceId)
  const { headers: other } = await client.get('/livez', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` })
  t.not(other['x-trace-id'], '0'.repeat(32))
})

test('the first request of a server may be a HEAD, or name its host in the target', async (t) => {
  const client = await (await startHarness(t)).client()
  t.is((await client.send('HEAD', '/readyz')).status, 200)
  const head = `Host: a\r\nAuthorization: Bearer ${client.key}\r\nX-Tenant-Id: acme\r\n\r\n`
  const { body } = await sendRaw(client.url, `GET http://a/v1/jobs/a/criteria HTTP/1.1\r\n${head}`)
  t.is((body as { code: string }).code, 'JOB_NOT_FOUND')
})

test('a body without an announced end is refused as soon as it is too large, and its sender hung up on', async (t) => {
  const client = await (await startHarness(t)).client()
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  for (const [key, expected] of [
    [client.key, 413],
    ['sk_test_nobody', 401],
  ] as const) {
    const { hostname, port } = new URL(client.url)
    const socket = connect(Number(port), hostname)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    let answer = ''
    socket.on('data', (bytes) => (answer += bytes))
    const head = `Authorization: Bearer ${key}\r\nX-Tenant-Id: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked`
    socket.write(`POST ${generations} HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`)
    const send = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', send)
    send()
    await closed
    t.regex(answer, new RegExp(`^HTTP/1.1 ${expected}`))
  }
})

test('garbage behind a request does not take the place of its answer', async (t) => {
  const client = await (await startHarness(t)).client()
  const body = JSON.stringify({ jobContext })
  const head = `Host: a\r\nAuthorization: Bearer ${client.key}\r\nX-Tenant-Id: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  const answer = sendRaw(client.url, `POST ${generations} HTTP/1.1\r\n${head}\r\n\r\n${body}GARBAGE\r\n\r\n`)
  await t.throwsAsync(answer, { message: /closed the connection/ })
})

test('what is asked to continue is, once the key was looked at', async (t) => {
  const client = await (await startHarness(t)).client()
  const expecting = (key: string) =>
    `POST ${generations} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nX-Tenant-Id: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`
  t.is((await sendRaw(client.url, expecting(client.key))).status, 100)
  t.is((await sendRaw(client.url, expecting('nobody'))).status, 401)
})
