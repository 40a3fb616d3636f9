/**
 * Finds levels of education in a text.
 *
 * Knows the names of degrees and their order, but not the fields of study.
 */
import { entriesOf, phrasesOfKind } from '../../../language/other-languages.ts'
import { phrases, phraseSource } from '../../../language/phrases.ts'
import type { Span } from '../../../language/sentences.ts'

/** From school to doctorate; a higher level satisfies a lower one. */
export type DegreeLevel = 1 | 2 | 3 | 4 | 5
export type Degree = Span & { level: DegreeLevel }

// "High school teaching" and "high school students" are work, not a diploma.
const school = (kind: string): string =>
  String.raw`${kind}[- ]school(?! (?:classroom|teach|student|pupil|counsel|coach|principal|sport|program|setting|age))`
const names: Record<DegreeLevel, string> = {
  1: String.raw`${school('high')}; hs diploma; ${school('secondary')}; ged; a[- ]levels; gcses?; school[- ]leaving`,
  2: String.raw`associate(?:['’]?s)?(?: degree|(?= or bachelor)); degree or diploma; associate of \p{L}+;
    vocational (?:training|degree|qualification); apprenticeship; trade school; (?<!school |hs )diploma(?: in|(?= ?[:,]))`,
  3: String.raw`bachelor(?:['’]?s)?(?: degree)?; undergraduate degree; university degree; college degree`,
  4: String.raw`master(?:['’]?s)? (?:degree|of|in); master['’]?s; (?:a|or) master(?! \p{L}); post-?\s?graduate (?:degree|diploma);
    (?:advanced|graduate) degree; mba(?! programs?)`,
  5: String.raw`ph\.?\s?d\.?; d\.?phil; doctorate; doctoral degree; doctor of`,
}
// Short forms count only in their usual spelling, and with the words that make "BA History" and "BS, Biology" degrees,
// but not "Boston, MA" or "MS Office".
const shortNames: Partial<Record<DegreeLevel, string>> = {
  2: String.raw`Associate(?:['’]?s)?(?= in \p{Lu}); A\.A\.S\.?; AAS; A[AS](?= (?:in|degree|\p{Lu}\p{Ll})); A\.[AS]\.(?= (?:in )?\p{Lu}|,)`,
  3: String.raw`B\.?Sc\.?; B\.B\.A\.; BS[CEM]E; BSBA; B\.?Eng\.?; B\.?Com\.?; B\.?Tech; BBA; BSN; BFA; BSW; B\.?Ed\.?;
    LL\.?B; B\.[AS]\.?; B[AS](?= (?:in|of|degree|\(|\p{Lu}\p{Ll})| ?:|, (?:\p{Lu}\p{Ll}|\d{4}))`,
  4: String.raw`M\.?Sc\.?; M\.?Eng\.?; M\.?Com\.?; M\.?Tech; MSN; MPH; MSW; MFA; MPA; MHA; MLI?S; M\.?Arch; M\.?Ed\.?; MPhil; LL\.?M;
    M\.[AS]\.?; M[AS](?= (?:(?:in|of|degree)(?!\p{L})|\()); (?<!, )MA(?= \p{Lu}\p{Ll})`,
  5: String.raw`MD(?!-?\d); M\.D\.; JD; J\.D\.; DPT; DNP; Ed\.?D\.?; Pharm\.?D\.?`,
}
const levels = [1, 2, 3, 4, 5] as const
/** Each level's names, with those of other languages. */
const patternsOf = (kind: string, lists: typeof shortNames, flags: string): [DegreeLevel, RegExp][] =>
  levels.flatMap((level) => {
    const list = [lists[level], phrasesOfKind(`${kind} ${level}`)].filter(Boolean).join('; ')
    return list === '' ? [] : [[level, new RegExp(phraseSource(list), flags)]]
  })
const patterns = [...patternsOf('degree', names, 'giu'), ...patternsOf('short degree', shortNames, 'gu')]
// "360 degree feedback", "a high degree of care"
const unnamed = new RegExp(phraseSource('(?<!\\d[ -])degree(?! of (?!(?:arts|science)))'), 'giu')
// Few lines name a degree, and one pattern detects that faster than all of them.
const anyDegree = new RegExp([...patterns.map(([, { source }]) => source), unnamed.source].join('|'), 'iu')

/** Returns the degrees that a text names, in order. "Degree" alone means a bachelor's. */
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
  expected; in progress; pursuing; ongoing; currently studying; candidate for; working towards?; candidate; graduating(?! (?:with|cum|magna|summa|from)); pending; to be completed;
  ${phrasesOfKind('degree unfinished')}`)
const abandoned = phrases(`
  dropped out; dropping out; not completed?; (?:did not|didn['’]t|never) (?:complete|finish|graduate); unfinished;
  incomplete; before (?:finish|complet|graduat)*; withdrew; withdrawn; left without; ${phrasesOfKind('degree abandoned')}`)

/** The fields that short names of degrees imply. */
const fieldsByName = new Map([
  ...entriesOf('degree field').flatMap(([field, names]) => names.map((name) => [name, field] as const)),
  ...Object.entries({
    nursing: 'BSN MSN DNP',
    'social work': 'BSW MSW',
    'business administration': 'BBA MBA BSBA',
    'fine arts': 'BFA MFA',
    education: 'BEd MEd EdD',
    law: 'LLB LLM JD',
    'civil engineering': 'BSCE',
    'electrical engineering': 'BSEE',
    'mechanical engineering': 'BSME',
    'physical therapy physiotherapy': 'DPT',
    pharmacy: 'PharmD',
    'public health': 'MPH',
    'library science': 'MLS MLIS',
  }).flatMap(([field, names]) => names.split(' ').map((name) => [name, field] as const)),
])

/** Returns the text with the fields that the short names of its degrees imply: "MSW, 2015 social work". */
export function withFields(text: string): string {
  const names = text.match(/\b(?:\p{Lu}[\p{L}.]{1,7})(?!\p{L})/gu) ?? []
  const fields = names.map((name) => fieldsByName.get(name.replaceAll('.', ''))).filter((field) => field !== undefined)
  return [text, ...new Set(fields)].join(' ')
}

/** Returns whether a line says that the degree it names is not finished. */
export function isUnfinished(line: string): boolean {
  return unfinished.test(line)
}

/** Returns whether a line says that the degree it names was abandoned. */
export function isAbandoned(line: string): boolean {
  return abandoned.test(line)
}
