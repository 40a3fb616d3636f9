/**
 * Tells the language of short texts, such as criteria.
 *
 * Its data takes a moment and some megabytes, so it is loaded at the first use, which most scores never have.
 */
const known = ['en', 'de', 'fr', 'es', 'pt', 'nl'] as const
/** The languages that it tells apart. */
export type Language = (typeof known)[number]

/** How much likelier one line has to be in another language than in that of all lines: a name of three words is Latin. */
const leadMin = 0.1

/** Learns the language of lines that belong together, and tells that of each of them; English where nothing tells. */
export async function languageOf(lines: string[]): Promise<(line: string) => Language> {
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
