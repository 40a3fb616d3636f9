/**
 * Drafts the verdict on one criterion, with quotes and a reason.
 *
 * Splits a requirement into aspects (its degree, its languages, and either its length of experience or its skills and
 * words), and combines their matches into one verdict. Never returns MET or PARTIAL without a quote.
 */
import { LRUCache } from 'lru-cache'
import type { Language } from '../../../language/detection.ts'
import type { Verdict } from '../../../tasks.ts'
import type { DraftEvidence, DraftVerdict } from '../../../engine.ts'
import { quotesMax } from './evidence.ts'
import { bestOf, isCredit, type Match } from './match.ts'
import { matchEducation } from './match-education.ts'
import { matchExperience } from './match-experience.ts'
import { matchLanguages } from './match-languages.ts'
import { nearestUnfinished } from './match-meaning.ts'
import { matchSkills } from './match-skills.ts'
import { echoOf, type Line } from './line.ts'
import { indexOf, type ApplicationIndex } from './application.ts'
import { sentencesFor, type Finding } from './reasons.ts'
import { plainLetters } from '../../../language/plain-letters.ts'
import { requirementOf, type Requirement } from './requirement.ts'

type Criterion = { id: string; text: string }

/** Caches the analyses of recent criteria, because applications for the same job tend to arrive together. */
const requirements = new LRUCache<string, Requirement>({
  max: 300,
  memoMethod: (text) => requirementOf(plainLetters(text).text),
})

const silence: Finding[] = [{ key: 'SILENT' }]

/** Returns the draft of the verdict on one criterion. Its reason is in the given language. */
export function verdictOn({ id, text }: Criterion, application: ApplicationIndex, language: Language): DraftVerdict {
  const requirement = requirements.memo(text)
  const matches = matchRequirement(requirement, withoutEchoes(application, text))
  const verdict = combined(matches)
  const lines = [...new Set(matches.flatMap((match) => match.lines))].slice(0, quotesMax)
  const findings = matches.length === 0 ? silence : matches.flatMap((match) => match.findings)
  const reason = sentencesFor(findings, requirement, language)
  return { criterionId: id, verdict, reason, evidence: verdict === 'NO_EVIDENCE' ? [] : lines.map(quoteOf) }
}

/** Returns one or more matches for each aspect of the requirement. */
function matchRequirement(requirement: Requirement, application: ApplicationIndex): Match[] {
  const { termGroups, months, degree, languages } = requirement
  const matches: Match[] = []
  if (degree !== null) matches.push(matchEducation(degree, application))
  matches.push(...matchLanguages(languages, application))
  if (months !== null) matches.push(matchExperience(requirement, months, application))
  else if (termGroups.length > 0) matches.push(matchTold(requirement, application))
  return degree?.orElse ? bestOf(matches) : matches
}

/** Compares the skills and words in the requirement, or a credential that is still in progress. */
function matchTold(requirement: Requirement, application: ApplicationIndex): Match {
  const match = matchSkills(requirement, application)
  if (match.verdict !== 'NO_EVIDENCE' || !requirement.credential) return match
  const sought = nearestUnfinished(requirement, application)
  return sought === null ? match : { verdict: 'PARTIAL', findings: [{ key: 'UNFINISHED' }], lines: [sought] }
}

/** Returns the application without lines that only repeat the criterion. */
function withoutEchoes(application: ApplicationIndex, criterion: string): ApplicationIndex {
  const isEcho = echoOf(criterion)
  const echoes = new Set(application.lines.filter((line) => isEcho?.(line) && !line.denied()))
  if (echoes.size === 0) return application
  return { ...application, ...indexOf(application.lines.filter((line) => !echoes.has(line))) }
}

/**
 * Returns MET if all aspects are met, and PARTIAL if at least one earns credit. Otherwise returns NOT_MET if any aspect
 * is denied or falls short, and NO_EVIDENCE if evidence is missing for all.
 */
function combined(matches: Match[]): Verdict {
  const verdicts = matches.map(({ verdict }) => verdict)
  if (verdicts.length === 0) return 'NO_EVIDENCE'
  if (verdicts.every((verdict) => verdict === 'MET')) return 'MET'
  if (matches.some(isCredit)) return 'PARTIAL'
  return verdicts.includes('NOT_MET') ? 'NOT_MET' : 'NO_EVIDENCE'
}

function quoteOf({ quote, source }: Line): DraftEvidence {
  if (source.kind === 'RESUME') return { source: 'RESUME', quote: quote() }
  return { source: 'ANSWER', answerIndex: source.answerIndex, quote: quote() }
}
