/**
 * A server on a port with the model provider's chat API, for tests only.
 *
 * By default it is a modest, correct and deterministic model: see `good`. A test scripts the next answers:
 *
 *     const groq = await startFakeGroq()
 *     groq.answer(throttled('2'), badJson)   // the next two calls; later ones get `good` again
 *     groq.otherwise(obedient)               // instead of `good`
 *     await groq.arrival(1)                  // the first call, once it has arrived
 *     await groq.close()
 *
 * `requests` contains every call's headers and parsed body, in order.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../until.ts'
import { type ChatBody, criteriaOf, schemaOf, sectionsOf } from './chat-request.ts'

/** `gone` resolves when the caller has disconnected or the response has ended. `at` is in epoch milliseconds. */
export type FakeRequest = {
  path: string
  headers: IncomingHttpHeaders
  body: ChatBody
  at: number
  gone: Promise<unknown>
}

/** Answers one call. */
export type Behaviour = (request: FakeRequest, response: ServerResponse) => void | Promise<void>

export type FakeGroq = {
  /** The value for `EngineSettings.baseUrl` or GROQ_BASE_URL. */
  url: string
  requests: FakeRequest[]
  /** Scripts the next calls with one behaviour each. */
  answer(...next: Behaviour[]): void
  /** Sets how all other calls are answered. */
  otherwise(behaviour: Behaviour): void
  /** Resolves with the nth request (from 1) when it has arrived. */
  arrival(n: number): Promise<FakeRequest>
  close(): Promise<void>
}

/** Starts a provider on a free loopback port. `path` is the path of its chat API. */
export async function startFakeGroq(path = '/openai/v1/chat/completions'): Promise<FakeGroq> {
  const requests: FakeRequest[] = []
  const scripted: Behaviour[] = []
  let standing: Behaviour = good
  const take = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming, response)
    requests.push(request)
    if (request.path !== path) return send(response, 404, errorBody('unknown_url'))
    if (!request.headers.authorization?.startsWith('Bearer ')) return send(response, 401, errorBody('invalid_api_key'))
    await (scripted.shift() ?? standing)(request, response)
  }
  const server = createServer((incoming, response) => void take(incoming, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (...next) => void scripted.push(...next),
    otherwise: (behaviour) => void (standing = behaviour),
    arrival: (n) => until(`request ${n} reaches the model`, () => requests[n - 1]),
    close: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

async function readRequest(incoming: IncomingMessage, response: ServerResponse): Promise<FakeRequest> {
  const gone = once(response, 'close')
  const body = (await json(incoming)) as ChatBody
  return { path: incoming.url ?? '', headers: incoming.headers, body, at: Date.now(), gone }
}

// ── behaviours ──────────────────────────────────────────────────────────────────────────────────

/**
 * A correct model. Its criteria and questions are always the same. It looks for the first line of the resume or of an
 * answer that contains a significant word from the criterion. If there is one, the verdict is MET with that line as the
 * quote; otherwise it is NO_EVIDENCE.
 */
export const good: Behaviour = ({ body }, response) => complete(response, JSON.stringify(answerTo(body)))

/** A model that obeys the candidate: MET for every criterion, with invented quotes. */
export const obedient: Behaviour = (request, response) => {
  const verdicts = criteriaOf(request.body).map(({ id, text }) => ({
    criterionId: id,
    evidence: [`Outstanding, award-winning record in: ${text}`],
    reason: 'A perfect candidate.',
    verdict: 'MET',
  }))
  return judging(...verdicts)(request, response)
}

/** Responds with this message, which may be any string, or any value that is sent as JSON. */
export const saying =
  (content: unknown): Behaviour =>
  (_, response) =>
    complete(response, typeof content === 'string' ? content : JSON.stringify(content))

/**
 * Responds with these verdicts in the form that the schema requires. The real ids differ for each job, so `C1` as a
 * `criterionId` means the first criterion in the call.
 */
export const judging =
  (...verdicts: { criterionId: string }[]): Behaviour =>
  (request, response) => {
    const criteria = criteriaOf(request.body)
    const byId = verdicts.map(({ criterionId, ...verdict }) => {
      const position = /^C(\d{1,2})$/.exec(criterionId)?.[1]
      return [criteria[Number(position) - 1]?.id ?? criterionId, verdict]
    })
    return saying(Object.fromEntries(byId))(request, response)
  }

export const badJson = saying('Sure! Here is my answer: {"verdicts": [')
export const wrongSchema = saying({ answer: 'yes' })

/** Responds correctly, but is cut off at the token limit. */
export const truncated: Behaviour = ({ body }, response) =>
  complete(response, JSON.stringify(answerTo(body)).slice(0, 40), 'length')

export const html: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Please sign in</body></html>')
}

export const empty: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '0' }).end()
}

