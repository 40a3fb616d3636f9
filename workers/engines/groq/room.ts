/**
 * Tracks the rate-limit headers of a provider: how many more calls it accepts now, and when it will accept more. For a
 * call, a provider counts the tokens reserved for the answer, not the tokens that the answer uses.
 */
import { parseRetryAfter } from '../../../src/kit/headers.ts'
import { SECOND } from '../../../src/kit/time.ts'

/** The only method of a response's headers that is used. */
export type AnswerHeaders = Pick<Headers, 'get'>

export type Room = {
  /** Returns the number of calls that the provider still accepts now; `Engine.room` has the details. */
  left: () => number | null
  /**
   * `tokens` is the number that the provider counted for the answered call, including those reserved for its answer.
   */
  answered: (headers: AnswerHeaders, tokens: number) => void
  refused: () => void
}

export function createRoom(): Room {
  let left: number | null = null
  return {
    left: () => left,
    answered(headers, tokens) {
      const requests = readCount(headers, 'requests')
      const ofPeriod = readCount(headers, 'tokens')
      const calls = ofPeriod === null || tokens === 0 ? null : Math.floor(ofPeriod / tokens)
      // The provider answered this call, so it accepts at least one more, even if it reports 0.
      left = requests === null && calls === null ? null : Math.max(1, Math.min(requests ?? Infinity, calls ?? Infinity))
    },
    refused() {
      left = 0
    },
  }
}

/**
 * Returns the milliseconds until a provider accepts the refused call, or null if it does not say. Uses `Retry-After`,
 * which may have fractions of a second, or else the time at which the exhausted tokens or requests are available again.
 */
export function retryAfterMs(headers: AnswerHeaders, tokens: number, now: number): number | null {
  const asked = headers.get('retry-after')
  const fraction = /^\s*(\d{1,9}\.\d+)\s*$/.exec(asked ?? '')?.[1]
  const named = fraction === undefined ? parseRetryAfter(asked, now) : Math.ceil(Number(fraction) * SECOND)
  if (named !== null) return named
  const resets = (['requests', 'tokens'] as const).flatMap((what) => {
    const left = readCount(headers, what)
    const resetMs = readDuration(headers.get(`x-ratelimit-reset-${what}`))
    const isUsedUp = left !== null && left < (what === 'tokens' ? tokens : 1)
    return isUsedUp && resetMs !== null ? [resetMs] : []
  })
  return resets.length === 0 ? null : Math.max(...resets)
}

function readCount(headers: AnswerHeaders, what: 'requests' | 'tokens'): number | null {
  const text = headers.get(`x-ratelimit-remaining-${what}`)
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

const units: Record<string, number> = { ms: 1, s: SECOND, m: 60 * SECOND, h: 3_600 * SECOND }

/** Parses the duration format of Groq and OpenAI: `1.92s`, `2m59.56s`, `120ms`. */
function readDuration(text: string | null): number | null {
  if (text === null || !/^(?:\d{1,9}(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return null
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
  return Math.ceil(parts.reduce((sum, [, number, unit]) => sum + Number(number) * units[unit as string]!, 0))
}
