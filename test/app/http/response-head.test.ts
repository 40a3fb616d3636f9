import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { createListedResponse, setHeaders, type ListedResponse } from '../../../src/app/http/response-head.ts'

/** What a server with such responses answers. */
async function answerOf(t: ExecutionContext, listener: RequestListener): Promise<Response> {
  const server = createServer({ ServerResponse: createListedResponse() as typeof ServerResponse }, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}/`)
}

const listed = (response: unknown): ListedResponse => response as ListedResponse

test('each answer carries nosniff, whatever else it carries', async (t) => {
  const { headers } = await answerOf(t, (_request, response) => void response.end('{}'))
  t.is(headers.get('x-content-type-options'), 'nosniff')
})

test('a header that is set twice is sent once, with its last value', async (t) => {
  const { headers } = await answerOf(t, (_request, response) => {
    setHeaders(response, { 'Cache-Control': 'no-store', ETag: '"1"' })
    setHeaders(response, { 'Cache-Control': 'private, max-age=60' })
    response.end()
  })
  t.is(headers.get('cache-control'), 'private, max-age=60')
  t.is(headers.get('etag'), '"1"')
})

test("listed headers and those set by Node's own method go out together, and the listed one counts", async (t) => {
  const { headers } = await answerOf(t, (_request, response) => {
    response.setHeader('Connection', 'close')
    response.setHeader('etag', '"node"')
    setHeaders(response, { ETag: '"listed"' })
    response.end()
  })
  t.is(headers.get('connection'), 'close')
  t.is(headers.get('etag'), '"listed"')
  t.is(headers.get('x-content-type-options'), 'nosniff')
})

test('a head that is written with headers of its own holds the listed ones too', async (t) => {
  const { status, headers } = await answerOf(t, (_request, response) => {
    setHeaders(response, { 'X-Trace-Id': 'a' })
    response.writeHead(503, { 'Content-Type': 'text/plain' }).end('away')
  })
  t.is(status, 503)
  t.is(headers.get('x-trace-id'), 'a')
  t.is(headers.get('content-type'), 'text/plain')
})

test("once settled, headers are read and removed by Node's methods", async (t) => {
  const { headers } = await answerOf(t, (_request, response) => {
    setHeaders(response, { 'Cache-Control': 'no-store', ETag: '"1"' })
    listed(response).settle()
    t.like(response.getHeaders(), { 'cache-control': 'no-store', etag: '"1"' })
    response.removeHeader('Cache-Control')
    response.end()
  })
  t.is(headers.get('cache-control'), null)
  t.is(headers.get('etag'), '"1"')
})

test('a value that would end its line is not sent, and another answer can be', async (t) => {
  const { status, headers } = await answerOf(t, (_request, response) => {
    setHeaders(response, { ETag: 'a\r\nSet-Cookie: b' })
    t.throws(() => response.end(), { code: 'ERR_INVALID_CHAR' })
    response.statusCode = 500
    response.end()
  })
  t.is(status, 500)
  t.is(headers.get('set-cookie'), null)
  t.is(headers.get('x-content-type-options'), 'nosniff')
})
