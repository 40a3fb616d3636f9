/** One client opens all connections that an address may have, and another client calls from another address. */
import test, { type ExecutionContext } from 'ava'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { listen } from '../../src/app/http/server.ts'
import { changedContract } from '../support/contract/changed.ts'
import { until } from '../tools/until.ts'

const share = 5
const contract = changedContract({
  'x-rate-limits/connections/limit': 4 * share,
  'x-rate-limits/connections/addressShare': 1 / 4,
})

/** Starts a server that responds to `/` but never to `/slow`. */
async function start(t: ExecutionContext) {
  const server = await listen(contract, '127.0.0.1', 0, 'PORT')
  t.teardown(() => server.finish({ working: () => 0, lameDuckMs: 0, timeoutMs: 0 }))
  server.open(({ url }, response) => void (url === '/' && response.end('ok')))
  const port = Number(new URL(server.url).port)
  /**
   * Opens a connection from a local address and requests `path`. Resolves when the response arrives or the connection
   * closes.
   */
  const ask = async (localAddress: string, path: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    t.teardown(() => socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    if (path === '/') await Promise.race([once(socket, 'data'), once(socket, 'close')])
    return socket
  }
  const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded
  const openOf = (sockets: Socket[]) => sockets.filter(isOpen).length
  return { ask, openOf }
}

test('one address can use only its share of the connections, and other addresses can still connect', async (t) => {
  const { ask, openOf } = await start(t)
  const busy: Socket[] = []
  for (let count = 0; count < 4 * share; count += 1) busy.push(await ask('127.0.0.1', '/slow'))
  await until('all beyond the share are closed', () => openOf(busy) === share)
  t.is(openOf([await ask('127.0.0.2', '/')]), 1)
})

test('when an address opens more than its share, its connection that has been idle longest is closed', async (t) => {
  const { ask, openOf } = await start(t)
  const busy = await ask('127.0.0.1', '/slow')
  const idle: Socket[] = []
  for (let count = 1; count < share; count += 1) idle.push(await ask('127.0.0.1', '/'))
  const last = await ask('127.0.0.1', '/')
  await until('the first is closed', () => openOf(idle) === share - 2)
  t.is(openOf([busy, ...idle.slice(1), last]), share)
})
