/** Request bodies: types, sizes and strings, and what is refused before or during reading. */
import test from 'ava'
import { connect } from 'node:net'
import { startHarness } from '../support/harness.ts'
import { sendRaw } from '../support/raw-http.ts'

const generations = '/v1/jobs/job-1/criteria-generations'
const jobContext = { jobDescription: 'Requirements: TypeScript' }

test('a body with an unsupported type, encoding or size is refused with its own status', async (t) => {
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

test('text that is not well-formed Unicode or contains NUL is refused everywhere', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
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
    harness.server.url as string,
    Buffer.concat([Buffer.from(`${head}Content-Length: ${bytes.length}\r\n\r\n`), bytes]),
  )
  t.is(status, 400)
})

test('the details list every error in a small body with its path', async (t) => {
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

test('a missing or blank job description has its own code when nothing else is wrong', async (t) => {
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

test('maximum lengths count code points, not UTF-16 units', async (t) => {
  const client = await (await startHarness(t)).client()
  const { body } = await client.post(generations, {
    jobContext: { jobTitle: '😀'.repeat(200), companyName: '😀'.repeat(201), jobDescription: 'x' },
  })
  t.deepEqual(
    body.details.map(({ field }: { field: string }) => field),
    ['jobContext.companyName'],
  )
})

test('a body of unknown length is refused as soon as it is too large, and its connection is closed', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  for (const [key, expected] of [
    [client.key, 413],
    ['sk_test_nobody', 401],
  ] as const) {
    const { hostname, port } = new URL(harness.server.url as string)
    const socket = connect(Number(port), hostname)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    let answer = ''
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
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

test('garbage after a request does not change the response to the request', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const body = JSON.stringify({ jobContext })
  const head = `Host: a\r\nAuthorization: Bearer ${client.key}\r\nX-Tenant-Id: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  const answer = sendRaw(
    harness.server.url as string,
    `POST ${generations} HTTP/1.1\r\n${head}\r\n\r\n${body}GARBAGE\r\n\r\n`,
  )
  await t.throwsAsync(answer, { message: /closed the connection/ })
})

test('a request with Expect: 100-continue gets 100 after its key has been checked', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const expecting = (key: string) =>
    `POST ${generations} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nX-Tenant-Id: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`
  t.is((await sendRaw(harness.server.url as string, expecting(client.key))).status, 100)
  t.is((await sendRaw(harness.server.url as string, expecting('unknown'))).status, 401)
})
