/** Compares an application with the languages that a requirement asks for, and with their levels. */
import type { Verdict } from '../../../tasks.ts'
import { linesMax } from './evidence.ts'
import { bestOf, isCredit, withoutEvidence, type Match } from './match.ts'
import { anyOther, type LanguageLevel, type LanguageMention } from '../language/languages.ts'
import type { Finding } from './reasons.ts'
import type { ApplicationIndex } from './application.ts'
import type { Requirement } from './requirement.ts'

/** If the required level is at least this one, a language for which the applicant states no level does not suffice. */
const demandingLevel: LanguageLevel = 4
/** The level that is needed if the requirement states none. A beginner earns only partial credit. */
const defaultLevel: LanguageLevel = 3
/**
 * An applicant who is at most this many CEFR levels below the required one earns partial credit. Each level takes about
 * a year of lessons.
 */
const partialLevelsMax = 2

/** Returns one match for each language, or the best one if they are alternatives. */
export function matchLanguages(
  { mentions, alternatives, together }: Requirement['languages'],
  application: ApplicationIndex,
): Match[] {
  const found = mentions.map((mention) => ({ mention, match: matchLanguage(mention, application) }))
  // An applicant who writes in English and lists other languages does not have to list English, too.
  const isWrittenIn = ({ language }: LanguageMention): boolean =>
    language === 'English' && ['and', 'the'].every((word) => application.byWord.has(word))
  const isOther = found.some(({ mention, match }) => isCredit(match) && !isWrittenIn(mention))
  const told = found.filter(({ mention, match }) => !(isOther && match.verdict !== 'NOT_MET' && isWrittenIn(mention)))
  const matches = told.map(({ match }) => match)
  const missing = matches.find(({ verdict }) => verdict === 'NO_EVIDENCE' || verdict === 'NOT_MET')
  if (together && missing) return [missing]
  if (!alternatives) return matches
  const names = mentions.map(({ language }) => language)
  if (matches.every(({ verdict }) => verdict === 'NO_EVIDENCE')) return [{ ...matches[0]!, findings: [silence(names)] }]
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
    const denied: Finding = { key: 'LANGUAGE_DENIED', languages: [language] }
    return withoutEvidence(denial ? [denial] : [], { denied: [denied], silent: [silence([language])] })
  }
  const has = best.mention.level
  const verdict = compared(has, level)
  return { verdict, findings: [told(language, has, verdict === 'MET' ? null : level)], lines: [best.line] }
}

/**
 * Returns the finding about one language. `asked` is null if the applicant's level suffices or no level is required.
 */
function told(language: string, level: LanguageLevel | null, asked: LanguageLevel | null): Finding {
  const languages = [language]
  if (level !== null && asked !== null) return { key: 'LANGUAGE_BELOW', languages, level, levelAsked: asked }
  if (level !== null) return { key: 'LANGUAGE', languages, level }
  if (asked !== null) return { key: 'LANGUAGE_NO_LEVEL_REQUIRED', languages, levelAsked: asked }
  return { key: 'LANGUAGE_NO_LEVEL', languages }
}

const silence = (languages: string[]): Finding => ({ key: 'LANGUAGE_UNNAMED', languages })

function compared(has: LanguageLevel | null, wanted: LanguageLevel | null): Verdict {
  if (has === null) return wanted === null || wanted < demandingLevel ? 'MET' : 'PARTIAL'
  const lacking = (wanted ?? defaultLevel) - has
  if (lacking <= 0) return 'MET'
  return lacking <= partialLevelsMax ? 'PARTIAL' : 'NOT_MET'
}
