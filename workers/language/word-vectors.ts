/**
 * Vectors for the meaning of English words. Words that are used in similar contexts have similar vectors: "intubated"
 * is close to "ventilated" and far from "invoice".
 *
 * The data is in word-vectors/; its source is in the README there. Each thread loads it on first use: 2.4 MB of
 * vectors, and about 2 MB for the index of words. The sums are of integers, so every machine gets the same result.
 *
 * Without this module, accuracy falls by 6.4 points on the unseen half of the labelled set and by 5.6 points on the
 * tuned half (`make eval ABLATE=all`).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A passage's words, without duplicates, each with its index among the vectors and its weight. */
export type Words = { words: { stem: string; at: number | undefined; weight: number }[]; stems: Set<string> }
/** A passage's words, and the sum of their vectors. */
export type Meaning = Words & { sum: Int32Array; length: number }

const dimensions = 96
/** The length to which every vector was scaled before it was rounded to integers. */
const unit = 254
/** The weight of a word that the data does not contain. Such a word is rarer than those in the data. */
const unknownWeight = 15

type Vectors = { places: Map<string, number>; values: Int8Array }
let loaded: Vectors | undefined

function vectors(): Vectors {
  if (loaded) return loaded
  const folder = join(import.meta.dirname, 'word-vectors')
  const bytes = readFileSync(join(folder, 'vectors.bin'))
  const stems = readFileSync(join(folder, 'words.txt'), 'utf8').trimEnd().split('\n')
  loaded = {
    places: new Map(stems.map((stem, at) => [stem, at])),
    values: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  }
  return loaded
}

/**
 * Returns the weight of the word with this index. Words are sorted by frequency, so the bit length of the index shows
 * how rare the word is.
 */
const weightAt = (at: number): number => 32 - Math.clz32(at + 1)

/**
 * Returns whether the data contains a word with this stem. It contains the most frequent English words and the terms of
 * many trades.
 */
export function isKnownWord(stem: string): boolean {
  return vectors().places.has(stem)
}

/** Returns the words with these stems, without duplicates, with their indexes and weights. */
export function wordsOf(stems: Iterable<string>): Words {
  const { places } = vectors()
  const distinct = new Set(stems)
  const words = Array.from(distinct, (stem) => {
    const at = places.get(stem)
    return { stem, at, weight: at === undefined ? unknownWeight : weightAt(at) }
  })
  return { words, stems: distinct }
}

/** Returns the meaning of the words with these stems. */
export function meaningOf(stems: Iterable<string>): Meaning {
  const told = wordsOf(stems)
  const { values } = vectors()
  const sum = new Int32Array(dimensions)
  for (const { at, weight } of told.words) {
    if (at === undefined) continue
    for (let d = 0; d < dimensions; d++) sum[d]! += weight * values[at * dimensions + d]!
  }
  return { ...told, sum, length: Math.sqrt(product(sum, sum)) }
}

/** Returns the similarity of two passages as a whole: at most 1, and 0 if one has no known words. */
export function likeness(one: Meaning, other: Meaning): number {
  if (one.length === 0 || other.length === 0) return 0
  return product(one.sum, other.sum) / (one.length * other.length)
}

/**
 * Returns the weighted share of the required words that a passage covers, from 0 to 1. A word is covered to the degree
 * of its similarity to the nearest word in the passage.
 */
export function coverage(asked: Words, told: Words): number {
  let covered = 0
  let total = 0
  for (const word of asked.words) {
    covered += word.weight * nearest(word, told)
    total += word.weight
  }
  return total === 0 ? 0 : covered / total
}

/**
 * Returns the similarity of a word to the nearest word in a passage: 1 for the same stem, 0 if the data does not
 * contain the word.
 */
export function nearest({ stem, at }: Words['words'][number], { stems, words }: Words): number {
  if (stems.has(stem)) return 1
  if (at === undefined) return 0
  const { values } = vectors()
  let best = 0
  for (const { at: other } of words) {
    if (other === undefined) continue
    let product = 0
    for (let d = 0; d < dimensions; d++) product += values[at * dimensions + d]! * values[other * dimensions + d]!
    if (product > best) best = product
  }
  return best / (unit * unit)
}

function product(one: Int32Array, other: Int32Array): number {
  let sum = 0
  for (let d = 0; d < dimensions; d++) sum += one[d]! * other[d]!
  return sum
}
