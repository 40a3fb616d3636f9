/**
 * Says how surely a line of a posting asks something of the applicant, rather than surrounds what is asked: benefits,
 * pay, the company about itself, how to apply.
 *
 * Owns line-weights.txt: a number for each stem or pair of stems, positive where it asks. The stems are those of
 * tokens.ts; `^` begins a line, `0` is any number, and `$ % @ ! ?` are marks. A logistic regression (L1, C = 0.35) gave
 * the numbers, in sixteenths and at most 60, out of 60,000 distinct lines of 2,000 public postings: 26,000 below
 * headings of requirements and duties ask, 14,000 below those of benefits, the company and how to apply surround, and
 * the rest counted only where the fit was sure of it. Two more rounds left out the lines that stood below the wrong
 * heading. Word vectors did not improve it. English only. Sums of whole numbers, so that every machine gets the same.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokensOf } from '../../../language/tokens.ts'
import { wordsOf } from '../../../language/word-vectors.ts'

/**
 * `UNREAD`: in no language that the weights know, so that the rules alone decide. What `SURROUNDS` may still name a fact,
 * such as a licence.
 */
export type Stance = 'ASKS' | 'DOUBTFUL' | 'SURROUNDS' | 'UNREAD'

// In sixteenths, as the weights.
const ordinary = 24
const doubtfulBelow = 29
const surroundsBelow = 5
/** How far one line may speak for its neighbours. */
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

/** The sum of what the words of a line say, or null where most are unknown. */
function weightOf(text: string): number | null {
  const known = weights()
  const stems = tokensOf(text).map(({ stem }) => (/^\d/.test(stem) ? '0' : stem))
  const unknown = wordsOf(stems.filter((stem) => !known.has(stem))).words.filter(({ at }) => at === undefined)
  if (unknown.length * 2 > new Set(stems).size) return null
  const pairs = stems.map((stem, at) => `${stems[at - 1] ?? '^'} ${stem}`)
  const found = new Set([...stems, ...pairs])
  for (const [mark, pattern] of marks) if (pattern.test(text)) found.add(mark)
  return [...found].reduce((sum, feature) => sum + (known.get(feature) ?? 0), ordinary)
}

/**
 * The stance of each line, by its words and, for a quarter, by the lines around it: benefits stand among benefits. No
 * line asks for its neighbours' sake alone.
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
