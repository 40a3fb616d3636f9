/**
 * The parameters of a call beside its prompt, as this server and model take them.
 *
 * Servers differ in which they know. What one refuses by name is renamed, lowered or left out from then on, for as long
 * as the process lives; a server that takes all of them is asked with all of them.
 */
import type { Refusal } from './refusals.ts'

type ParameterSettings = { baseUrl: string | null; model: string; serviceTier?: string | null }

export type Parameters = {
  /** The members of the request for an answer of at most so many tokens. */
  of: (outputTokensMax: number, seed: number) => Record<string, unknown>
  /** Whether a refusal names one of them, which later requests then lack, rename or lower: the call is worth repeating. */
  learn: (refusal: Refusal) => boolean
}

/** The limit of an answer has two names. OpenAI refuses the older one for newer models and both together for all. */
const limitNames = ['max_completion_tokens', 'max_tokens'] as const
/** Those who know the newer name; servers on one's own machine may know the older one only, and overlook the other. */
const newerNamed = /(?:^|\.)(?:groq\.com|openai\.com)$/
/** Models that reason before they answer, by an effort that can be asked for; others refuse it, or know other words. */
const reasoning = /(?:^|\/)(?:gpt-oss|gpt-5|o[134](?:-|$))/i
/** What a call may do without. */
const optional = ['temperature', 'seed', 'reasoning_effort', 'service_tier'] as const

export function createParameters({ baseUrl, model, serviceTier }: ParameterSettings): Parameters {
  const isNewer = baseUrl === null || newerNamed.test(URL.parse(baseUrl)?.hostname ?? '')
  const refused = new Set<string>()
  let limit: (typeof limitNames)[number] = isNewer ? 'max_completion_tokens' : 'max_tokens'
  let outputTokensCap = Infinity
  return {
    of(outputTokensMax, seed) {
      const all = {
        [limit]: Math.min(outputTokensMax, outputTokensCap),
        temperature: 0,
        seed,
        ...(reasoning.test(model) && { reasoning_effort: 'low' }),
        ...(serviceTier && { service_tier: serviceTier }),
      }
      return Object.fromEntries(Object.entries(all).filter(([name]) => !refused.has(name)))
    },
    learn(refusal) {
      if (refusal.status !== 400 && refusal.status !== 422) return false
      const named = [limit, ...optional].find((name) => !refused.has(name) && isNamedIn(refusal, name))
      if (named === undefined) return false
      if (named !== limit) return refused.add(named).has(named)
      const cap = capIn(refusal.text)
      if (cap !== null && cap < outputTokensCap) outputTokensCap = cap
      else {
        refused.add(limit)
        limit = limitNames.find((name) => !refused.has(name)) ?? limit
      }
      return true
    },
  }
}

function isNamedIn({ param, text }: Refusal, name: string): boolean {
  return param === '' ? new RegExp(`\\b${name}\\b`).test(text) : param.split('.').at(-1) === name
}

/** The largest limit that a model takes, where its refusal says so. */
function capIn(text: string): number | null {
  const [, digits] = /(?:at most|less than or equal to|maximum (?:value )?(?:is|of)) `?(\d+)/i.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}
