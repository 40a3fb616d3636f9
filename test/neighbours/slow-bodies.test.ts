/** Somebody who holds connections open with bodies that never end. */
import test from 'ava'
import { once } from 'node:events'
import { connect } from 'node:net'
import { startHarness } from '../support/harness.ts'

test('a body that is not whole after 15 seconds is answered 408, and its connection ends', async (t) => {
  const client = await (await startHarness(t)).client()
  const { hostname, port } = new URL(client.url)
  const socket = connect(Number(port), hostname)
  t.teardown(() => socket.destroy())
  const head = `Authorization: Bearer ${client.key}\r\nX-Tenant-Id: a\r\nContent-Type: application/json\r\nContent-Length: 1000`
  socket.write(`POST /v1/jobs/a/criteria-generations HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`)
  let received = ''
  socket.on('data', (bytes) => (received += bytes))
  const startedAt = performance.now()
  const trickle = setInterval(() => socket.write(' '), 500)
  t.teardown(() => clearInterval(trickle))
  await once(socket, 'close')
  t.regex(received, /^HTTP\/1\.1 408 /)
  const seconds = (performance.now() - startedAt) / 1_000
  t.true(seconds > 14 && seconds < 30, `${seconds} s`)
})
