/**
 * The load generator, in its own process: sends a fixed number of concurrent requests on keep-alive connections, for a
 * set time or up to a set number of requests. `Generator` in `children.ts` is the parent's side.
 *
 * It shares the cores with the measured system, so it must use little CPU. Per read and per submission, undici's
 * `dispatch` uses 24 and 27 µs of CPU, autocannon 21 and 40 µs, and undici's `request` 39 and 36 µs (the best of
 * several runs against a bare Node server).
 */
import { Client, type Dispatcher } from 'undici'
import type { Order, Outcome } from './children.ts'
import { expectedStatus, headersOf, requestsOf } from './requests.ts'

/** The number of characters of an unexpected response that the error message shows. */
const shownCharacters = 300

/** A system that takes longer to respond has hung. */
const answerTimeoutMs = 30_000

type Answer = { status: number; latencyMs: number; text: string }

/** Sends one request. Keeps the response body only if the response was unexpected. */
function send(client: Client, options: Dispatcher.DispatchOptions, expected: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const from = performance.now()
    let [status, text] = [0, '']
    client.dispatch(options, {
      onRequestStart() {},
      onResponseStart(_controller, statusCode) {
        status = statusCode
      },
      onResponseData(_controller, chunk) {
        if (status !== expected && text.length < shownCharacters) text += chunk.toString()
      },
      onResponseEnd() {
        resolve({ status, latencyMs: performance.now() - from, text })
      },
      onResponseError(_controller, error) {
        reject(error)
      },
    })
  })
}

function checkIsOurs(url: string): void {
  if (new URL(url).hostname !== '127.0.0.1') throw new Error(`${url} is not on the loopback address: it gets no load`)
}

/** Reads the current entity tags of each opening's criteria. */
async function readEtags({ url, openings }: Order): Promise<string[]> {
  const etags: string[] = []
  for (const opening of openings) {
    const list = headersOf(opening)
    const headers = Object.fromEntries([0, 2].map((at) => [list[at] as string, list[at + 1] as string]))
    const answer = await fetch(`${url}/v1/jobs/${opening.job}/criteria`, { headers })
    await answer.arrayBuffer()
    etags.push(answer.headers.get('etag') ?? '')
  }
  return etags
}

async function load(order: Order): Promise<Outcome> {
  const { url, kind, connections, warmMs, forMs, pauseMs, countMax } = order
  checkIsOurs(url)
  const etags = kind === 'criteria, unchanged' ? await readEtags(order) : []
  const next = requestsOf(kind, { ...order, etags })
  const expected = expectedStatus[kind]
  const latencies: number[] = []
  const from = performance.now() + warmMs
  const until = from + forMs
  let all = 0
  let refused: string | null = null
  const isOver = () => performance.now() >= until || all >= countMax || refused !== null
  const go = async () => {
    const client = new Client(url, { pipelining: 1, headersTimeout: answerTimeoutMs, bodyTimeout: answerTimeoutMs })
    while (!isOver()) {
      all += 1
      const request = next()
      const { status, latencyMs, text } = await send(client, request, expected)
      if (status !== expected) refused ??= `${request.method} ${request.path} answered ${status}: ${text}`
      const now = performance.now()
      if (now >= from && now < until) latencies.push(latencyMs)
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    await client.close()
  }
  await Promise.all(Array.from({ length: connections }, go))
  if (refused !== null) throw new Error(refused)
  const ms = Math.min(performance.now(), until) - from
  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.floor(share * latencies.length)] ?? Number.NaN
  return {
    count: latencies.length,
    all,
    rate: (1000 * latencies.length) / ms,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  }
}

process.on('message', (order: Order) => {
  load(order).then(
    (outcome) => process.send?.(outcome),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({})
