/**
 * What each address may hold of a server's connections, so that none takes all of them.
 *
 * Only for a server without a proxy in front: behind one, all connections come from its address.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../platform/network-address.ts'

/** `idle`: connections that have answered and wait for a request, the longest first. */
type Holder = { open: number; idle: Set<Socket> }
/** `answering`: the response of its last request. */
type Connection = { holder: Holder; answering?: ServerResponse }

/** Beyond `most`, an address gives up the connection that has been idle for longest, or else the new one. */
export function shareConnections(server: Server, most: number): void {
  const holders = new Map<string, Holder>()
  const connections = new WeakMap<Socket, Connection>()

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const holder = holders.get(network) ?? { open: 0, idle: new Set() }
    if (holder.open >= most) {
      const [idle] = holder.idle
      if (!idle) return void socket.destroy()
      holder.idle.delete(idle)
      idle.destroy()
    }
    holder.open += 1
    holders.set(network, holder)
    connections.set(socket, { holder })
    socket.once('close', () => {
      holder.idle.delete(socket)
      holder.open -= 1
      if (holder.open === 0) holders.delete(network)
    })
  })
  const follow = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(socket)
    if (!connection) return
    const { idle } = connection.holder
    connection.answering = response
    idle.delete(socket)
    response.on('close', () => {
      if (connection.answering === response && !socket.destroyed) idle.add(socket)
    })
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, follow)
}
