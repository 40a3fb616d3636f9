/**
 * Matches an application with the languages that a requirement asks for.
 *
 * Owns the comparison of levels.
 */
import type { Verdict } from '../../../tasks.ts'
import { linesMax } from './evidence.ts'
import { bestOf, isCredit, withoutEvidence, type Match } from './match.ts'
import { anyOther, levelNames, type LanguageLevel, type LanguageMention } from '../vocabulary/languages.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import type { Requirement } from '../requirement/requirement.ts'

/** From this level on, a language named without a level does not count as good enough. */
const demandingLevel: LanguageLevel = 4
/** When no level is asked for, a beginner's knowledge still counts only in part. */
const defaultLevel: LanguageLevel = 3
/** Two levels of the CEFR are about a year of lessons each. */
const partialLevelsMax = 2

/** One match for each language, or the best one where they are alternatives. */
export function matchLanguages(
  { mentions, alternatives, together }: Requirement['languages'],
  application: ApplicationIndex,
): Match[] {
  const found = mentions.map((mention) => ({ mention, match: matchLanguage(mention, application) }))
  // Whoever writes in English, and says what else they speak, need not say that they speak English.
  const isWrittenIn = ({ language }: LanguageMention): boolean =>
    language === 'English' && ['and', 'the'].every((word) => application.byWord.has(word))
  const isOther = found.some(({ mention, match }) => isCredit(match) && !isWrittenIn(mention))
  const told = found.filter(({ mention, match }) => !(isOther && match.verdict !== 'NOT_MET' && isWrittenIn(mention)))
  const matches = told.map(({ match }) => match)
  const missing = matches.find(({ verdict }) => verdict === 'NO_EVIDENCE' || verdict === 'NOT_MET')
  if (together && missing) return [missing]
  if (!alternatives) return matches
  const names = mentions.map(({ language }) => language).join(' or ')
  if (matches.every(({ verdict }) => verdict === 'NO_EVIDENCE')) return [{ ...matches[0]!, reason: silence(names) }]
  return bestOf(matches)
}

function matchLanguage({ language, level }: LanguageMention, application: ApplicationIndex): Match {
  const all = application.lines.flatMap((line) => line.languages.map((mention) => ({ line, mention })))
  const isIt = (known: string): boolean => (language === anyOther ? known !== 'English' : known === language)
  const named = all.filter(({ mention }) => isIt(mention.language)).slice(0, linesMax)
  const known = named.filter(({ line, mention }) => line.usable() && !line.deniesAt(mention))
  const [best] = known.toSorted((one, other) => (other.mention.level ?? 0) - (one.mention.level ?? 0))
  if (best === undefined) {
    const denial = named.find(({ line, mention }) => line.denied() || line.deniesAt(mention))?.line
    const denied = `the application denies ${language}`
    return withoutEvidence(denial ? [denial] : [], { denied, silent: silence(language) })
  }
  const has = best.mention.level
  const reason = `names ${language} ${has === null ? 'without a level' : `at ${levelNames[has]}`}`
  const wanted = level === null ? '' : `; ${levelNames[level]} was asked for`
  return { verdict: compared(has, level), reason: `${reason}${wanted}`, lines: [best.line] }
}

const silence = (languages: string): string => `nothing in the application speaks of ${languages}`

function compared(has: LanguageLevel | null, wanted: LanguageLevel | null): Verdict {
  if (has === null) return wanted === null || wanted < demandingLevel ? 'MET' : 'PARTIAL'
  const lacking = (wanted ?? defaultLevel) - has
  if (lacking <= 0) return 'MET'
  return lacking <= partialLevelsMax ? 'PARTIAL' : 'NOT_MET'
}
