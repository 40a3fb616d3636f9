/**
 * A TCP proxy on a loopback port that a test can disturb: cut, freeze and restore it, or inject bytes on behalf of one
 * side. It is between the service and a dependency. It can wait for a text in the traffic, which includes the statements
 * that MySQL has prepared.
 */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { followPreparedStatements } from './prepared-statements.ts'

export type TcpProxy = {
  port: number
  /** How many connections are open. */
  connections(): number
  /** Resolves when a client next opens a connection. */
  connected(): Promise<void>
  /** Resets every connection and refuses new ones, as if the dependency's process had died. */
  cut(): Promise<void>
  /**
   * Forwards nothing and closes nothing, as if the host had vanished. New connections are accepted but get no response.
   */
  freeze(): void
  /** Listens again after a cut, and continues after a freeze. */
  restore(): Promise<void>
  /**
   * Sends bytes to every client on behalf of the dependency, or to the dependency on behalf of every client. Use it
   * only between two messages.
   */
  inject(to: 'client' | 'server', bytes: Uint8Array): void
  /**
   * Loses the replies to the next `times` packets from clients that contain `text`: the dependency gets the packet, but
   * the client gets a reset instead of the reply. Resolves after the last of them.
   */
  loseAnswerTo(text: Wanted, times: number): Promise<void>
  /**
   * Waits for the next packet from a client that contains `text`. The dependency never gets the packet. `disconnect`
   * resets the client's connection.
   */
  catch(text: Wanted): Promise<{ disconnect(): void }>
  stop(): Promise<void>
}

/** A text to wait for. With `after`, the text must come after a packet on the same connection that matches `after`. */
export type Wanted = string | { text: string; after: RegExp }

type Pair = { client: Socket; server: Socket }
/**
 * An action that runs once instead of forwarding the bytes with the text. `seen` contains the connections on which
 * `after` has been found.
 */
type Trap = { wanted: Wanted; seen: Set<Pair>; spring: (pair: Pair, bytes: Buffer) => void }

/** Listens on a free port and forwards everything to a port on this machine. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  const traps: Trap[] = []
  let frozen = false

  // Sends packets without a delay, as the service and its dependencies do. Otherwise the last packet of a long reply
  // would be delayed by 40 ms.
  const noDelay = true
  const listener = createServer({ noDelay }, (client) => {
    const pair = { client, server: connect({ port: targetPort, host: '127.0.0.1', noDelay }) }
    const statements = followPreparedStatements()
    pairs.add(pair)
    carry(
      client,
      pair.server,
      () => pairs.delete(pair),
      (bytes) => {
        const statement = statements.sent(bytes)
        const at = traps.findIndex((trap) => isWanted(trap, pair, statement))
        if (at === -1) return false
        for (const trap of traps.splice(at, 1)) trap.spring(pair, bytes)
        return true
      },
    )
    carry(
      pair.server,
      client,
      () => pairs.delete(pair),
      (bytes) => (statements.answered(bytes), false),
    )
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
          // Only the client's connection is reset, so that the dependency receives the whole packet.
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
 * Forwards bytes. Does not use pipe(), which resumes a paused source when its target drains. `take` returns whether it
 * has handled the bytes itself.
 */
function carry(from: Socket, to: Socket, ended: () => void, take: (bytes: Buffer) => boolean = () => false): void {
  from.on('data', (bytes: Buffer) => void (take(bytes) || to.write(bytes)))
  from.on('end', () => to.end())
  from.on('error', () => {}) // a 'close' event follows
  from.on('close', () => {
    to.destroy()
    ended()
  })
}

/**
 * Resets the socket unless it is already ending. Node 26 would refuse to reset such a socket and lose its handle, and
 * the test's thread would never end.
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
 * Listens on a port outside the system's ephemeral range. A port in that range, from 32768 on, could be in use by
 * another test's connection when this proxy is restored.
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
