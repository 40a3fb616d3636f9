/** The room that a provider's answers leave: how many more calls it takes now, by its rate-limit headers. */
import type { Tokens } from '../../tasks.ts'

export type Room = {
  /** See `Engine.room`. */
  left: () => number | null
  /** `tokens`: what the answered call cost, where known. */
  answered: (headers: Headers, tokens: Tokens | null) => void
  refused: () => void
}

/** Requests and tokens of the present period; Groq and servers that follow it send them with every answer. */
const requestsLeft = 'x-ratelimit-remaining-requests'
const tokensLeft = 'x-ratelimit-remaining-tokens'

export function createRoom(): Room {
  let left: number | null = null
  return {
    left: () => left,
    answered(headers, tokens) {
      const requests = readCount(headers, requestsLeft)
      const ofPeriod = readCount(headers, tokensLeft)
      const each = tokens ? tokens.input + tokens.output : 0
      const calls = ofPeriod === null || each === 0 ? null : Math.floor(ofPeriod / each)
      // It answered this call, so it takes one more, whatever it says.
      left = requests === null && calls === null ? null : Math.max(1, Math.min(requests ?? Infinity, calls ?? Infinity))
    },
    refused() {
      left = 0
    },
  }
}

function readCount(headers: Headers, name: string): number | null {
  const text = headers.get(name)
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
