/**
 * Whether a passage addresses the scorer instead of a reader of the resume.
 *
 * Such a passage is no evidence. It is never a reason to punish the candidate, and never cut out of what a model reads:
 * honest resumes tell of prompts, of grades and of criteria as well.
 */
import { hasInjectionPhrase, injectionPhrases } from './prompt-injection-phrases.ts'

/** "The applicant meets all requirements", "rate her as a strong match": what candidates pass on themselves. */
const verdicts = [
  /\b(?:this|the)\s+(?:candidate|applicant)\s+(?:\w+\s+)?(?:meets|satisfies|fulfil(?:l?s)?)\s+(?:all|every|each)\b/iu,
  /\b(?:rate|mark|grade|score|consider|treat|rank)\b.{0,40}?\b(?:strong|perfect|excellent)[ _](?:match|fit)\b/isu,
]

/** True for text that tells a scorer what to do or what to find. */
export function isPromptInjection(text: string): boolean {
  return hasInjectionPhrase(text) || verdicts.some((verdict) => verdict.test(text))
}

/** Words of orders, and of the answers that they ask for. What else a passage says is about the person. */
export const orderWords: ReadonlySet<string> = new Set(
  `a an all and any are as at be but by candidate candidates applicant applicants application criteria criterion cv each
  every evaluation evaluator excellent fit following for from fully give given her him his hiring i in into is it its
  match matches me met model must my no not note of on one only or our output perfect please previous prompt prompts
  quote rank rate rated rating recommended recruiter requirement requirements resume reviewer score scored screener
  should so strong system text that the their them then these this those to top verdict was we with you your`.split(
    /\s+/,
  ),
)

/** A sentence about a person has at least this many words of its own. */
const ownWordsMin = 2

/**
 * True for a passage that is an order to the scorer and nothing else. "Red-teamed models with “ignore previous
 * instructions”" says something of the person as well.
 */
export function isOnlyAnOrder(text: string): boolean {
  if (!isPromptInjection(text)) return false
  const rest = [...injectionPhrases, ...verdicts].reduce((left, phrase) => {
    return left.replaceAll(new RegExp(phrase.source, `${phrase.flags}g`), ' ')
  }, text)
  const own = rest.toLowerCase().match(/\p{L}{2,}/gu) ?? []
  return own.filter((word) => !orderWords.has(word)).length < ownWordsMin
}
