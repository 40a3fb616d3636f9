/** The receiver of a partner's webhooks: accepts each immediately, verifies its signature, and counts it. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export type Received = { id: string; at: number; lagMs: number; isSigned: boolean }

export type Receiver = {
  url: string
  /** The entry of OUTBOUND_ALLOW that lets the service connect here. */
  pair: string
  received: Received[]
  /** The endpoint's secret, once it exists. */
  setSecret: (secret: string) => void
  close: () => Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let webhook: Webhook | null = null
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request).catch(() => null)
    if (body === null) return // the sender has disconnected
    const at = Date.now()
    response.writeHead(204).end()
    const { id, timestamp } = JSON.parse(body) as { id: string; timestamp: string }
    received.push({ id, at, lagMs: at - Date.parse(timestamp), isSigned: isSigned(webhook, body, request.headers) })
  }
  const server = createServer((request, response) => void take(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    pair: `127.0.0.1:${port}`,
    received,
    setSecret: (secret) => (webhook = new Webhook(secret)),
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

function isSigned(webhook: Webhook | null, body: string, headers: IncomingHttpHeaders): boolean {
  try {
    webhook?.verify(body, headers as Record<string, string>)
    return webhook !== null
  } catch {
    return false
  }
}
