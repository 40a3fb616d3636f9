/** The client: a method for each operation, and what takes more than one call. */
import { operations, seconds, type OperationFacts } from '../../generated/client.gen.ts'
import { ScreeningError } from './errors.ts'
import type { Answer, Call, Input, Item, ListId, Operations, Options } from './operation.ts'
import { pause, request, type AnyInput, type AnyOptions, type Transport } from './request.ts'

export type ClientOptions = {
  /** Of the service, such as `https://screening.example.com`. */
  baseUrl: string
  /** `sk_test_…` is the sandbox, `sk_live_…` production. */
  apiKey: string
  /** The customer that calls are for, unless they name another. */
  tenantId?: string
  /** How often a call is tried again after a failure that may pass; 3 where absent, 0 for never. */
  retries?: number
  /** How long one try may take; somewhat longer than the service's longest operation where absent. */
  timeoutMs?: number
  /** In place of the platform's. */
  fetch?: typeof globalThis.fetch
}

export type WaitOptions = Options<'getLatestScore'> & {
  /** For how long to wait; 15 minutes where absent, which a job takes at most once it has started. */
  timeoutMs?: number
}

export type Client = Operations & {
  /**
   * Waits until an application is scored: by its newest scoring job, or by the one that is named.
   *
   * @throws ScreeningError with the job's `code` where it failed, with `WAIT_ENDED` where the time is over
   */
  waitForScore(
    input: Input<'getLatestScore'> & { scoringJobId?: string },
    options?: WaitOptions,
  ): Promise<Answer<'getLatestScore'>>
  /** All items of a list, page after page as they are asked for; of `listEvents`, all that can be read now. */
  listAll<Id extends ListId>(operation: Id, input?: Input<Id>, options?: Options<Id>): AsyncGenerator<Item<Id>>
}

const retriesByDefault = 3
/** For the way to the service and back, beside the time that it takes. */
const transitSeconds = 5

/** Makes a client. @throws TypeError for a live key in a web page, where every visitor could read it */
export function createClient(options: ClientOptions): Client {
  const { apiKey, tenantId = null, retries = retriesByDefault, fetch = globalThis.fetch } = options
  const { timeoutMs = (seconds.longestOperation + transitSeconds) * 1000 } = options
  if (apiKey.startsWith('sk_live_') && 'window' in globalThis && 'document' in globalThis)
    throw new TypeError('a live key must not be in a web page, where every visitor can read it: call from a server')
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const transport: Transport = { baseUrl, apiKey, tenantId, retries, timeoutMs, fetch }
  const methods = Object.entries(operations).map(([id, facts]) => [id, methodOf(transport, facts)])
  const client = Object.fromEntries(methods) as Operations
  return {
    ...client,
    waitForScore: (input, options) => waitForScore(client, input, options),
    listAll: (operation, input, options) => listAll(client, operation, input, options),
  }
}

function methodOf(transport: Transport, facts: OperationFacts) {
  return (input: AnyInput = {}, options: AnyOptions = {}): Call<unknown> => {
    const answered = request(transport, facts, input, options)
    const call = answered.then(({ data }) => data)
    return Object.assign(call, {
      withResponse() {
        // Whoever asks for this looks at one promise; the other must not count as a failure that nobody saw.
        call.catch(() => {})
        return answered
      },
    })
  }
}

async function waitForScore(
  client: Operations,
  { jobId, applicationId, scoringJobId }: Parameters<Client['waitForScore']>[0],
  { timeoutMs = seconds.scoring * 1000, ...options }: WaitOptions = {},
): Promise<Answer<'getLatestScore'>> {
  const endsAt = Date.now() + timeoutMs
  for (;;) {
    const left = Math.max(0, endsAt - Date.now())
    const waiting = { ...options, waitSeconds: Math.min(seconds.preferWait, Math.floor(left / 1000)) }
    const score = await (scoringJobId === undefined
      ? client.getLatestScore({ jobId, applicationId }, waiting)
      : client.getScoringJob({ jobId, applicationId, scoringJobId }, waiting))
    if (score.status === 'completed') return score
    if (score.status === 'failed') throw failureOf(score)
    if (left === 0)
      throw new ScreeningError(`no score after ${timeoutMs} ms`, { code: 'WAIT_ENDED', status: null, retryable: true })
    await pause(Math.min(left, seconds.betweenPolls * 1000), options.signal)
  }
}

function failureOf({ scoringJob, error }: Answer<'getLatestScore'>): ScreeningError {
  const code = error?.code ?? scoringJob.errorCode ?? 'UNKNOWN'
  const message = `${code}: ${error?.message ?? scoringJob.errorMessage}`
  return new ScreeningError(message, { code, status: null, retryable: error?.retryable ?? false })
}

type Page = { data: unknown[]; nextCursor: string | null; hasMore?: boolean }
type List = (input: object, options?: object) => Promise<Page>

async function* listAll<Id extends ListId>(
  client: Operations,
  operation: Id,
  input?: Input<Id>,
  options?: Options<Id>,
): AsyncGenerator<Item<Id>> {
  let next: object = { ...input }
  for (;;) {
    const page = await (client[operation] as unknown as List)(next, options)
    yield* page.data as Item<Id>[]
    // The feed's cursor never ends; it says by `hasMore` whether there is more.
    if (page.nextCursor === null || page.hasMore === false) return
    next = { ...input, cursor: page.nextCursor }
  }
}
