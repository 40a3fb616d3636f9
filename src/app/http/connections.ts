/**
 * The connections of a server: what each of them is doing, and what an address may hold of them, so that none takes all.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { networkOf } from '../../platform/network-address.ts'

/** `response`: in progress. `idleSince`: how many answers the server had given when this connection became idle. */
type Connection = { socket: Socket; response: ServerResponse | null; idleSince: number | null }

export type Connections = {
  /** Of the connection's last request, if it has no answer yet. */
  responseOn: (socket: Duplex) => ServerResponse | null
  /** All responses in progress. */
  responses: () => Iterable<ServerResponse>
}

/**
 * Follows a server's connections, from before its first one. Beyond `addressMax`, an address gives up the connection that has
 * been idle for longest, or else the new one; `Infinity` behind a proxy, from whose address all connections come.
 */
export function followConnections(server: Server, addressMax: number): Connections {
  const connections = new Map<Duplex, Connection>()
  const held = new Map<string, Set<Connection>>()
  let answers = 0

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const holding = held.get(network) ?? new Set()
    if (holding.size >= addressMax) {
      const idle = longestIdle(holding)
      if (!idle) return void socket.destroy()
      holding.delete(idle)
      idle.socket.destroy()
    }
    const connection: Connection = { socket, response: null, idleSince: null }
    connections.set(socket, connection)
    held.set(network, holding.add(connection))
    socket.once('close', () => {
      connections.delete(socket)
      holding.delete(connection)
      if (holding.size === 0 && held.get(network) === holding) held.delete(network)
    })
  })
  // Entries come and go with connections. If they did so with requests, V8 would copy the table of a map time and again,
  // and old tables keep what they held, all requests in the end, until the next full collection.
  const follow = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(socket)
    if (!connection) return
    connection.response = response
    connection.idleSince = null
    response.on('close', () => {
      if (connection.response !== response) return
      connection.response = null
      connection.idleSince = answers += 1
    })
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, follow)
  return {
    responseOn: (socket) => connections.get(socket)?.response ?? null,
    responses: () => connections.values().flatMap(({ response }) => (response ? [response] : [])),
  }
}

/** Of those that have answered and wait for a request; looked for among all, because it is needed so rarely. */
function longestIdle(holding: Set<Connection>): Connection | undefined {
  let longest: Connection | undefined
  for (const one of holding)
    if (one.idleSince !== null && one.idleSince < (longest?.idleSince ?? Infinity)) longest = one
  return longest
}
