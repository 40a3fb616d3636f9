/** Quotes from a resume as a faithful model copies them, the same in every run. */
import { createHash } from 'node:crypto'

/** Returns a number from 0 to 1 that is the same in every run. */
export const chance = (seed: number): number =>
  parseInt(createHash('sha1').update(`${seed}`).digest('hex').slice(0, 8), 16) / 2 ** 32

/** Returns passages of 3 to 12 words, as a model copies them. */
export function trueQuotes(resume: string, count: number): string[] {
  const lines = resume
    .split('\n')
    .filter((line) => line.split(' ').length >= 4 && !/\b(?:no|not|never|without)\b/i.test(line))
  return Array.from({ length: count }, (_, index) => {
    const words = lines[Math.floor(chance(index) * lines.length)]!.trim().split(/\s+/)
    const first = Math.floor(chance(index + 1_000) * (words.length - 3))
    return words.slice(first, first + 3 + Math.floor(chance(index + 2_000) * 9)).join(' ')
  })
}
