/**
 * Detects the language of short texts, such as criteria.
 *
 * Its data is loaded only for lines that may not be English.
 */
import { phrases } from './phrases.ts'

const known = ['en', 'de', 'fr', 'es', 'pt', 'nl'] as const
/** The languages that it distinguishes. */
export type Language = (typeof known)[number]

/**
 * How much more likely one line must be in another language than in the common language of all lines: a name of three
 * words may look like Latin.
 */
const leadMin = 0.1

/**
 * Common words of the other languages, and letters that English does not have. Lines without any are English and do not
 * need the data, which takes 90 MB and about half a second in each thread.
 */
const anyOther = phrases(`
  \\p{L}*[ßäöüéèêàâçñáíóúõãœîï]\\p{L}*; der; das; den; dem; ein; eine; einen; und; oder; mit; mindestens; jahr; jahren?;
  erfahrung*; sprach*; abgeschlossen*; \\p{L}*kenntnisse?; le; la; les; et; ou; dans; avec; ans; du; des; une; de; en;
  permis; el; los; las; con; conocimientos?; licencia; para; como; em; anos; conhecimentos?; da; dos; carteira;
  het; een; voor; jaar; ervaring; kennis; vaardig*; rijbewijs`)

/** Learns the language of related lines, and returns a function for the language of each; English in case of doubt. */
export async function languageOf(lines: string[]): Promise<(line: string) => Language> {
  if (!lines.some((line) => anyOther.test(line))) return () => 'en'
  const { eld } = await import('eld/extrasmall')
  eld.setLanguageSubset([...known])
  const likely = (text: string) => eld.detect(text).getScores() as Partial<Record<string, number>>
  const ofAll = bestOf(likely(lines.join('\n'))) ?? 'en'
  return (line) => {
    const scores = likely(line)
    const own = bestOf(scores) ?? ofAll
    return (scores[own] ?? 0) - (scores[ofAll] ?? 0) >= leadMin ? own : ofAll
  }
}

function bestOf(scores: Partial<Record<string, number>>): Language | undefined {
  return known.toSorted((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0)).find((one) => scores[one])
}
