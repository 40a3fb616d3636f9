/**
 * Unusual responses from hosts: headers that browsers accept, and files that are compressed although that was not
 * requested.
 */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import test from 'ava'
import { file, raw } from '../../tools/fakes/resume-host.ts'
import { BYTES_MAX, scene } from './scene.ts'

const CV = 'Dana Whitfield, nurse, 2017 - 2025. '.repeat(50)

const heads: Record<string, string> = {
  'an unsolicited 100 Continue': 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\ncv',
  'an unsolicited 103 with headers':
    'HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\ncv',
  'several interim responses': `${'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'.repeat(3)}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\ncv`,
  'the same Content-Length twice': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: y\r\ncontent-length: 2\r\n\r\ncv',
  'a Content-Length that lists the same length twice': 'HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\ncv',
  'both a length and chunks':
    'HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\ncv\r\n0\r\n\r\n',
  'headers of 60 KiB': `HTTP/1.1 200 OK\r\nSet-Cookie: ${'c'.repeat(60 * 1024)}\r\nContent-Length: 2\r\n\r\ncv`,
}

for (const [name, bytes] of Object.entries(heads)) {
  test(`a file is read despite ${name}`, async (t) => {
    const { host, fetchFile } = await scene(t, raw(bytes))
    host.routes.set('/split', (_, { socket }) => {
      const parts = [bytes.slice(0, 30), bytes.slice(30, -6), bytes.slice(-6)]
      const send = () => {
        const part = parts.shift()
        if (part === undefined) socket.end()
        else socket.write(part, () => setImmediate(send))
      }
      send()
    })
    for (const path of ['/cv', '/split']) {
      const fetched = await fetchFile({}, path)
      t.is(fetched.ok && Buffer.from(fetched.bytes).toString(), 'cv', path)
    }
  })
}

test('contradictory lengths, headers of more than 64 KiB and endless interim responses are refused', async (t) => {
  const { host, fetchFile } = await scene(t, raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\ncv'))
  host.routes.set('/long', raw(`HTTP/1.1 200 OK\r\nX: ${'c'.repeat(66 * 1024)}\r\nContent-Length: 2\r\n\r\ncv`))
  host.routes.set('/interim', (_, { socket }) => {
    const fill = () => {
      while (!socket.destroyed && socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)));
    }
    socket.on('drain', fill)
    fill()
  })
  for (const path of ['/cv', '/long', '/interim'])
    t.like(await fetchFile({}, path), { ok: false, code: 'RESUME_FETCH_FAILED', retryable: true }, path)
  t.like(await fetchFile({}, '/long'), { reason: 'invalid_answer' })
})

test('a kept connection accepts unusual headers in each of its responses', async (t) => {
  const { host, fetchFile } = await scene(t, (_, { socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\ncv')
  })
  for (let turn = 0; turn < 3; turn++) t.true((await fetchFile({ owner: 'pa_1' })).ok)
  t.is(host.requests.length, 3)
})

const codings: Record<string, Uint8Array> = {
  gzip: gzipSync(CV),
  'x-gzip': gzipSync(CV),
  GZIP: gzipSync(CV),
  br: brotliCompressSync(CV),
  deflate: deflateSync(CV),
  'deflate ': deflateRawSync(CV),
  zstd: zstdCompressSync(CV),
  'gzip, br': brotliCompressSync(gzipSync(CV)),
  'aws-chunked, gzip': gzipSync(CV),
}

for (const [coding, bytes] of Object.entries(codings)) {
  test(`a file with the Content-Encoding “${coding}” is decompressed`, async (t) => {
    const { fetchFile } = await scene(t, file(bytes, { 'content-encoding': coding }))
    const fetched = await fetchFile()
    t.is(fetched.ok && Buffer.from(fetched.bytes).toString(), CV)
  })
}

test('a Content-Encoding that is unknown, or was not really applied, leaves the bytes unchanged', async (t) => {
  const { host, fetchFile } = await scene(t, file(CV))
  for (const coding of ['aws-chunked', 'none', 'binary', 'UTF-8', 'identity', 'utf8', '', 'gzip', 'zstd']) {
    host.routes.set('/cv', file(CV, { 'content-encoding': coding }))
    const fetched = await fetchFile()
    t.is(fetched.ok && Buffer.from(fetched.bytes).toString(), CV, coding)
  }
})

test('an unsupported encoding and broken compressed data are permanent failures with a reason', async (t) => {
  const { host, fetchFile } = await scene(t, file(CV, { 'content-encoding': 'compress' }))
  const refused = { ok: false, code: 'RESUME_FETCH_FAILED', retryable: false, reason: 'content_encoding' } as const
  t.like(await fetchFile(), refused)
  const broken = {
    br: Buffer.from(CV),
    gzip: gzipSync(CV).subarray(0, 40),
    deflate: Buffer.from('x\x9cnot deflate', 'latin1'),
  }
  for (const [coding, bytes] of Object.entries(broken)) {
    host.routes.set('/cv', file(bytes, { 'content-encoding': coding }))
    t.like(await fetchFile(), refused, coding)
  }
})

test('a compressed file whose transfer breaks off is a retryable failure', async (t) => {
  const { fetchFile } = await scene(t, (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 500 })
    response.write(gzipSync(CV).subarray(0, 40), () => response.socket?.end())
  })
  t.like(await fetchFile(), { ok: false, retryable: true, reason: 'connection_failed' })
})

test('the limit on bytes applies to a compressed file after each step in its decompression', async (t) => {
  const { host, fetchFile } = await scene(t, file(gzipSync('x'.repeat(BYTES_MAX)), { 'content-encoding': 'gzip' }))
  const fetched = await fetchFile()
  t.is(fetched.ok && fetched.bytes.length, BYTES_MAX)
  const empty = gzipSync('')
  const bombs: [string, Uint8Array][] = [
    ['gzip', gzipSync('x'.repeat(BYTES_MAX + 1))],
    ['gzip', gzipSync('x'.repeat(50_000_000))],
    ['zstd', zstdCompressSync('x'.repeat(50_000_000))],
    // A file that slowly decompresses to nothing.
    ['gzip, gzip', gzipSync(Buffer.concat(Array.from({ length: 20_000 }, () => empty)))],
    ['gzip', Buffer.concat(Array.from({ length: 20_000 }, () => empty))],
  ]
  for (const [coding, bytes] of bombs) {
    host.routes.set('/cv', file(bytes, { 'content-encoding': coding }))
    t.like(await fetchFile(), { ok: false, code: 'RESUME_TOO_LARGE', reason: 'too_large' }, `${coding} ${bytes.length}`)
  }
  await host.idle()
})
