/**
 * A TCP proxy on a loopback port that a test can disrupt: cut, freeze, restore, and inject bytes on behalf of one side.
 *
 * Sits between the service and a dependency; knows no protocol, but can wait for a text in the traffic.
 */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** The number of open connections. */
  connections(): number
  /** Resolves at the next connection that a client opens. */
  connected(): Promise<void>
  /** Resets every connection and refuses new ones, like a dependency whose process died. */
  cut(): Promise<void>
  /** Forwards nothing and closes nothing, like a host that vanished; accepts new connections without responding. */
  freeze(): void
  /** Listens again after a cut, and continues after a freeze. */
  restore(): Promise<void>
  /** Sends bytes to every client on the dependency's behalf, or the reverse. Only between two messages. */
  inject(to: 'client' | 'server', bytes: Uint8Array): void
  /**
   * For the next `times` packets of clients that contain `text`: the dependency gets the packet, the client a reset
   * instead of the reply. Resolves with the last of them.
   */
  loseAnswerTo(text: Wanted, times: number): Promise<void>
  /** Holds the next packet of a client that contains `text` back from the dependency, until `disconnect`. */
  catch(text: Wanted): Promise<{ disconnect(): void }>
  stop(): Promise<void>
}

/** A text in the traffic; with `after`, the first one after a packet of the same connection that matches it. */
export type Wanted = string | { text: string; after: RegExp }

type Pair = { client: Socket; server: Socket }
/** Runs once instead of forwarding bytes that contain the text; `seen` are the connections that it is set on. */
type Trap = { wanted: Wanted; seen: Set<Pair>; spring: (pair: Pair, bytes: Buffer) => void }

/** Listens on a free port and forwards everything to a port of this machine. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  const traps: Trap[] = []
  let frozen = false

  // Without a delay, as the service and its dependencies send: otherwise a long reply waits 40 ms for its last packet.
  const noDelay = true
  const listener = createServer({ noDelay }, (client) => {
    const pair = { client, server: connect({ port: targetPort, host: '127.0.0.1', noDelay }) }
    pairs.add(pair)
    carry(
      client,
      pair.server,
      () => pairs.delete(pair),
      (bytes) => {
        const at = traps.findIndex((trap) => isWanted(trap, pair, bytes))
        if (at === -1) return false
        for (const trap of traps.splice(at, 1)) trap.spring(pair, bytes)
        return true
      },
    )
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
      reset(client)
      server.destroy()
    }
    await closed
  }
  const port = await listenOnOwnPort(listen)

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
    loseAnswerTo: (wanted, times) =>
      new Promise((resolve) => {
        let left = times
        const spring: Trap['spring'] = ({ client, server }, bytes) => {
          server.end(bytes)
          // The dependency gets all of it: only its own end closes its side.
          reset(client.removeAllListeners('close'))
          if ((left -= 1) === 0) resolve()
        }
        traps.push(...Array.from({ length: times }, () => ({ wanted, seen: new Set<Pair>(), spring })))
      }),
    catch: (wanted) =>
      new Promise((resolve) => {
        const spring: Trap['spring'] = (pair) => {
          pause(pair)
          resolve({ disconnect: () => reset(pair.client) })
        }
        traps.push({ wanted, seen: new Set(), spring })
      }),
    stop: cut,
  }
}

function isWanted({ wanted, seen }: Trap, pair: Pair, bytes: Buffer): boolean {
  if (typeof wanted === 'string') return bytes.includes(wanted)
  if (seen.has(pair) && bytes.includes(wanted.text)) return true
  if (wanted.after.test(bytes.toString('latin1'))) seen.add(pair)
  return false
}

/**
 * Not pipe(), which resumes a paused source whenever its target drains. `take` returns whether it has handled the bytes
 * itself.
 */
function carry(from: Socket, to: Socket, ended: () => void, take: (bytes: Buffer) => boolean = () => false): void {
  from.on('data', (bytes: Buffer) => void (take(bytes) || to.write(bytes)))
  from.on('end', () => to.end())
  from.on('error', () => {}) // 'close' follows
  from.on('close', () => {
    to.destroy()
    ended()
  })
}

/**
 * Resets the socket unless it is already ending: then Node 26 refuses to reset, forgets the handle, and the thread of
 * the test never ends.
 */
function reset(socket: Socket): void {
  if (socket.writableEnded && !socket.writableFinished) socket.destroy()
  else socket.resetAndDestroy()
}

function pause({ client, server }: Pair): void {
  client.pause()
  server.pause()
}

function resume({ client, server }: Pair): void {
  client.resume()
  server.resume()
}

/**
 * Listens on a port outside of the system's ephemeral range: those from 32768 on could belong to another test's
 * connection by the time this proxy is restored.
 */
async function listenOnOwnPort(listen: (port: number) => Promise<number>): Promise<number> {
  for (;;) {
    try {
      return await listen(randomInt(20_000, 32_768))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}
