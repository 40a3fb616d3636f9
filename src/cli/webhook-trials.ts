/** `webhooks listen` and `webhooks trigger`, for developers of a webhook receiver. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '../client/index.ts'
import { getPartnerByName } from '../features/access/partners.ts'
import { secretsOf } from '../features/webhooks/signatures.ts'
import { closeListener, openListener, triggerEvent } from '../features/webhooks/trials.ts'
import { SECOND, toIso } from '../kit/time.ts'
import type { Contract } from '../platform/contract/contract.ts'
import { listEndpointsByIds } from '../tables/webhook-endpoint-health.ts'
import type { WebhookEndpointRow } from '../tables/webhook-endpoints.ts'
import { readArguments, type Command, type CommandContext } from './command.ts'

/**
 * The default port is fixed, so that the printed OUTBOUND_ALLOW line is the same each time and the server need not be
 * restarted.
 */
const portByDefault = '8787'

export const webhookTrialCommands: Record<string, Command> = {
  'webhooks listen': {
    usage: '--partner NAME [--port 8787]',
    help: "print and verify a partner's sandbox deliveries on this machine, until Ctrl-C",
    example: '--partner acme-ats --port 9000',
    read(argv, contract) {
      const { options } = readArguments(argv, [], ['partner'], ['port'])
      const { partner, port = portByDefault } = options as { partner: string; port?: string }
      if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
        throw new Error(`--port is "${port}": give a number from 0 to 65535`)
      return (context) => listen({ ...context, contract }, partner, Number(port))
    },
  },
  'webhooks trigger': {
    usage: 'KIND ENDPOINTID',
    help: 'send a test event to a sandbox endpoint; it does not appear in the feed or in analytics',
    example: 'score.completed we_0198a3c2-8f00-7d11-8a44-0c9b8a7d6e62',
    read(argv, contract) {
      const [kind, endpointId] = readArguments(argv, ['KIND', 'ENDPOINTID']).words as [string, string]
      return (context) => triggerEvent({ ...context, contract }, kind, endpointId)
    },
  },
}

type Needs = CommandContext & { contract: Contract }

/**
 * Prints the endpoint, then each delivery. Resolves to the number of deliveries when the process receives a signal to
 * stop.
 */
async function listen(context: Needs, partnerName: string, port: number): Promise<object> {
  const told = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  const { id: partnerId } = await getPartnerByName(context, partnerName)
  const server = await openServer(port)
  try {
    const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const endpoint = await openListener(context, partnerId, `http://${pair}/`)
    const counts = { deliveries: 0, verified: 0 }
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const seen = await look(context, endpoint, request).catch((error: Error) => ({
        verified: false,
        reason: error.message,
      }))
      counts.deliveries += 1
      if (seen.verified) counts.verified += 1
      response.writeHead(seen.verified ? 204 : 400, { Connection: 'close' }).end()
      context.print(seen)
    }
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void answer(request, response))
    context.print({ listening: endpoint.url, endpointId: endpoint.id, startTheServerWith: `OUTBOUND_ALLOW=${pair}` })
    try {
      await told
    } finally {
      await closeListener(context, endpoint)
    }
    return counts
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Opens a server on the loopback interface. @throws Error if the port is in use */
async function openServer(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/**
 * Verifies a delivery's signature, and returns its event. Reads the secrets each time, because the partner may rotate
 * them.
 */
async function look(
  { database, clock, secretKeys, contract }: Needs,
  { id }: WebhookEndpointRow,
  request: IncomingMessage,
) {
  const body = await bytesOf(request, contract.sizes.request.bodyBytes)
  const [endpoint] = (await listEndpointsByIds(database, [id])) as [WebhookEndpointRow]
  const now = clock.now()
  const event = await verifyWebhook({
    body,
    headers: request.headers,
    secrets: secretsOf({ secretKeys }, endpoint, now),
    now,
  })
  const sentAt = toIso(Number(request.headers['webhook-timestamp']) * SECOND)
  return { verified: true, sentAt, event }
}

/** Reads a request's body. @throws Error if the body is larger than any that the service sends */
async function bytesOf(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bytesMax) throw new Error('the body of the delivery is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
