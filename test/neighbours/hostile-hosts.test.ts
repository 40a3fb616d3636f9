/** A partner's resume host sends malicious HTTP, or never finishes the TLS handshake. */
import test, { type ExecutionContext } from 'ava'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createOutbound, parseOutboundAllow } from '../../src/platform/outbound/outbound.ts'
import { until } from '../tools/until.ts'

type Act = (socket: Socket) => void

const bytesMax = 100_000
/**
 * The maximum number of bytes that a host can send outside the body. The service reads fewer, but the system's buffers
 * also accept bytes.
 */
const sentMax = 16 * 1024 * 1024

/** Starts a host that runs `act` on the connection as soon as the client has sent something. */
async function startHost(t: ExecutionContext, scheme: 'http' | 'https', act: Act) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('data', () => act(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => void server.close())
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const outbound = createOutbound({ allow: parseOutboundAllow(pair) })
  t.teardown(outbound.close)
  const fetchFile = (timeoutMs = 60_000) =>
    outbound.fetchFile(`${scheme}://${pair}/cv`, { bytesMax, redirectsMax: 3, timeoutMs })
  const post = (timeoutMs: number) => outbound.post(`${scheme}://${pair}/hook`, { headers: {}, body: '{}', timeoutMs })
  const closed = () => until('its connection is closed', () => [...sockets].every(({ destroyed }) => destroyed))
  const sent = () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)
  return { fetchFile, post, closed, sent }
}

/** Sends `first`, then `text` again and again, as fast as the client reads. */
function pour(first: string, text: string): Act {
  const chunk = text.repeat(Math.ceil(65_536 / text.length))
  return (socket) => {
    const fill = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', fill).write(first)
    fill()
  }
}

const head = 'HTTP/1.1 200 OK\r\n'
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`

const endless: Record<string, [act: Act, code: string]> = {
  'headers of 1 MB': [(socket) => socket.end(`${head}a: ${'a'.repeat(1024 * 1024)}\r\n\r\ncv`), 'HEADERS_OVERFLOW'],
  'endless headers': [pour(head, 'a: b\r\n'), 'HEADERS_OVERFLOW'],
  'endless trailers': [pour(`${chunked}0\r\n`, 'a: b\r\n'), 'HEADERS_OVERFLOW'],
  'endless interim responses': [pour('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), 'TOO_MUCH_BESIDES_BODY'],
  'chunks of one byte, with comments': [pour(chunked, `1;${'a'.repeat(1_000)}\r\nx\r\n`), 'TOO_MUCH_BESIDES_BODY'],
  'a chunk with an endless comment': [pour(`${chunked}1;`, 'a'), 'TOO_MUCH_BESIDES_BODY'],
}

for (const [kind, [act, code]] of Object.entries(endless)) {
  test(`a host that sends ${kind} is disconnected after a few megabytes, not at the deadline`, async (t) => {
    const { fetchFile, closed, sent } = await startHost(t, 'http', act)
    const outcome = await fetchFile()
    t.like(outcome, { ok: false, code: 'RESUME_FETCH_FAILED', retryable: true })
    t.true(!outcome.ok && outcome.message.includes(code), JSON.stringify(outcome))
    await closed()
    t.true(sent() < sentMax, `${sent()} bytes`)
  })
}

test("bytes after a response's announced length are not part of the file", async (t) => {
  const { fetchFile, closed } = await startHost(t, 'http', (socket) => {
    socket.write(`${head}Content-Length: 5\r\n\r\nhello world`)
  })
  const outcome = await fetchFile()
  t.is(outcome.ok && Buffer.from(outcome.bytes).toString(), 'hello')
  await closed()
})

const lengths = {
  'two lengths': 'Content-Length: 5\r\nContent-Length: 10',
  'both a length and chunks': 'Content-Length: 5\r\nTransfer-Encoding: chunked',
  'a negative length': 'Content-Length: -5',
  'an impossibly large length': `Content-Length: ${'9'.repeat(30)}`,
}

for (const [kind, headers] of Object.entries(lengths)) {
  test(`a response with ${kind} makes the download fail`, async (t) => {
    const { fetchFile } = await startHost(
      t,
      'http',
      (socket) => void socket.end(`${head}${headers}\r\n\r\nhello world`),
    )
    t.like(await fetchFile(), { ok: false, code: 'RESUME_FETCH_FAILED', retryable: true })
  })
}

const handshakes: Record<string, Act> = {
  'never responds': () => {},
  'stops in the first TLS record': (socket) => void socket.write(Buffer.from([22, 3, 3, 64, 0, 2])),
}

for (const [kind, act] of Object.entries(handshakes)) {
  test(`the deadline ends a handshake with a host that ${kind}, and closes the connection`, async (t) => {
    const { fetchFile, post, closed } = await startHost(t, 'https', act)
    t.like(await fetchFile(300), { ok: false, retryable: true, message: 'the resume host did not respond in time' })
    t.like(await post(300), { statusCode: null, error: 'the receiver did not respond in time' })
    await closed()
  })
}
