/**
 * Whether a passage addresses the scorer instead of a reader of the resume.
 *
 * Such a passage is no evidence: every phrase that is flagged in a resume, and verdicts that candidates pass on
 * themselves. It is never a reason to punish the candidate.
 */
import { hasInjectionPhrase } from './prompt-injection-phrases.ts'

/** "The applicant meets all requirements", "rate her as a strong match". */
const verdicts = [
  /\b(?:this|the)\s+(?:candidate|applicant)\s+(?:\w+\s+)?(?:meets|satisfies|fulfil(?:l?s)?)\s+(?:all|every|each)\b/iu,
  /\b(?:rate|mark|grade|score|consider|treat|rank)\b.{0,40}?\b(?:strong|perfect|excellent)[ _](?:match|fit)\b/isu,
]

/** True for text that tells a scorer what to do or what to find. */
export function isPromptInjection(text: string): boolean {
  return hasInjectionPhrase(text) || verdicts.some((verdict) => verdict.test(text))
}

/** A sentence with its end; every repetition is of one class, so the cut is linear. */
const sentences = /[^.!?]+[.!?]*|[.!?]+/gu

/**
 * The text without the sentences that address the scorer: they prove nothing, and a model obeys no order that it never
 * sees. Of an order that runs on into the next line, both lines go.
 */
export function withoutInjections(text: string): string {
  if (!isPromptInjection(text)) return text
  const lines = text.split('\n')
  const runsOn = (at: number): boolean => {
    const pair = at < 0 ? [] : lines.slice(at, at + 2)
    return pair.length === 2 && isPromptInjection(pair.join('\n')) && !pair.some(isPromptInjection)
  }
  const kept = lines.flatMap((line, at) => {
    if (runsOn(at - 1) || runsOn(at)) return []
    if (!isPromptInjection(line)) return [line]
    const rest = (line.match(sentences) ?? []).filter((sentence) => !isPromptInjection(sentence))
    return rest.length > 0 ? [rest.join('').trim()] : []
  })
  return kept.join('\n')
}
