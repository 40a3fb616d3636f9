/**
 * Looks up given names from many countries, and family names from East Asia, whose scripts have no capitals. The lists
 * are described in `names/README.md`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plainLetters } from '../mentions.ts'

let given: ReadonlySet<string> | null = null
let family: ReadonlySet<string> | null = null

function listIn(file: string): ReadonlySet<string> {
  return new Set(readFileSync(join(import.meta.dirname, file), 'utf8').split(/\s+/))
}

/** Letters that Unicode does not decompose into a letter and an accent. */
const unaccented: Record<string, string> = { ł: 'l', ı: 'i', ø: 'o', đ: 'd' }

/** Returns whether a word is a given name, in any case, with or without its accents. */
export function isGivenName(word: string): boolean {
  given ??= listIn('given-names.txt')
  if (/^[a-z]+$/i.test(word)) return given.has(word.toLowerCase())
  return word
    .split('-')
    .every((part) => given!.has(plainLetters(part).replace(/[łıøđ]/g, (letter) => unaccented[letter]!)))
}

/** Returns whether a word in Han or Hangul begins with a family name, followed by more characters. */
export function hasFamilyName(word: string): boolean {
  family ??= listIn('family-names.txt')
  return [1, 2, 3].some((length) => word.length > length && family!.has(word.slice(0, length)))
}
