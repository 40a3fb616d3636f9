/**
 * Finds levels of education in a text.
 *
 * Owns the names of degrees and their order, but not the fields of study.
 */
import { phrases, phraseSource } from '../language/phrases.ts'
import type { Span } from '../language/sentences.ts'

/** From school to doctorate; a higher level satisfies a lower one. */
export type DegreeLevel = 1 | 2 | 3 | 4 | 5
export type Degree = Span & { level: DegreeLevel }

export const degreeNames: Record<DegreeLevel, string> = {
  1: 'a school diploma',
  2: 'a vocational or associate degree',
  3: "a bachelor's degree",
  4: "a master's degree",
  5: 'a doctorate',
}

const inAnyCase = (list: string): RegExp => new RegExp(phraseSource(list), 'giu')
// Short forms count only in their usual spelling: "MS Office" and "Boston, MA" are not degrees.
const asSpelled = (list: string): RegExp => new RegExp(phraseSource(list), 'gu')

const patterns: [DegreeLevel, RegExp][] = [
  [
    1,
    inAnyCase(
      'high[- ]school; hs diploma; secondary school; ged; a[- ]levels; gcses?; abitur; school[- ]leaving; realschul*',
    ),
  ],
  [1, inAnyCase('baccalaur[ée]at; bachillerato')],
  [
    2,
    inAnyCase(
      "associate(?:['’]?s)?(?: degree|(?= or bachelor)); associate of \\p{L}+; vocational (?:training|degree|qualification)",
    ),
  ],
  [2, inAnyCase('apprenticeship; trade school; diploma in; berufsausbildung; abgeschlossene ausbildung')],
  [2, inAnyCase('ausbildung (?:als|zum|zur); formación profesional; bts; dut')],
  [2, asSpelled('A\\.A\\.S\\.?; AAS; A[AS](?= (?:in|degree|\\p{Lu}\\p{Ll})); A\\.[AS]\\.(?= (?:in )?\\p{Lu})')],
  [3, inAnyCase("bachelor(?:['’]?s)?(?: degree)?; undergraduate degree; university degree; college degree")],
  [3, inAnyCase('hochschulabschluss; (?:abgeschlossenes )?studium; licenciatura; licence en; grado en')],
  [
    3,
    asSpelled(
      'B\\.?Sc\\.?; B\\.B\\.A\\.; BS[CEM]E; BSBA; B\\.?Eng\\.?; B\\.?Com\\.?; B\\.?Tech; BBA; BSN; BFA; BSW; B\\.?Ed\\.?; LL\\.?B',
    ),
  ],
  // "BA History", "BS, Biology"
  [3, asSpelled('B\\.[AS]\\.?; B[AS](?= (?:in|of|degree|\\(|\\p{Lu}\\p{Ll})| ?:|, (?:\\p{Lu}\\p{Ll}|\\d{4}))')],
  [4, inAnyCase("master(?:['’]?s)? (?:degree|of|in); master['’]?s; (?:a|or) master(?! \\p{L}); postgraduate degree")],
  [4, inAnyCase('graduate degree; diplom(?:-\\p{L}+)?(?: in)?; magister; máster; maestría; mba')],
  [
    4,
    asSpelled(
      'M\\.?Sc\\.?; M\\.?Eng\\.?; M\\.?Com\\.?; M\\.?Tech; MSN; MPH; MSW; MFA; MPA; M\\.?Ed\\.?; MPhil; LL\\.?M',
    ),
  ],
  // "MA History", but neither "Boston, MA" nor "MS Office"
  [4, asSpelled('M\\.[AS]\\.?; M[AS](?= (?:in|of|degree|\\()); (?<!, )MA(?= \\p{Lu}\\p{Ll})')],
  [5, inAnyCase('ph\\.?\\s?d\\.?; d\\.?phil; doctorate; doctoral degree; doctor of; doctorat; doctorado')],
  [5, asSpelled('MD; M\\.D\\.; JD; J\\.D\\.; DPT; DNP; Ed\\.?D\\.?; Pharm\\.?D\\.?')],
]
// "360 degree feedback", "a high degree of care"
const unnamed = inAnyCase('(?<!\\d[ -])degree(?! of (?!(?:arts|science)))')
// Few lines name a degree, and one pattern tells that faster than all of them.
const anyDegree = new RegExp([...patterns.map(([, { source }]) => source), unnamed.source].join('|'), 'iu')

/** The degrees that a text names, in order. "Degree" alone means a bachelor's. */
export function degreesIn(text: string): Degree[] {
  if (!anyDegree.test(text)) return []
  const named = patterns.flatMap(([level, pattern]) => matches(text, pattern, level))
  const found = named.length > 0 ? named : matches(text, unnamed, 3)
  return found.sort((one, other) => one.start - other.start)
}

function matches(text: string, pattern: RegExp, level: DegreeLevel): Degree[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: name }) => ({ level, start: index, end: index + name.length }))
}

const unfinished = phrases(`
  expected; in progress; pursuing; ongoing; currently studying; candidate for; working towards?; voraussichtlich;
  en cours; en curso; cursando; candidate; graduating; to be completed`)
const abandoned = phrases(`
  dropped out; dropping out; not completed?; (?:did not|didn['’]t|never) (?:complete|finish|graduate); unfinished;
  incomplete; withdrew; withdrawn; abgebrochen\\p{L}*; abandonn\\p{L}+; left without; sin terminar`)

/** The field that the short name of a degree holds. */
const fieldsByName = new Map([
  ...['BSN', 'MSN', 'DNP'].map((name): [string, string] => [name, 'nursing']),
  ...['BSW', 'MSW'].map((name): [string, string] => [name, 'social work']),
  ...['BBA', 'MBA'].map((name): [string, string] => [name, 'business administration']),
  ...['BFA', 'MFA'].map((name): [string, string] => [name, 'fine arts']),
  ...['BEd', 'MEd', 'EdD'].map((name): [string, string] => [name, 'education']),
  ...['LLB', 'LLM', 'JD'].map((name): [string, string] => [name, 'law']),
  ['BSCE', 'civil engineering'],
  ['BSEE', 'electrical engineering'],
  ['BSME', 'mechanical engineering'],
  ['BSBA', 'business administration'],
  ['DPT', 'physical therapy'],
  ['PharmD', 'pharmacy'],
  ['MPH', 'public health'],
])

/** The text with the fields that the short names of its degrees hold: "MSW, 2015 social work". */
export function withFields(text: string): string {
  const names = text.match(/\b(?:\p{Lu}[\p{L}.]{1,7})(?!\p{L})/gu) ?? []
  const fields = names.map((name) => fieldsByName.get(name.replaceAll('.', ''))).filter((field) => field !== undefined)
  return [text, ...new Set(fields)].join(' ')
}

/** True when a line says that the degree it names is not finished yet. */
export function isUnfinished(line: string): boolean {
  return unfinished.test(line)
}

/** True when a line says that the degree it names was abandoned. */
export function isAbandoned(line: string): boolean {
  return abandoned.test(line)
}
