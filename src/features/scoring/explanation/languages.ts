/** The languages of explanations. The words in each language were written by hand. */
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'
import type { Words } from './words.ts'

export const wordsOf = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  nl: dutch,
} satisfies Record<string, Words>
export type Language = keyof typeof wordsOf
