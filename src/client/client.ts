/** The client: a method for each operation, and helpers that make several calls. */
import { operations, seconds, type OperationFacts } from '../../generated/client.gen.ts'
import { ScreeningError } from './errors.ts'
import type { Answer, Call, Input, Item, ListId, Operations, Options } from './operation.ts'
import { pause, request, type AnyInput, type AnyOptions, type Transport } from './request.ts'

export type ClientOptions = {
  /** The service's base URL, such as `https://screening.example.com`. */
  baseUrl: string
  /** An API key: `sk_test_…` for the sandbox, `sk_live_…` for production. */
  apiKey: string
  /** The tenant for all calls that do not set their own. */
  tenantId?: string
  /** The maximum number of retries after a transient failure; 3 by default, 0 for none. */
  retries?: number
  /** The timeout of one attempt; by default slightly longer than the service's longest operation. */
  timeoutMs?: number
  /** Replaces the platform's `fetch`. */
  fetch?: typeof globalThis.fetch
}

export type WaitOptions = Options<'getLatestScore'> & {
  /** The maximum wait; by default 15 minutes, which is a job's time limit after its start. */
  timeoutMs?: number
}

export type ScoreFileInput = Input<'getLatestScore'> &
  Omit<Input<'submitScoringJob'>['body'], 'resumeUrl'> & {
    /** The resume: its bytes, or the path of its file on platforms with a file system. */
    file: string | Blob | Uint8Array
  }

export type Client = Operations & {
  /**
   * Uploads a file, submits it, and waits for its score. If the application already has a scoring job that has not
   * failed, waits for that job instead, unless `rescore` is true.
   *
   * @throws ScreeningError as `waitForScore` does
   */
  scoreFile(
    input: ScoreFileInput,
    options?: WaitOptions & Options<'submitScoringJob'>,
  ): Promise<Answer<'getLatestScore'>>
  /**
   * Waits until the application's newest scoring job, or the given one, is complete.
   *
   * @throws ScreeningError with the job's `code` if the job failed, or with `WAIT_ENDED` after the maximum wait
   */
  waitForScore(
    input: Input<'getLatestScore'> & { scoringJobId?: string },
    options?: WaitOptions,
  ): Promise<Answer<'getLatestScore'>>
  /**
   * Iterates over all items in a list, and reads its pages on demand. For `listEvents`, iterates over all current
   * events.
   */
  listAll<Id extends ListId>(operation: Id, input?: Input<Id>, options?: Options<Id>): AsyncGenerator<Item<Id>>
}

const retriesByDefault = 3
/** Time for the network, in addition to the time that the service takes. */
const transitSeconds = 5

/** Creates a client. @throws TypeError for a live key in a web page, where every visitor could read it */
export function createClient(options: ClientOptions): Client {
  const { apiKey, tenantId = null, retries = retriesByDefault, fetch = globalThis.fetch } = options
  const { timeoutMs = (seconds.longestOperation + transitSeconds) * 1000 } = options
  if (apiKey.startsWith('sk_live_') && 'window' in globalThis && 'document' in globalThis)
    throw new TypeError(
      'do not use a live key in a web page, where every visitor can read it: call the API from a server',
    )
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const transport: Transport = { baseUrl, apiKey, tenantId, retries, timeoutMs, fetch }
  const methods = Object.entries(operations).map(([id, facts]) => [id, methodOf(transport, facts)])
  const client = Object.fromEntries(methods) as Operations
  return {
    ...client,
    scoreFile: (input, options) => scoreFile(client, input, options),
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
        // The caller handles only one of the two promises. The other must not become an unhandled rejection.
        call.catch(() => {})
        return answered
      },
    })
  }
}

async function scoreFile(
  client: Operations,
  { jobId, applicationId, file, ...submission }: ScoreFileInput,
  { timeoutMs, ...options }: Parameters<Client['scoreFile']>[1] = {},
): Promise<Answer<'getLatestScore'>> {
  const { resume } = await client.uploadResume(
    { body: typeof file === 'string' ? await readBytes(file) : file },
    options,
  )
  const body = { ...submission, resumeUrl: resume.url }
  const { scoringJobId } = await client.submitScoringJob({ jobId, applicationId, body }, options)
  return waitForScore(client, { jobId, applicationId, scoringJobId }, { ...options, timeoutMs })
}

/**
 * Reads a file. The module is imported by a variable name, so that bundlers do not resolve it: not every platform has a
 * file system.
 */
async function readBytes(path: string): Promise<Uint8Array> {
  const module = 'node:fs/promises'
  const { readFile } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ module)) as {
    readFile: (path: string) => Promise<Uint8Array>
  }
  return readFile(path)
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
    // The cursor of the event feed does not become null at the end, so `hasMore` decides.
    if (page.nextCursor === null || page.hasMore === false) return
    next = { ...input, cursor: page.nextCursor }
  }
}
