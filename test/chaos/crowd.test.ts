/**
 * Ten thousand idle connections that each sent one request, and an ordinary caller: figures, only in the long form. The
 * short form is test/neighbours/open-files.test.ts.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { startBystander } from '../support/chaos/bystander.ts'
import { figuresOf, shareOf } from '../support/chaos/erasure.ts'
import { openFilesMax } from '../../src/platform/open-files.ts'
import { isLong } from '../support/chaos/rounds.ts'

const long = isLong ? test : test.skip

/** More would wait in the system's accept queue. */
const atOnce = 100
/** That many, or as many as the system allows a server: connections get half of its open files. */
const crowd = Math.min(10_000, openFilesMax() / 2 - atOnce)
const calls = 300
/** The maximum additional time of a call with the crowd. */
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

long('10,000 idle connections cost a caller next to nothing', async (t) => {
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
