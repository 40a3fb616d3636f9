/**
 * The tests' client. It uses the partners' client if that client can send the request, and otherwise sends it directly.
 * It checks every response.
 */
import type { ExecutionContext } from 'ava'
import request from 'supertest'
import type { ScoringRequest } from '../../../generated/types.gen.ts'
import {
  createClient,
  ScreeningError,
  type Answered,
  type Call,
  type Client as PartnersClient,
} from '../../../src/client/index.ts'
import { until } from '../../tools/until.ts'
import { faultsOf } from '../../tools/answer-faults.ts'
import { checkedFetch } from './checked-fetch.ts'
import { partnerCallOf, type PartnerCall } from './partner-call.ts'

/**
 * `body` is `any`, as in supertest, because its type depends on the path, which is only a string here. Each response is
 * compared with the contract when it arrives, and a missing member makes the assertion about it fail.
 */
export type Answer = { status: number; headers: Record<string, string>; body: any }

/** Returns a response of the partners' client in the form that a directly sent request returns. */
function answerOf({ data, response }: Answered<unknown>): Answer {
  return { status: response.status, headers: Object.fromEntries(response.headers), body: data }
}

/**
 * Sends requests with one key and tenant. Uses the partners' client without retries, and sends directly what that
 * client would never send. A response that does not match the contract fails the test.
 */
export class Client {
  readonly #t: ExecutionContext
  readonly url: string
  readonly key: string
  readonly tenant: string
  readonly partnerId: string
  readonly keyId: string

  constructor(t: ExecutionContext, url: string, key: string, tenant: string, partnerId: string, keyId: string) {
    this.#t = t
    this.url = url
    this.key = key
    this.tenant = tenant
    this.partnerId = partnerId
    this.keyId = keyId
  }

  /** Returns a client for the same caller with another address, for example the admin port. */
  at(url: string): Client {
    return new Client(this.#t, url, this.key, this.tenant, this.partnerId, this.keyId)
  }

  /** The partners' client, which throws failures as `ScreeningError`. */
  get api(): PartnersClient {
    return this.#partnersClient(() => {})
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers)
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, body, headers)
  }

  /** Sends `body` as JSON, or unchanged if it is a string. Omits a header whose value is ''. */
  send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const call = this.tenant === '' ? null : partnerCallOf(method, path, body, headers)
    return call ? this.#sendAsPartner(call) : this.#sendByHand(method, path, body, headers)
  }

  /** Returns what the partners' client returns or throws, after checking that it matches the response. */
  async #sendAsPartner({ id, input, options }: PartnerCall): Promise<Answer> {
    let answer: Answer | null = null
    const client = this.#partnersClient((arrived) => (answer = arrived))
    const call = client[id] as (input: object, options: object) => Call<unknown>
    try {
      const data = await call(input, options)
      return { ...(answer as unknown as Answer), body: data ?? '' }
    } catch (error) {
      if (answer === null || !(error instanceof ScreeningError)) throw error
      const { status, body, headers } = answer as Answer
      const { code, retryable, traceId } = error
      const told = { code: body.code, status, retryable: body.retryable, traceId: headers['x-trace-id'] }
      this.#t.deepEqual({ code, status: error.status, retryable, traceId }, told)
      return answer
    }
  }

  async #sendByHand(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    const all: Record<string, string> = { Authorization: `Bearer ${this.key}`, 'X-Tenant-Id': this.tenant, ...headers }
    const call = request(this.url)[method.toLowerCase() as 'get'](path)
    for (const [name, value] of Object.entries(all)) if (value !== '') call.set(name, value)
    if (body !== undefined) {
      const isFile = body instanceof Uint8Array
      if (!all['Content-Type']) call.set('Content-Type', isFile ? 'application/octet-stream' : 'application/json')
      if (isFile) call.send(Buffer.from(body))
      else call.serialize(String).send(typeof body === 'string' ? body : JSON.stringify(body))
    }
    const { status, headers: answered, body: parsed, text } = await call
    const seen = {
      method,
      path,
      status,
      headers: answered,
      body: answered['content-type']?.startsWith('application/json') ? parsed : text,
    }
    this.#t.deepEqual(faultsOf(seen), [], `${method} ${path} → ${status} ${text?.slice(0, 500)}`)
    return seen
  }

  #partnersClient(look: (answer: Answer) => void): PartnersClient {
    const { url: baseUrl, key: apiKey, tenant: tenantId } = this
    return createClient({ baseUrl, apiKey, tenantId, retries: 0, fetch: checkedFetch(this.#t, look) })
  }

  /** Generates criteria for a job from a description. */
  async generate(
    job: string,
    jobDescription = 'Requirements:\n- 5+ years of experience with TypeScript\n- Production experience with PostgreSQL\nNice to have:\n- Kubernetes',
  ): Promise<Answer> {
    const body = { jobContext: { jobTitle: 'Backend Engineer', jobDescription } }
    return answerOf(await this.api.createCriteriaGeneration({ jobId: job, body }).withResponse())
  }

  /** Submits, waits until the job has ended, and returns the last polled response. */
  async score(job: string, application: string, body: ScoringRequest): Promise<Answer> {
    const submission = this.api.submitScoringJob({ jobId: job, applicationId: application, body })
    return this.ended(answerOf(await submission.withResponse()).headers.location as string)
  }

  /** Polls until the job at `location` has ended, and returns the last response. */
  ended(location: string): Promise<Answer> {
    return this.getWhen(location, ({ status }) => ['completed', 'failed'].includes(status))
  }

  /** Polls `path` until `isSo` returns true for the body, and returns the response. */
  getWhen(path: string, isSo: (body: Answer['body']) => boolean): Promise<Answer> {
    const look = async () => {
      const answer = await this.get(path)
      return isSo(answer.body) && answer
    }
    return until(`GET ${path} answers as ${isSo}`, look)
  }
}
