/**
 * Detects the language of short texts, such as criteria.
 *
 * The detector's data is loaded only for lines that may not be English.
 */
import { otherLanguages, sourceOf } from './words.ts'

const known = ['en', 'de', 'fr', 'es', 'pt', 'nl'] as const
/** The languages that detection distinguishes. */
export type Language = (typeof known)[number]

/**
 * A line is taken to be in another language than most lines only if that language's score is higher by at least this.
 * Otherwise, a name of three words could be detected as another language.
 */
const leadMin = 0.1

/**
 * Common words of the other languages, and letters that English does not have. If lines contain none of them, they are
 * English and the detector is not loaded. The detector takes 90 MB and about half a second in each thread.
 */
const anyOther = new RegExp(`${sourceOf('tells the language')}|[ßäöüéèêàâçñáíóúõãœîï]`, 'iu')

/**
 * Returns a function that detects the language of a line. For an ambiguous line, it returns the common language of all
 * `lines`, or English if that is ambiguous, too.
 */
export async function languageOf(lines: string[]): Promise<(line: string) => Language> {
  if (!lines.some((line) => anyOther.test(line))) return () => 'en'
  const { eld } = await import('eld/extrasmall')
  const likely = (text: string): Scores => eld.detect(text).getScores()
  const ofAll = bestOf(likely(lines.join('\n'))) ?? 'en'
  return (line) => {
    const scores = likely(line)
    const own = bestOf(scores) ?? ofAll
    return (scores[own] ?? 0) - (scores[ofAll] ?? 0) >= leadMin ? own : ofAll
  }
}

type Scores = Partial<Record<string, number>>

function bestOf(scores: Scores): Language | undefined {
  return known.toSorted((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0)).find((one) => scores[one])
}

// ── what the built-in engine does not cover ────────────────────────────────────────────────────────

const covered = ['en', ...otherLanguages]
/**
 * A text with fewer letters is ambiguous, because it may consist of names or of terms that are the same in many
 * languages.
 */
const lettersMin = 200
/** The part of a text that eld examines in one call, in UTF-16 units. */
const windowLength = 1_000
const windowsMax = 3
/** In English prose, more than this share of the words are `englishWords`. In other languages, hardly any are. */
const englishShareMin = 1 / 40
const englishWords = /(?<!\p{L})(?:the|and|with|for)(?!\p{L})/giu

/**
 * Returns the ISO 639-1 code of a text's language if the built-in engine does not cover that language. Returns null for
 * a covered language, and for a text that is too short or has several languages. All parts of the text must be in the
 * same language, which must be clearly more likely than the covered ones.
 */
export async function uncoveredLanguageOf(text: string): Promise<string | null> {
  const words = text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  if (words.join('').length < lettersMin) return null
  if ((text.match(englishWords)?.length ?? 0) >= words.length * englishShareMin) return null
  const { eld } = await import('eld/extrasmall')
  const plain = words.join(' ')
  const length = Math.min(windowLength, Math.ceil(plain.length / windowsMax))
  const languages = Array.from({ length: windowsMax }, (_, at) => {
    const start = Math.floor((at * (plain.length - length)) / (windowsMax - 1))
    const found = eld.detect(plain.slice(start, start + length))
    const scores: Scores = found.getScores()
    const lead = (scores[found.language] ?? 0) - Math.max(...covered.map((language) => scores[language] ?? 0))
    return found.isReliable() && lead >= uncoveredLeadMin ? found.language : null
  })
  return new Set(languages).size === 1 ? languages[0]! : null
}

const uncoveredLeadMin = 0.05
