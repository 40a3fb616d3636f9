/**
 * Rates how likely a line in a posting is to ask something of the applicant. Other lines are surrounding text:
 * benefits, pay, the company's description of itself, how to apply.
 *
 * Reads line-weights.txt, which has a number for each stem or pair of stems, positive if it indicates a request. The
 * stems are made by tokens.ts; `^` marks the beginning of a line, `0` is any number, and `$ % @ ! ?` are punctuation.
 * The numbers are the weights of a logistic regression (L1, C = 0.35), in sixteenths and at most 60. It was fitted to
 * 60,000 distinct lines of 2,000 public postings. The 26,000 lines below headings of requirements and duties counted as
 * requests, and the 14,000 lines below headings of benefits, the company and how to apply as surrounding text. The rest
 * were used only where the fit was certain. Two more rounds excluded lines below the wrong heading. Word vectors did
 * not improve it. English only. The sums are of integers, so every machine gets the same result.
 *
 * Without this module, 12 criteria of the labelled postings are junk instead of none (`make eval ABLATE=all`).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isForeign } from '../../../language/stems.ts'
import { tokensOf } from '../../../language/tokens.ts'
import { wordsOf } from '../../../language/word-vectors.ts'

/**
 * `UNREAD` means that the weights do not cover the line's language, so only the rules decide. A line that `SURROUNDS`
 * may still mention a fact, such as a licence.
 */
export type Stance = 'ASKS' | 'DOUBTFUL' | 'SURROUNDS' | 'UNREAD'

// In sixteenths, like the weights.
const ordinary = 24
const doubtfulBelow = 29
const surroundsBelow = 5
/** The maximum influence that one line has on its neighbours. */
const neighbourMax = 48

const marks = Object.entries({
  $: /[$€£]\s?\d/,
  '%': /%/,
  '@': /https?:|www\.|@\w|\d{3}[-. ]\d{4}/,
  '!': /!/,
  '?': /\?/,
})

let loaded: Map<string, number> | undefined

function weights(): Map<string, number> {
  const path = join(import.meta.dirname, 'line-weights.txt')
  loaded ??= new Map(
    Array.from(readFileSync(path, 'utf8').matchAll(/^(\S+) (.+)$/gm), ([, weight, words]) => [words!, Number(weight)]),
  )
  return loaded
}

/** Returns the sum of the weights of a line's words, or null if most are unknown. */
function weightOf(text: string): number | null {
  const known = weights()
  const tokens = tokensOf(text)
  // The weights are for English words. German words can be spelled the same.
  const stems = tokens.map(({ text: word, stem }) => (/^\d/.test(stem) ? '0' : isForeign(word) ? word : stem))
  const unknown = wordsOf(stems.filter((stem) => !known.has(stem))).words.filter(({ at }) => at === undefined)
  if (unknown.length * 2 > new Set(stems).size) return null
  const pairs = stems.map((stem, at) => `${stems[at - 1] ?? '^'} ${stem}`)
  const found = new Set([...stems, ...pairs])
  for (const [mark, pattern] of marks) if (pattern.test(text)) found.add(mark)
  return [...found].reduce((sum, feature) => sum + (known.get(feature) ?? 0), ordinary)
}

/**
 * Returns the stance of each line. It depends on the line's own words and, with a quarter of the weight, on the lines
 * before and after it, because benefits are listed next to benefits. Neighbours alone never turn a line into a request.
 */
export function stancesOf(lines: string[]): Stance[] {
  const own = lines.map(weightOf)
  const near = own.map((weight) => Math.max(-neighbourMax, Math.min(neighbourMax, weight ?? 0)) / 4)
  return own.map((weight, at) => {
    if (weight === null) return 'UNREAD'
    const around = weight + (near[at - 1] ?? 0) + (near[at + 1] ?? 0)
    if (around < surroundsBelow) return 'SURROUNDS'
    return Math.min(weight, around) < doubtfulBelow ? 'DOUBTFUL' : 'ASKS'
  })
}
