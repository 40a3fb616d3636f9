/** A client keeps connections open with bodies that never end. */
import test from 'ava'
import { once } from 'node:events'
import { connect } from 'node:net'
import { listen } from '../../src/app/http/server.ts'
import { changedContract } from '../support/contract/changed.ts'

const shortMs = 1_000
const contract = changedContract({ 'x-timeouts/requestSeconds': shortMs / 1_000 })

test('a body that is still incomplete at its deadline gets 408, and its connection is closed', async (t) => {
  const server = await listen(contract, '127.0.0.1', 0, 'PORT')
  t.teardown(() => server.finish({ working: () => 0, lameDuckMs: 0, timeoutMs: 0 }))
  server.open((request) => void request.resume())
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  t.teardown(() => socket.destroy())
  socket.write('POST /v1/jobs/a/criteria-generations HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n')
  let received = ''
  socket.on('data', (bytes: Buffer) => (received += bytes.toString()))
  const trickle = setInterval(() => socket.write(' '), shortMs / 4)
  t.teardown(() => clearInterval(trickle))
  const startedAt = performance.now()
  await once(socket, 'close')
  t.regex(received, /^HTTP\/1\.1 408 /)
  t.true(performance.now() - startedAt >= shortMs - 50)
})