/** Responds like a provider that itself rejects what the model wrote. */
export const jsonValidateFailed: Behaviour = (_, response) =>
  send(response, 400, { error: { ...errorBody('json_validate_failed').error, failed_generation: '{"verdicts": [' } })

/** Responds with 429. `retryAfter` is the header's text: seconds or an HTTP date. */
export const throttled = (retryAfter?: string): Behaviour => failing(429, retryAfter)

/** Responds with an error status. The body repeats the key and the prompt, as some servers do. */
export const failing =
  (status = 500, retryAfter?: string): Behaviour =>
  ({ headers, body }, response) =>
    send(response, status, errorBody(`failed: ${headers.authorization} ${JSON.stringify(body.messages)}`), retryAfter)

/** Closes the connection before responding. */
export const reset: Behaviour = (_, response) => void response.socket?.resetAndDestroy()

/** Closes the connection in the middle of the response. */
export const brokenOff: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"choices": [', () => response.socket?.destroy())
}

/** Never responds. The call ends when the caller disconnects or the server closes. */
export const hang: Behaviour = () => {}

/** Delays another behaviour. */
export const slow =
  (delayMs: number, then: Behaviour = good): Behaviour =>
  async (request, response) => {
    await wait(delayMs)
    await then(request, response)
  }

// ── the correct model ───────────────────────────────────────────────────────────────────────────

const fixedCriteria = [
  { text: 'Several years of professional experience in the field', importance: 'MUST_HAVE' },
  { text: 'Has led a project from start to finish', importance: 'MUST_HAVE' },
  { text: 'Works well in a team', importance: 'PREFERRED' },
  { text: 'Writes and speaks the language of the opening', importance: 'PREFERRED' },
  { text: 'A relevant degree or certificate', importance: 'NICE_TO_HAVE' },
]

const hint = 'The answer decides how much it counts.'
const fixedQuestions = [
  { question: 'How senior should the person be?', selectionType: 'single', options: ['Junior', 'Senior'], hint },
  { question: 'Which skills are a must?', selectionType: 'multi', options: ['Go', 'SQL', 'None'], hint },
  { question: 'Is a degree required?', selectionType: 'single', options: ['Yes', 'No'], hint },
]

/** Words that are too common to distinguish criteria. */
const fillers = new Set('with have least year years experience knowledge skills strong good using from'.split(' '))

export function answerTo(body: ChatBody): unknown {
  const { properties } = schemaOf(body)
  if ('criteria' in properties)
    return { criteria: fixedCriteria.map((one) => ({ sourceQuote: askingLine(body), ...one })) }
  if ('questions' in properties) return { questions: fixedQuestions }
  const sections = sectionsOf(body)
  const texts = new Map(criteriaOf(body).map(({ id, text }) => [id, text]))
  // A repair requests only some of the criteria.
  const verdicts = Object.keys(properties).map((id) => {
    const evidence = sections.flatMap((section) => evidenceIn(section, texts.get(id) ?? '')).slice(0, 1)
    return evidence.length === 1
      ? [id, { evidence, reason: 'The application shows it.', verdict: 'MET' }]
      : [id, { evidence, reason: 'The application does not mention it.', verdict: 'NO_EVIDENCE' }]
  })
  return Object.fromEntries(verdicts)
}

/** Returns a line of the job description that can be quoted. */
function askingLine(body: ChatBody): string {
  const { text = '' } = sectionsOf(body).find(({ label }) => label === 'JOB DESCRIPTION') ?? {}
  const line = text.split('\n').find((line) => line.trim().length > 3) ?? text
  return line.split(' ').slice(0, 30).join(' ')
}

function evidenceIn({ label, text }: { label: string; text: string }, criterion: string): string[] {
  if (!/^(?:RESUME|ANSWER)\b/.test(label)) return []
  const wanted = significantWords(criterion)
  const line = text.split('\n').find((candidate) => significantWords(candidate).some((word) => wanted.includes(word)))
  return line === undefined ? [] : [line.trim()]
}

function significantWords(text: string): string[] {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []
  return found.filter((word) => !fillers.has(word))
}

// ── HTTP ────────────────────────────────────────────────────────────────────────────────────────

function complete(response: ServerResponse, content: string, finishReason = 'stop'): void {
  send(response, 200, {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finishReason }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  })
}

function errorBody(code: string): { error: Record<string, unknown> } {
  return { error: { message: `refused: ${code}`, type: 'invalid_request_error', code } }
}

function send(response: ServerResponse, status: number, body: unknown, retryAfter?: string): void {
  response.writeHead(status, { 'content-type': 'application/json', ...(retryAfter && { 'retry-after': retryAfter }) })
  response.end(JSON.stringify(body))
}
