/** Unusual responses from servers that run a model, or that are in front of one, for `fakes/groq.ts`. */
import { answerTo, type Behaviour } from './groq.ts'

/** A verdict as the correct model writes it. */
export type Written = {
  evidence: string[]
  reason?: string
  verdict: string
}
export type Verdicts = Record<string, Written>

/** Sends any reply. */
export const replying =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
  (_, response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }

/** Sends an ordinary completion with this message. */
export const completing = (message: object, finish = 'stop', headers: Record<string, string> = {}): Behaviour =>
  replying(
    200,
    {
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    },
    headers,
  )

/**
 * Sends the correct model's verdicts as `write` formats them: a string becomes the message content; an object becomes
 * the whole message.
 */
export const written =
  (write: (verdicts: Verdicts) => string | object, finish?: string): Behaviour =>
  (request, response) => {
    const made = write(answerTo(request.body) as Verdicts)
    return completing(typeof made === 'string' ? { content: made } : made, finish)(request, response)
  }

/** Sends the correct model's verdicts, each of them changed by `change`. */
export const changed = (change: (verdict: Written, index: number) => unknown): Behaviour =>
  written((verdicts) => {
    const entries = Object.entries(verdicts).map(([id, verdict], index) => [id, change(verdict, index)])
    return JSON.stringify(Object.fromEntries(entries))
  })
