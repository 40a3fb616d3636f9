/**
 * A server on a port that responds like the recorded model, in the shape that each request asks for. It finds the
 * resume and the criteria in the request, so the recordings stay valid when the prompt changes. A quirk distorts a
 * response as real servers do.
 */
import type { ServerResponse } from 'node:http'
import { type ChatBody, criteriaOf, schemaOf } from '../../fakes/chat-request.ts'
import { type FakeRequest, startFakeGroq } from '../../fakes/groq.ts'
import { type AnswerItem, shapedList, shapedVerdicts } from './answer-shape.ts'
import type { Quirk, Reply } from './quirk.ts'
import { type RecordedPosting, type RecordedResume, recordedPostings, recordedResumes } from './recorded-answers.ts'
import { plainTextOf } from '../../../../workers/language/markup.ts'

export type ReplayModel = {
  /** The value for `EngineSettings.baseUrl`. */
  url: string
  calls: () => number
  close: () => Promise<void>
}

/** English text has about four characters per token. */
const charactersPerToken = 4

/**
 * Starts the server.
 *
 * @param nextQuirk called once for each response; null leaves the recording unchanged
 */
export async function startReplayModel(nextQuirk: () => Quirk | null = () => null): Promise<ReplayModel> {
  const server = await startFakeGroq('/v1/chat/completions')
  const [resumes, postings] = [recordedResumes(), recordedPostings()]
  server.otherwise(({ body }: FakeRequest, response: ServerResponse) => {
    const resume = resumes.find(({ resume }) => holds(body, resume))
    const posting = postings.find(({ posting }) => holds(body, plainTextOf(posting.text)))
    const reply =
      'criteria' in schemaOf(body).properties
        ? plainReply(JSON.stringify(generated(body, posting)))
        : verdictsReply(body, resume, nextQuirk() ?? {})
    send(response, body, reply)
  })
  return { url: `${server.url}/v1`, calls: () => server.requests.length, close: server.close }
}

/** Compares only the letters at the end of the text, because a prompt may number its lines or wrap them differently. */
function holds({ messages }: ChatBody, text: string): boolean {
  const letters = (some: string) => some.replace(/[^\p{L}]/gu, '')
  const end = letters(text).slice(-80)
  return messages.some(({ content }) => letters(content).includes(end))
}

function generated(body: ChatBody, posting: RecordedPosting | undefined): unknown {
  if (posting === undefined) throw new Error('no recorded posting is in the request')
  return shapedList(schemaOf(body), posting.criteria)
}

// ── verdicts ────────────────────────────────────────────────────────────────────────────────────

function verdictsReply(body: ChatBody, recorded: RecordedResume | undefined, quirk: Quirk): Reply {
  if (recorded === undefined) throw new Error('no recorded resume is in the request')
  const items = criteriaOf(body).map(({ id, text }): AnswerItem => {
    const answer = recorded.answers.find(({ criterion }) => criterion === text)
    if (answer === undefined) throw new Error(`no answer is recorded for "${text}"`)
    const quotes = quirk.quotes?.(answer.quotes, recorded.resume) ?? answer.quotes
    const evidence = quotes.map((quote) => ({ source: 'RESUME', answerIndex: null, quote }))
    return { id, verdict: answer.verdict, reason: answer.reason, evidence }
  })
  const spoiled = quirk.items?.(items) ?? items
  const shaped = shapedVerdicts(schemaOf(body), spoiled)
  const text = JSON.stringify(quirk.value?.(spoiled, shaped) ?? shaped)
  const written = quirk.text?.(text) ?? text
  return quirk.reply?.(written) ?? plainReply(written)
}

// ── HTTP ────────────────────────────────────────────────────────────────────────────────────────

function plainReply(content: string): Reply {
  return { choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] }
}

function send(response: ServerResponse, { messages }: ChatBody, { status = 200, html, ...members }: Reply): void {
  if (html !== undefined) return void response.writeHead(status, { 'content-type': 'text/html' }).end(html)
  const tokens = (text: string) => Math.ceil(text.length / charactersPerToken)
  const usage = {
    prompt_tokens: tokens(messages.map(({ content }) => content).join('')),
    completion_tokens: tokens(JSON.stringify(members)),
  }
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ...members, ...(members.choices && { usage }) }))
}
