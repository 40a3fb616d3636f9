/**
 * Human languages in a text and how well somebody knows them.
 *
 * Owns the names and the words for levels. The scale is the CEFR's, so that "fluent" and "C1" compare.
 */
import { fold, tokensOf, type Token } from './terms.ts'

/** 1 to 6: A1 to C2. Native is 6. */
export type LanguageLevel = 1 | 2 | 3 | 4 | 5 | 6
/** UTF-16 offsets of the language's name in the text. */
export type LanguageMention = { language: string; level: LanguageLevel | null; start: number; end: number }

export const LEVEL_NAMES: Record<LanguageLevel, string> = {
  1: 'beginner level', 2: 'basic level', 3: 'intermediate level', 4: 'good working level', 5: 'fluent level', 6: 'native level'
}

const LANGUAGES = `
English englisch englischkenntnisse anglais ingles
German deutsch deutschkenntnisse allemand aleman
French franzosisch francais frances
Spanish spanisch espagnol espanol castellano
Italian italienisch italien italiano
Portuguese portugiesisch portugais portugues
Dutch niederlandisch neerlandais holandes flemish
Polish polnisch polonais polaco
Czech tschechisch
Russian russisch russe ruso
Ukrainian ukrainisch
Turkish turkisch turc turco
Arabic arabisch arabe
Chinese mandarin chinesisch chinois chino cantonese
Japanese japanisch japonais japones
Korean koreanisch
Hindi
Urdu
Bengali
Vietnamese
Greek griechisch
Hebrew
Swedish schwedisch
Danish danisch
Norwegian norwegisch
Finnish finnisch
Romanian rumanisch
Hungarian ungarisch
Tagalog filipino
`
const NAMES = new Map(
  LANGUAGES.trim().split('\n').flatMap((line) => {
    const [language = '', ...others] = line.split(' ')
    return [fold(language), ...others].map((name): [string, string] => [name, language])
  })
)

const LEVELS = new Map<string, LanguageLevel>(
  ([
    [6, 'c2 native mother muttersprache muttersprachlich muttersprachler maternelle bilingual bilingue nativo materna nativa'],
    [5, 'c1 fluent fluently fluency fliessend fliessende verhandlungssicher verhandlungssichere verhandlungssicheres courant couramment fluido fluidez excellent proficient advanced sehr perfect full business'],
    [4, 'b2 professional working good gut gute upper confident solid bon bonne buen strong proficiency'],
    [3, 'b1 intermediate conversational mittlere intermedio intermediaire limited'],
    [2, 'a2 basic elementary grundkenntnisse basico basique notions basics'],
    [1, 'a1 beginner anfanger debutant principiante']
  ] as [LanguageLevel, string][]).flatMap(([level, names]) => names.split(' ').map((name): [string, LanguageLevel] => [name, level]))
)

const ABOUT_LANGUAGE = /\b(?:languages?|speak\w*|spoken|written|verbal|fluen\w+|bilingual|native|mother tongue|proficien\w+|command of|[abc][12]|sprach\w*|sprich\w*|\w*kenntnisse|verhandlungssicher\w*|wort und schrift|flie(?:ß|ss)end\w*|langues?|parl\w+|courant|niveau|idiomas?|habl\w+|nivel)\b/iu
// "reports in German", but not "in German law"
const IN_LANGUAGE = new RegExp(`\\b(?:in|auf|en) (?:${[...NAMES.keys()].join('|')})(?=\\s*(?:[,.;)]|$|(?:and|or|und|et|y)\\b))`, 'iu')
const EMPTY = new Set(['and', 'or', 'skills', 'skill', 'level', 'und', 'oder', 'et', 'ou', 'y', 'o', 'required', 'plus', 'a', 'is', 'in', 'of'])

/**
 * The languages that a text says somebody knows, or asks somebody to know, each with its level.
 *
 * @param isLanguageSection the text stands below a heading "Languages", so that a bare name is enough
 */
export function languagesIn(text: string, isLanguageSection = false): LanguageMention[] {
  const tokens = tokensOf(text)
  if (!tokens.some((token) => NAMES.has(token.text))) return []
  const isSubject = tokens.every((token) => NAMES.has(token.text) || LEVELS.has(token.text) || EMPTY.has(token.text))
  if (!isLanguageSection && !isSubject && !ABOUT_LANGUAGE.test(text) && !IN_LANGUAGE.test(text)) return []
  const found: LanguageMention[] = []
  let carried: LanguageLevel | null = null
  for (const group of groupsOf(text, tokens)) {
    for (const at of group) {
      const language = NAMES.get(tokens[at]!.text)
      if (!language || !isCapital(tokens[at]!)) continue
      const level = nearestLevel(tokens, group, at)
      // "fluent in English and German": a level in front goes on to the next language, one behind does not.
      found.push({ language, level: level?.value ?? carried, start: tokens[at]!.start, end: tokens[at]!.end })
      carried = level === null ? carried : level.before ? level.value : null
    }
  }
  return found
}

// "polish the report": names of languages are capitals, in English at least.
const isCapital = (token: Token): boolean => token.text !== 'polish' || token.raw.startsWith('P')

/** Positions of tokens between the marks that separate one language from the next. */
function groupsOf(text: string, tokens: Token[]): number[][] {
  const groups: number[][] = [[]]
  for (const [at, token] of tokens.entries()) {
    const gap = at === 0 ? '' : text.slice(tokens[at - 1]!.end, token.start)
    const joins = ['and', 'und', 'et', 'y', 'or'].includes(token.text) && groups.at(-1)!.some((place) => NAMES.has(tokens[place]!.text))
    if (joins || /[,;|/•·.\n]/.test(gap)) groups.push([])
    groups.at(-1)!.push(at)
  }
  return groups
}

/** True for a word that says how well a language is known or that a language is meant. */
export function isLanguageWord(token: Token): boolean {
  return NAMES.has(token.text) || LEVELS.has(token.text)
}

function nearestLevel(tokens: Token[], group: number[], at: number): { value: LanguageLevel; before: boolean } | null {
  let best: { value: LanguageLevel; before: boolean; distance: number } | null = null
  for (const place of group) {
    const value = LEVELS.get(tokens[place]!.text)
    const distance = Math.abs(place - at)
    if (value && (best === null || distance < best.distance || (distance === best.distance && place > at))) {
      best = { value, before: place < at, distance }
    }
  }
  return best
}
