/**
 * A webhook receiver on a loopback port that follows a script and records what it receives. It is the peer of
 * deliveries, with the good and malicious responses from `resume-host.ts`.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ExecutionContext } from 'ava'
import { until } from '../until.ts'
import { startResumeHost, status, type Behaviour, type ResumeHost } from './resume-host.ts'

export type Received = { headers: IncomingHttpHeaders; body: string }

export type Inbox = {
  url: string
  /** The requests that arrived, in order, each with its complete body. */
  ledger: Received[]
  /** The event ids in the recorded requests. */
  ids: () => string[]
  /** Resolves when this many requests have arrived. */
  arrived: (count: number) => Promise<unknown>
  /** Scripts the responses to the next requests. The last response is repeated forever. */
  answer: (...script: Behaviour[]) => void
}

export type WebhookReceiver = {
  host: ResumeHost
  /** The entry in OUTBOUND_ALLOW that lets the service connect to this receiver. */
  pair: string
  /** Opens a path that accepts everything unless a script says otherwise. */
  inbox: (path: string, ...script: Behaviour[]) => Inbox
}

/** Starts a receiver that is stopped at the end of the test. */
export async function startReceiver(t: Pick<ExecutionContext, 'teardown'>): Promise<WebhookReceiver> {
  const host = await startResumeHost()
  t.teardown(host.stop)
  return { host, pair: host.pair, inbox: (path, ...script) => openInbox(host, path, script) }
}

function openInbox(host: ResumeHost, path: string, first: Behaviour[]): Inbox {
  const ledger: Received[] = []
  let script = first
  const take = async (response: ServerResponse, request: IncomingMessage): Promise<void> => {
    const body = await text(request).catch(() => null)
    if (body === null) return // the sender disconnected
    ledger.push({ headers: request.headers, body })
    const behaviour = (script.length > 1 ? script.shift() : script[0]) ?? status(200)
    behaviour(response, request)
  }
  host.routes.set(path, (response, request) => void take(response, request))
  return {
    url: host.origin + path,
    ledger,
    ids: () => ledger.map(({ headers }) => headers['webhook-id'] as string),
    arrived: (count) => until(`${count} deliveries arrive at ${path}`, () => ledger.length >= count),
    answer: (...next) => void (script = next),
  }
}

/** Holds responses back until they are released. */
export function held(): { behaviour: Behaviour; letGo: () => void } {
  const waiting: (() => void)[] = []
  let open = false
  return {
    behaviour: (response) => {
      const answer = () => void response.writeHead(200).end()
      if (open) answer()
      else waiting.push(answer)
    },
    letGo() {
      open = true
      for (const answer of waiting.splice(0)) answer()
    },
  }
}
