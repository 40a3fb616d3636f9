/**
 * A TCP proxy on a loopback port that a test can hurt: cut, freeze, restore, and say things in one side's name.
 *
 * Owns the wire between the service and a dependency; knows no protocol.
 */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Connections that are open now. */
  connections(): number
  /** Resolves with the next connection that a client opens. */
  connected(): Promise<void>
  /** Resets every connection and refuses new ones, like a dependency whose process has died. */
  cut(): Promise<void>
  /** Carries nothing more and closes nothing, like a host that vanished; new connections are accepted in silence. */
  freeze(): void
  /** Heals: listens again after a cut, carries on where it was frozen. */
  restore(): Promise<void>
  /** Says something to every client in the dependency's name, or the other way round. Only between two messages. */
  inject(to: 'client' | 'server', bytes: Uint8Array): void
  stop(): Promise<void>
}

type Pair = { client: Socket; server: Socket }

/** Listens on a free port and carries everything to a port of this machine. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let frozen = false

  const listener = createServer((client) => {
    const pair = { client, server: connect(targetPort, '127.0.0.1') }
    pairs.add(pair)
    carry(client, pair.server, () => pairs.delete(pair))
    carry(pair.server, client, () => pairs.delete(pair))
    if (frozen) pause(pair)
  })
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
    return (listener.address() as AddressInfo).port
  }
  const cut = async () => {
    const closed = listener.listening ? once(listener, 'close') : null
    listener.close()
    for (const { client, server } of pairs) {
      client.resetAndDestroy()
      server.destroy()
    }
    await closed
  }
  const port = await listen(0)

  return {
    port,
    connections: () => pairs.size,
    async connected() {
      await once(listener, 'connection')
    },
    cut,
    freeze() {
      frozen = true
      pairs.forEach(pause)
    },
    async restore() {
      frozen = false
      pairs.forEach(resume)
      if (!listener.listening) await listen(port)
    },
    inject(to, bytes) {
      for (const pair of pairs) pair[to].write(bytes)
    },
    stop: cut,
  }
}

/** By hand and not by pipe(): a pipe resumes a paused source whenever its target drains. */
function carry(from: Socket, to: Socket, ended: () => void): void {
  from.on('data', (bytes) => to.write(bytes))
  from.on('end', () => to.end())
  from.on('error', () => {}) // 'close' follows
  from.on('close', () => {
    to.destroy()
    ended()
  })
}

function pause({ client, server }: Pair): void {
  client.pause()
  server.pause()
}

function resume({ client, server }: Pair): void {
  client.resume()
  server.resume()
}
