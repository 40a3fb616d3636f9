/**
 * Chooses the parameters of a call other than its prompt, according to what this server and model accept.
 *
 * Servers support different parameters. If a refusal mentions a parameter, it is renamed, lowered or left out in all
 * later calls of this process.
 */
import type { Refusal } from './refusals.ts'

type ParameterSettings = { baseUrl: string | null; model: string; serviceTier?: string | null }

export type Parameters = {
  /** Returns the parameters for an answer of at most that many tokens. */
  of: (outputTokensMax: number, seed: number) => Record<string, unknown>
  /**
   * Returns whether a refusal mentions one of the parameters. If so, later requests omit, rename or lower it, and the
   * call should be repeated.
   */
  learn: (refusal: Refusal) => boolean
}

/**
 * The two names of the parameter that limits the answer. OpenAI refuses the older one for newer models, and refuses
 * both together.
 */
const limitNames = ['max_completion_tokens', 'max_tokens'] as const
/** Hosts that support the newer name. Self-hosted servers may support only the older one and ignore the other. */
const newerNamed = /(?:^|\.)(?:groq\.com|openai\.com)$/
/** Models that accept a reasoning effort. Other models refuse it, or use other values. */
const reasoning = /(?:^|\/)(?:gpt-oss|gpt-5|o[134](?:-|$))/i
/** Parameters that a call can omit. */
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

/** Returns the largest limit that a model accepts, if the refusal states it. */
function capIn(text: string): number | null {
  const [, digits] = /(?:at most|less than or equal to|maximum (?:value )?(?:is|of)) `?(\d+)/i.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}
