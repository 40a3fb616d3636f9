/**
 * The sentences that a recruiter reads next to a verdict, in six languages. Each language has its own file.
 *
 * These are the languages of most openings in Europe and the Americas, and the ones that detection.ts distinguishes.
 * For any other language, reasons are in English.
 */
import type { Language } from '../language/detection.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { dutch } from './nl.ts'
import { portuguese } from './pt.ts'
import type { ReasonTexts } from './reason-texts.ts'

export const reasonTexts: Record<Language, ReasonTexts> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  nl: dutch,
}
