/** Tracks the connections of a server, and limits them for each address, so that no address can take all of them. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { networkOf } from '../../platform/network-address.ts'

/**
 * `response`: the newest response in progress. `idleSince`: the number of responses that the server had finished when
 * the connection became idle. It is null before the first response, and while a response is in progress.
 */
type Connection = { socket: Socket; response: ServerResponse | null; idleSince: number | null }

export type Connections = {
  /** Returns the response to the connection's last request, if it is still in progress. */
  responseOn: (socket: Duplex) => ServerResponse | null
  /** Returns all responses in progress. */
  responses: () => Iterable<ServerResponse>
}

/**
 * Tracks a server's connections; call it before the first connection. If an address has more than `addressMax`, the
 * server closes the one that has been idle longest or, if none is idle, the new one. `addressMax` is `Infinity` behind
 * a proxy, because all connections come from the proxy's address.
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
  // The map has an entry for each connection and not for each request. With an entry for each request, V8 would copy
  // the map's table again and again. The old tables would keep all requests in memory until the next full garbage
  // collection.
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

/** Returns the connection that has been idle longest. Searches all of them, because this is rarely needed. */
function longestIdle(holding: Set<Connection>): Connection | undefined {
  let longest: Connection | undefined
  for (const one of holding)
    if (one.idleSince !== null && one.idleSince < (longest?.idleSince ?? Infinity)) longest = one
  return longest
}
