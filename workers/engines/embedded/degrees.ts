/**
 * Levels of education in a text.
 *
 * Owns the names of degrees and their order. The field of study is not its business.
 */

/** From school to doctorate; a higher level bears out a lower one. */
export type DegreeLevel = 1 | 2 | 3 | 4 | 5
export type Degree = { level: DegreeLevel; start: number; end: number }

export const DEGREE_NAMES: Record<DegreeLevel, string> = {
  1: 'a school diploma',
  2: 'a vocational or associate degree',
  3: "a bachelor's degree",
  4: "a master's degree",
  5: 'a doctorate'
}

const whole = (pattern: string, flags = 'giu'): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, flags)

// Short forms count in their usual spelling only: "MS Office" and "Boston, MA" are no degrees.
const NAMES: [DegreeLevel, RegExp][] = [
  [1, whole('high[- ]school|secondary school|ged|a[- ]levels|gcses?|abitur|baccalaur[ée]at|bachillerato|school[- ]leaving|realschul\\p{L}*')],
  [2, whole("associate(?:['’]?s)? degree|associate of \\p{L}+|vocational (?:training|degree|qualification)|apprenticeship|berufsausbildung|abgeschlossene ausbildung|ausbildung (?:als|zum|zur)|\\bBTS\\b|DUT|formación profesional|diploma in|trade school|journeyman")],
  [3, whole("bachelor(?:['’]?s)?(?: degree)?|undergraduate degree|university degree|college degree|hochschulabschluss|(?:abgeschlossenes )?studium|licenciatura|licence en|grado en")],
  [3, whole('B\\.?Sc\\.?|B\\.?Eng\\.?|B\\.?Com\\.?|BBA|BSN|LL\\.?B|B\\.[AS]\\.?|B[AS](?= (?:in|of|degree|\\())|BTech|B\\.Tech', 'gu')],
  [4, whole("master(?:['’]?s)? (?:degree|of|in)|master['’]?s|(?:a|or) master|postgraduate degree|graduate degree|diplom(?:-\\p{L}+)?(?: in)?|magister|máster|maestría|mba")],
  [4, whole('M\\.?Sc\\.?|M\\.?Eng\\.?|M\\.?Com\\.?|MSN|LL\\.?M|M\\.[AS]\\.?|M[AS](?= (?:in|of|degree|\\())|MTech|MPH|MPhil', 'gu')],
  [5, whole('ph\\.?\\s?d\\.?|doctorate|doctoral degree|doctor of|d\\.?phil|promotion in|doctorat|doctorado|md|m\\.d\\.')]
]
const GENERIC_DEGREE = whole("(?:four[- ]year |relevant |related )?degree(?: (?:in|from|or)|$)|degree[- ](?:qualified|educated|level)|degree", 'giu')

/** The degrees that a text names, in order. "Degree" alone stands for a bachelor's. */
export function degreesIn(text: string): Degree[] {
  const named = NAMES.flatMap(([level, pattern]) => Array.from(text.matchAll(pattern), (match) => span(level, match)))
  const found = named.length > 0 ? named : Array.from(text.matchAll(GENERIC_DEGREE), (match) => span(3, match))
  return found.sort((one, other) => one.start - other.start)
}

function span(level: DegreeLevel, match: RegExpExecArray): Degree {
  return { level, start: match.index, end: match.index + match[0].length }
}

const UNFINISHED = /\b(?:expected|in progress|pursuing|ongoing|currently studying|candidate for|not completed|unfinished|dropped out|voraussichtlich|en cours|en curso|cursando)\b/iu

/** True when a line says that the degree it names is not there yet. */
export const isUnfinished = (line: string): boolean => UNFINISHED.test(line)
