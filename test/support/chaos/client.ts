/**
 * A partner in the chaos suite. It submits as a well-written client does: each request has an idempotency key and is
 * repeated until it is accepted. It records what was accepted, and every response that a partner must never get.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { BalancedAnswer, BalancedRequest, Balancer } from '../../tools/fakes/balancer.ts'
import type { ErrorBody, Rescore, ScoringBatchAccepted, ScoringJobReply } from '../../../generated/types.gen.ts'
import { faultsOf } from '../../tools/answer-faults.ts'

/** `body` has the contract's type. A response that does not match the contract is recorded as a fault. */
export type Answer = BalancedAnswer & { body: unknown }

export type ChaosClient = {
  /** The job for which applications are submitted. A test can change it. */
  job: string
  /** The paths, by id, of the scoring jobs that were accepted since `begin`. */
  jobs: Map<string, string>
  batches: Map<string, { location: string; scoringJobIds: string[] }>
  /**
   * Counts since `begin`: responses with 503, requests whose connection was lost or refused, and responses with
   * `X-RateLimit-Degraded: true`.
   */
  tally: { unavailable: number; lost: number; degraded: number }
  /** Responses since `begin` that a partner must never get. */
  faults: string[]
  begin(): void
  /**
   * Submits this many applications, a few at a time. When all are accepted, resolves with the ids of their scoring
   * jobs.
   */
  submit(count: number, resume?: (application: string) => string): Promise<string[]>
  /**
   * Submits this many applications concurrently, and sends `times` requests for each. Resolves with a scoring job's id
   * for each request.
   */
  submitAtOnce(count: number, times?: number): Promise<string[]>
  submitBatch(size: number): Promise<void>
  /** Rescores these applications from stored verdicts, in one request. */
  rescore(applicationIds: string[]): Promise<Rescore>
  /**
   * Sends a request once.
   *
   * @throws the connection's error
   */
  try(method: BalancedRequest['method'], path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  /** Repeats a request until the response is 2xx. */
  send(method: BalancedRequest['method'], path: string, body?: object): Promise<Answer>
}

/** How many requests run concurrently. There are several, so that a fault meets requests at every stage. */
const atOnce = 4
/** If the service accepts no request for this long, it has not recovered. */
const patienceMs = 120_000
const pauseMs = 100
/** The maximum wait, whatever `Retry-After` says, so that the client soon notices that an outage is over. */
const retryAfterMsMax = 1_000
/**
 * Statuses that mean that another request with the same key, or from the same partner, is in progress. If the process
 * of that request has died, the service returns them until the request's lease expires.
 */
const waits = [409, 429]

export function createChaosClient(balancer: Balancer, key: string, resumeUrlOf: (name: string) => string): ChaosClient {
  const turn = pLimit(atOnce)
  let applications = 0
  const ofJob = (rest: string) => `/v1/jobs/${client.job}/${rest}`
  const newApplication = () => `app-${(applications += 1)}`
  const submitOne = async (application: string, resume = resumeUrlOf): Promise<string> => {
    const path = ofJob(`applications/${application}/scoring-jobs`)
    const answer = await client.send('POST', path, { resumeUrl: resume(application) })
    const { scoringJobId } = answer.body as ScoringJobReply
    client.jobs.set(scoringJobId, `${path}/${scoringJobId}`)
    return scoringJobId
  }
  const client: ChaosClient = {
    job: 'chaos',
    jobs: new Map(),
    batches: new Map(),
    tally: { unavailable: 0, lost: 0, degraded: 0 },
    faults: [],
    begin() {
      Object.assign(client, { jobs: new Map(), batches: new Map(), faults: [] })
      client.tally = { unavailable: 0, lost: 0, degraded: 0 }
    },
    submit: (count, resume) =>
      Promise.all(Array.from({ length: count }, () => turn(() => submitOne(newApplication(), resume)))),
    submitAtOnce(count, times = 1) {
      const names = Array.from({ length: count }, newApplication)
      return Promise.all(names.flatMap((name) => Array.from({ length: times }, () => submitOne(name))))
    },
    async submitBatch(size) {
      const entries = Array.from({ length: size }, newApplication)
      const applications = entries.map((name) => ({ applicationId: name, resumeUrl: resumeUrlOf(name) }))
      const { body } = await client.send('POST', ofJob('scoring-batches'), { applications })
      const { batch, scoringJobIds } = body as ScoringBatchAccepted
      client.batches.set(batch.id, { location: ofJob(`scoring-batches/${batch.id}`), scoringJobIds })
      for (const [at, id] of scoringJobIds.entries())
        client.jobs.set(id, ofJob(`applications/${entries[at]}/scoring-jobs/${id}`))
    },
    async rescore(applicationIds) {
      const { body } = await client.send('POST', ofJob('rescores'), { applicationIds })
      for (const { applicationId, scoringJobId } of (body as Rescore).scores)
        client.jobs.set(scoringJobId, ofJob(`applications/${applicationId}/scoring-jobs/${scoringJobId}`))
      return body as Rescore
    },
    async try(method, path, body, headers = {}) {
      const isFile = body instanceof Uint8Array
      const type = isFile ? 'application/octet-stream' : 'application/json'
      const common = { authorization: `Bearer ${key}`, 'x-tenant-id': 'acme', 'content-type': type }
      const sent = isFile ? body : body && JSON.stringify(body)
      const answer = await balancer.send({ method, path, headers: { ...common, ...headers }, body: sent })
      const seen = { ...answer, body: JSON.parse(answer.text) }
      client.faults.push(...faultsOf({ method, path, ...seen }), ...serverFaults(seen, `${method} ${path}`))
      if (answer.headers['x-ratelimit-degraded'] === 'true') client.tally.degraded += 1
      return seen
    },
    async send(method, path, body) {
      const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
      const deadline = performance.now() + patienceMs
      for (;;) {
        const answer = await client.try(method, path, body, headers).catch(() => null)
        if (answer && answer.status < 300) return answer
        if (answer === null) client.tally.lost += 1
        else if (answer.status === 503) client.tally.unavailable += 1
        else if (answer.status < 500 && !waits.includes(answer.status))
          throw new Error(`${method} ${path}: ${answer.text}`)
        if (performance.now() > deadline) throw new Error(`${method} ${path} was never accepted: ${answer?.text}`)
        await delay(pauseOf(answer))
      }
    },
  }
  return client
}

function pauseOf(answer: Answer | null): number {
  const seconds = Number(answer?.headers['retry-after'] ?? 0)
  return Math.min(Math.max(seconds * 1000, pauseMs), retryAfterMsMax)
}

/**
 * Returns a server error as a fault, unless it is a retryable 503 with `Retry-After`, the only one that a partner may
 * get.
 */
function serverFaults({ status, headers, body }: Answer, request: string): string[] {
  if (status < 500) return []
  const { code, retryable } = body as ErrorBody
  const isPromised =
    status === 503 && code === 'SERVICE_UNAVAILABLE' && retryable && Number(headers['retry-after']) >= 1
  return isPromised ? [] : [`${request} was answered ${status}: ${JSON.stringify(body)}`]
}
