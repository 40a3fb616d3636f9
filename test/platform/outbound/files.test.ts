/** Fetching a file from a caller's host: every possible outcome. */
import test from 'ava'
import { cutShort, drip, file, reset, silence, status } from '../../tools/fakes/resume-host.ts'
import { BYTES_MAX, scene } from './scene.ts'

test('the bytes arrive unchanged, in their own buffer', async (t) => {
  const bytes = Buffer.from(Array.from({ length: 90_000 }, (_, index) => index % 256))
  const { fetchFile } = await scene(t, file(bytes))
  const fetched = await fetchFile()
  t.true(fetched.ok && bytes.equals(fetched.bytes))
  t.true(fetched.ok && fetched.bytes.buffer.byteLength === bytes.length)
})

test('a file of exactly the maximum size is accepted, with and without a Content-Length', async (t) => {
  const bytes = Buffer.alloc(BYTES_MAX, 'x')
  const { host, fetchFile } = await scene(t, file(bytes))
  host.routes.set('/chunked', (response) => {
    response.write(bytes.subarray(0, 1))
    response.end(bytes.subarray(1))
  })
  for (const path of ['/cv', '/chunked']) {
    const fetched = await fetchFile({}, path)
    t.true(fetched.ok && fetched.bytes.length === BYTES_MAX, path)
  }
})

test('a file of unknown length, short or long, arrives unchanged, in a buffer of its own length', async (t) => {
  const { host, fetchFile } = await scene(t, file(''))
  for (const length of [0, 1, 32_767, 32_768, 32_769, 90_000]) {
    const bytes = Buffer.from(Array.from({ length }, (_, index) => index % 251))
    host.routes.set('/chunked', (response) => {
      response.write(bytes.subarray(0, length / 3))
      response.end(bytes.subarray(length / 3))
    })
    const fetched = await fetchFile({}, '/chunked')
    t.true(fetched.ok && bytes.equals(fetched.bytes), String(length))
    t.is(fetched.ok && fetched.bytes.buffer.byteLength, length)
  }
})

test('an empty file is accepted', async (t) => {
  const { fetchFile } = await scene(t, file(''))
  const fetched = await fetchFile()
  t.true(fetched.ok && fetched.bytes.length === 0)
})

test('a request asks for the uncompressed file and contains nothing that identifies a caller', async (t) => {
  const { host, fetchFile } = await scene(t, file('cv', { 'set-cookie': 'a=1' }))
  await fetchFile()
  await fetchFile({}, '/cv?sig=1#part')
  t.deepEqual(
    host.requests.map(({ path }) => path),
    ['/cv', '/cv?sig=1'],
  )
  for (const { headers } of host.requests) {
    t.is(headers['accept-encoding'], 'identity')
    t.deepEqual(Object.keys(headers).sort(), ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
  }
})

test("a response's status determines whether the failure is retryable", async (t) => {
  const { host, fetchFile } = await scene(t, file(''))
  const retryable = [202, 408, 425, 429, 500, 502, 503, 504, 599]
  for (const code of [...retryable, 400, 401, 403, 404, 410, 451, 304]) {
    host.routes.set('/cv', status(code))
    t.deepEqual(await fetchFile(), {
      ok: false,
      code: 'RESUME_FETCH_FAILED',
      retryable: retryable.includes(code),
      message: `the resume host responded with status ${code}`,
      reason: 'http_status',
      httpStatus: code,
    })
  }
})

test('Retry-After, in seconds or as a date, is returned in milliseconds if the status is retryable', async (t) => {
  const { host, fetchFile } = await scene(t, file(''))
  const after = async (value: string, code = 429) => {
    host.routes.set('/cv', status(code, { 'retry-after': value }))
    const failure = await fetchFile()
    return failure.ok ? null : failure.retryAfterMs
  }
  t.is(await after('7'), 7000)
  t.is(await after('7', 202), 7000)
  t.is(await after('0', 503), 0)
  t.is(await after('Wed, 21 Oct 2015 07:28:00 GMT'), 0)
  const inAnHour = await after(new Date(Date.now() + 3_600_000).toUTCString())
  t.true(typeof inAnHour === 'number' && inAnHour > 3_500_000 && inAnHour <= 3_600_000)
  for (const nonsense of ['-1', '1.5', 'soon', '2015-10-21', '9'.repeat(400)]) t.is(await after(nonsense), undefined)
  t.is(await after('7', 404), undefined)
})

test('a file whose announced length is too large is refused immediately', async (t) => {
  const { host, fetchFile } = await scene(t, (response) => {
    response.writeHead(200, { 'content-length': BYTES_MAX + 1 }).flushHeaders()
  })
  t.deepEqual(await fetchFile(), {
    ok: false,
    code: 'RESUME_TOO_LARGE',
    retryable: false,
    message: `the file is larger than ${BYTES_MAX} bytes`,
    reason: 'too_large',
  })
  await host.idle()
})

test('a body that ends before its announced length is a failure', async (t) => {
  const { host, fetchFile } = await scene(t, cutShort('half', 8))
  host.routes.set('/chunked', (response) => {
    response.write('half', () => response.socket?.end())
  })
  for (const path of ['/cv', '/chunked']) {
    t.like(await fetchFile({}, path), { ok: false, code: 'RESUME_FETCH_FAILED', retryable: true }, path)
  }
})

test('a reset and a closed port are retryable failures, and the message contains no URL', async (t) => {
  const { host, fetchFile } = await scene(t, reset())
  const failures = [await fetchFile({}, '/cv?sig=secret')]
  await host.stop()
  failures.push(await fetchFile({}, '/cv?sig=secret'))
  t.like(failures, { 0: { reason: 'connection_failed' }, 1: { reason: 'connection_refused' } })
  for (const failure of failures) {
    t.like(failure, { ok: false, code: 'RESUME_FETCH_FAILED', retryable: true })
    t.false(JSON.stringify(failure).includes('secret'))
    t.false(JSON.stringify(failure).includes('127.0.0.1'))
  }
})

for (const [name, behaviour] of Object.entries({ 'sends one byte a second': drip(), 'never responds': silence() })) {
  test(`the deadline ends a fetch from a host that ${name}, and its socket is closed`, async (t) => {
    const { host, fetchFile } = await scene(t, behaviour)
    t.deepEqual(await fetchFile({ timeoutMs: 150 }), {
      ok: false,
      code: 'RESUME_FETCH_FAILED',
      retryable: true,
      message: 'the resume host did not respond in time',
      reason: 'timeout',
    })
    await host.idle()
  })
}

test('a fetch ends when its caller cancels it', async (t) => {
  const caller = new AbortController()
  const { host, fetchFile } = await scene(t, (response) => {
    response.write('x')
    caller.abort()
  })
  const calledOff = { ok: false, code: 'RESUME_FETCH_FAILED', retryable: true, message: 'the fetch was cancelled' }
  t.deepEqual(await fetchFile({ signal: caller.signal }), calledOff as never)
  await host.idle()
  t.deepEqual(await fetchFile({ signal: caller.signal }), calledOff as never)
  t.is(host.requests.length, 1)
})

test('closing ends the fetches in progress and refuses later ones', async (t) => {
  const { host, outbound, fetchFile } = await scene(t, (response) => {
    response.write('x')
    void outbound.close()
  })
  t.like(await fetchFile(), { ok: false, retryable: true })
  await host.idle()
  t.like(await fetchFile(), { ok: false, retryable: true })
  t.is(host.requests.length, 1)
})
