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
