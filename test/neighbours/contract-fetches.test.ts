/** A client without a key fetches the contract again and again. */
import test from 'ava'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { startHarness } from '../support/harness.ts'

async function fetchRaw(url: string, headers: Record<string, string> = {}) {
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks) }
}

test('the contract is rendered once and is sent uncompressed or gzipped; clients that already have it get a 304', async (t) => {
  const { server } = await startHarness(t)
  const { document } = server.services.contract
  let written = 0
  Object.defineProperty(document, 'toJSON', {
    value: () => {
      written += 1
      return { ...document }
    },
  })
  for (const path of ['/openapi.json', '/openapi.yaml']) {
    const plain = await fetchRaw(server.url + path)
    t.is(plain.headers['content-encoding'], undefined)
    t.is(plain.headers.vary, 'Accept-Encoding')
    const zipped = await fetchRaw(server.url + path, { 'Accept-Encoding': 'br, gzip;q=0.8' })
    t.is(zipped.headers['content-encoding'], 'gzip')
    t.is(zipped.headers['content-type'], plain.headers['content-type'])
    t.deepEqual(gunzipSync(zipped.bytes), plain.bytes)
    t.true(zipped.bytes.length < plain.bytes.length / 4)
    t.not(zipped.headers.etag, plain.headers.etag)
    const refused = await fetchRaw(server.url + path, { 'Accept-Encoding': 'gzip;q=0, *' })
    t.is(refused.headers['content-encoding'], undefined)
    const held = await fetchRaw(server.url + path, { 'If-None-Match': plain.headers.etag as string })
    t.is(held.status, 304)
    t.is(held.bytes.length, 0)
  }
  t.true(written <= 1, `${written} times`)
})
