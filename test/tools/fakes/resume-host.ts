/**
 * A resume host on a loopback port, with a good or malicious behaviour for each path, and a record of its requests. It
 * is the peer of `platform/outbound`, and knows nothing about the service.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Certificate } from './certificate.ts'

export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void

export type ResumeHost = {
  /** `http://127.0.0.1:<port>`, or https with a certificate. */
  origin: string
  port: number
  /** The entry in OUTBOUND_ALLOW that lets the service connect to this host. */
  pair: string
  /** The behaviour for each path, which may change while the host runs. Other paths return 404. */
  routes: Map<string, Behaviour>
  /** Every request that arrived, in order. */
  requests: { path: string; headers: IncomingHttpHeaders }[]
  /** How many TCP connections there have been so far. A host that must not be reached has none. */
  connections(): number
  /** Resolves when no connection is open. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** Starts a host on a free port, with TLS if a certificate is given. */
export async function startResumeHost(
  routes: Record<string, Behaviour> = {},
  certificate?: Certificate,
): Promise<ResumeHost> {
  const open = new Set<Socket>()
  const requests: ResumeHost['requests'] = []
  const behaviours = new Map(Object.entries(routes))
  let connections = 0

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/'
    requests.push({ path, headers: request.headers })
    const behaviour = behaviours.get(path) ?? behaviours.get(path.replace(/\?.*/, '')) ?? status(404)
    behaviour(response, request)
  }
  const server: Server = certificate ? createTlsServer(certificate, answer) : createServer(answer)
  server.on('connection', (socket: Socket) => {
    connections++
    open.add(socket)
    socket.on('error', () => {}) // some tests are about clients that disconnect
    socket.on('close', () => {
      open.delete(socket)
      if (open.size === 0) server.emit('idle')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    origin: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    pair: `127.0.0.1:${port}`,
    routes: behaviours,
    requests,
    connections: () => connections,
    async idle() {
      if (open.size > 0) await once(server, 'idle')
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

export function file(bytes: Uint8Array | string, headers: OutgoingHttpHeaders = {}): Behaviour {
  return (response) => void response.writeHead(200, headers).end(bytes)
}

export function status(code: number, headers: OutgoingHttpHeaders = {}): Behaviour {
  return (response) => void response.writeHead(code, headers).end(`status ${code}`)
}

export function redirect(location: string, code = 302): Behaviour {
  return (response) => void response.writeHead(code, { location }).end()
}

/** Sends exactly these bytes instead of a response from Node, and closes the connection. */
export function raw(bytes: Uint8Array | string): Behaviour {
  return (_, request) => void request.socket.end(bytes)
}

export function gzipped(bytes: Uint8Array | string): Behaviour {
  return file(gzipSync(bytes), { 'content-encoding': 'gzip' })
}

/** Sends one byte per second, endlessly. */
export function drip(): Behaviour {
  return (response) => {
    response.writeHead(200).write('.')
    const timer = setInterval(() => response.write('.'), 1000)
    response.on('close', () => clearInterval(timer))
  }
}

/** Sends as fast as the client reads, endlessly and without a length. */
export function endless(): Behaviour {
  return (response) => {
    const chunk = Buffer.alloc(16 * 1024, '.')
    const fill = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.writeHead(200).on('drain', fill)
    fill()
  }
}

/** Announces more bytes than it sends, then closes the connection. */
export function cutShort(bytes: string, announced: number): Behaviour {
  return (response) => {
    response.writeHead(200, { 'content-length': announced })
    response.write(bytes, () => response.socket?.end())
  }
}

/** Resets the TCP connection instead of responding. */
export function reset(): Behaviour {
  return (response) => void response.socket?.resetAndDestroy()
}

/** Accepts the request and never responds. */
export function silence(): Behaviour {
  return () => {}
}
