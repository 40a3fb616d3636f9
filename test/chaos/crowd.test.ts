/**
 * An ordinary caller sends requests while ten thousand connections are idle, each after one request. Runs only in the
 * long form, which measures times. The short form is test/neighbours/open-files.test.ts.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { startBystander } from '../support/chaos/bystander.ts'
import { figuresOf, shareOf } from '../support/chaos/erasure.ts'
import { openFilesMax } from '../../src/platform/open-files.ts'
import { isLong } from '../support/chaos/rounds.ts'

const long = isLong ? test : test.skip

/** How many connections are opened concurrently. More would wait in the system's accept queue. */
const atOnce = 100
/**
 * How many connections are idle: ten thousand, or as many as the system allows. A server uses half of its open files
 * for connections.
 */
const crowd = Math.min(10_000, openFilesMax() / 2 - atOnce)
const calls = 300
/** How much the idle connections may slow down a call. */
const costMsMax = 50

async function openManyConnections(t: ExecutionContext, url: string): Promise<Socket[]> {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  t.teardown(() => sockets.forEach((socket) => socket.destroy()))
  while (sockets.length < crowd) {
    const next = Array.from({ length: Math.min(atOnce, crowd - sockets.length) }, () => connect(Number(port), hostname))
    sockets.push(...next)
    const answered = next.map((socket) => {
      socket.on('error', () => {}).write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n')
      return once(socket, 'data')
    })
    await Promise.all(answered)
  }
  return sockets
}

long('10,000 idle connections slow down a call by 50 ms at most', async (t) => {
  t.timeout(600_000)
  const { server, readTimes } = await startBystander(t, { TRUST_PROXY: '1' })
  await readTimes(calls)
  const alone = await readTimes(calls)
  const sockets = await openManyConnections(t, server.url)
  const beside = await readTimes(calls)
  const held = sockets.filter(({ destroyed }) => !destroyed).length
  t.log(`alone: ${figuresOf(alone)}; beside ${held} connections: ${figuresOf(beside)}`)
  t.is(held, crowd)
  const cost = shareOf(beside, 0.95) - shareOf(alone, 0.95)
  t.true(cost <= costMsMax, `${cost} ms`)
})
