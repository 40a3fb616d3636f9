/**
 * Compares an application with the skills and words in a requirement.
 *
 * Some matches earn at most partial credit: if the skill is only in a list, if a name is missing or denied, or if
 * something is still in progress.
 */
import { isNamed, isTelling, type TermGroup } from './term-groups.ts'
import { evidenceFor, groupsAffirmedIn, linesWith, quotesMax, type Evidence } from './evidence.ts'
import { judge } from './judgement.ts'
import { withoutEvidence, type Match } from './match.ts'
import type { ApplicationIndex } from './application.ts'
import type { Line } from './line.ts'
import { isAboutHolding } from '../language/own-work.ts'
import { isTrade } from '../language/skills.ts'
import { quantitiesIn, type Quantity } from '../language/quantities.ts'
import { namesOf, type Finding } from './reasons.ts'
import type { Requirement } from './requirement.ts'

/** Returns the match between the required skills and words and those that the application shows. */
export function matchSkills(requirement: Requirement, application: ApplicationIndex): Match {
  const { termGroups, quantity } = requirement
  // A typing speed such as "62 WPM" proves typing without the word.
  const paced = quantity?.kind === 'SPEED' ? application.lines.find((line) => isPaced(line)) : undefined
  const match: Match = paced
    ? { verdict: 'MET', findings: [{ key: 'SHOWN' }], lines: [paced] }
    : matchTerms(requirement, application)
  if (quantity === null || match.lines.length === 0 || match.verdict === 'NOT_MET') return match
  const names = termGroups.filter(isNamed)
  const jobs = new Set(match.lines.map(({ employment }) => employment))
  // In a job that involved leading people, a line can start with the number of people: "28 associates on second shift".
  const tells = ({ employment, text: told }: Line): boolean =>
    jobs.has(employment) && quantitiesIn(told.slice(0, 20)).some(({ kind }) => kind === 'PEOPLE')
  const naming = application.lines.filter(
    (line) => names.length > 0 && (groupsAffirmedIn(line, names).size === names.length || tells(line)),
  )
  return withQuantity(match, quantity, naming)
}

const isPaced = (line: Line): boolean => quantitiesIn(line.text).some(({ kind }) => kind === 'SPEED') && line.usable()

/**
 * For these kinds of amount, a value below the required one earns no partial credit: a class B licence does not allow
 * driving a tractor-trailer.
 */
const ranks = new Set<Quantity['kind']>(['GRADE', 'HOURS', 'CLASS'])

/** If the applicant shows less than this share of the required amount, the verdict is NOT_MET rather than PARTIAL. */
const partialAmountMin = 0.75

/**
 * Returns the match, reduced if the application does not show the required amount: leading six engineers is not leading
 * a team of twenty.
 */
function withQuantity(match: Match, { kind, value }: Quantity, naming: Line[]): Match {
  const amountIn = ({ text }: Line): number =>
    Math.max(0, ...quantitiesIn(text).map((one) => (one.kind === kind ? one.value : 0)))
  const [largest] = [...match.lines, ...naming].toSorted((one, other) => amountIn(other) - amountIn(one))
  const most = amountIn(largest!)
  const lines = most > 0 ? [...new Set([largest!, ...match.lines])].slice(0, quotesMax) : match.lines
  if (most >= value) return { ...match, lines }
  const others = match.verdict === 'MET' ? [] : match.findings
  if (most === 0) return { ...match, verdict: 'PARTIAL', findings: [...others, { key: 'AMOUNT_UNKNOWN' }] }
  const isLow = ranks.has(kind) || most < value * partialAmountMin
  return { lines, verdict: isLow ? 'NOT_MET' : 'PARTIAL', findings: [...others, { key: 'AMOUNT_LOW' }] }
}

function matchTerms(requirement: Requirement, application: ApplicationIndex): Match {
  const { termGroups } = requirement
  const evidence = evidenceFor(termGroups, application, acceptsFor(requirement))
  const { found, denied, denials, share } = evidence
  const names = termGroups.filter(isNamed)
  const { isShown, passage } = isFact(requirement)
    ? { isShown: isNamedIn(requirement, evidence), passage: null }
    : judge(requirement, application, evidence)
  const isWorded = share >= wordedMin || names.some((name) => found.has(name))
  const lines = isWorded || passage === null ? evidence.lines : [passage]
  if (!isShown || isRuledOut(requirement, application, evidence) || lines.length === 0) {
    return withoutEvidence(denials, {
      denied: [{ key: 'DENIED', termGroups: denied }],
      silent: [{ key: 'SILENT' }],
    })
  }
  const lacks = isWorded ? lacksOf(requirement, evidence) : names.length > 0 ? [partOtherWords] : []
  if (lacks.length > 0) return { verdict: 'PARTIAL', findings: lacks, lines }
  return { verdict: 'MET', findings: [{ key: isWorded ? 'SHOWN' : 'OTHER_WORDS' }], lines }
}

/**
 * If the quotes contain less than this share of the requirement's own words, the passage nearest in meaning is the
 * better quote.
 */
const wordedMin = 0.5

/**
 * Returns whether the requirement is a licence, a degree or a language. An applicant has these or does not have them,
 * whatever the resume describes.
 */
function isFact({ credential, degree, languages }: Requirement): boolean {
  return credential || degree !== null || languages.mentions.length > 0
}

/** Returns whether the applicant denies a required name, or the application is about another kind of trade. */
function isRuledOut({ termGroups }: Requirement, application: ApplicationIndex, { denied }: Evidence): boolean {
  return termGroups.some((group) => isNamed(group) && denied.has(group)) || isAnotherKind(termGroups, application)
}

/**
 * Returns whether `judge` decides the verdict. It is used only for the kinds of requirements that its weights were
 * fitted to.
 */
export function decidesBySignals(requirement: Requirement, application: ApplicationIndex, evidence: Evidence): boolean {
  const isOpen = requirement.termGroups.length > 0 && requirement.months === null && !isFact(requirement)
  return isOpen && !isRuledOut(requirement, application, evidence)
}

const partOtherWords: Finding = { key: 'PART_OTHER_WORDS' }

/** Returns the reasons why the evidence earns only partial credit; empty if it earns full credit. */
function lacksOf(requirement: Requirement, { found, denied, listed, unfinished, lines }: Evidence): Finding[] {
  const { text, termGroups, credential, knowledge } = requirement
  if (unfinished.size === found.size) return [{ key: 'UNFINISHED' }]
  const missing = new Set(termGroups.filter((group) => isNamed(group) && (!found.has(group) || denied.has(group))))
  if (missing.size > 0 || unfinished.size > 0) {
    const shown = [...found.difference(unfinished).difference(missing)].filter(isNamed)
    if (namesOf(text, [...shown, ...unfinished, ...missing]) === null) return [{ key: 'PART' }]
    return [
      shown.length > 0 ? { key: 'SHOWN', termGroups: shown } : { key: 'PART' },
      ...(unfinished.size > 0 ? [{ key: 'UNFINISHED', termGroups: unfinished } as const] : []),
      ...(missing.size > 0 ? [{ key: 'SILENT', termGroups: missing } as const] : []),
    ]
  }
  const telling = [...listed].filter(isTelling)
  const isEnough = knowledge || (credential && lines.some(({ section }) => section !== 'SKILLS'))
  return telling.length === 0 || isEnough ? [] : [{ key: 'LISTED', termGroups: telling }]
}

/**
 * Returns a function that decides whether a line can prove the requirement. A credential is proven only by a line that
 * shows that the applicant holds it.
 */
export function acceptsFor({ termGroups, credential }: Requirement): (line: Line) => boolean {
  if (!credential) return () => true
  const ofTool = termGroups.some(({ terms }) => terms.some(({ kind, key }) => kind === 'SKILL' && !isTrade(key)))
  return ({ text, inProgress }) => inProgress() || isAboutHolding(text, ofTool)
}

/** Returns whether one of the two words for a trade is missing: the kind ("pastry") or the trade itself ("chef"). */
export function isAnotherKind(termGroups: TermGroup[], application: ApplicationIndex): boolean {
  const isAbsent = (group?: TermGroup): boolean =>
    group?.terms.every((term) => linesWith(term, application).length === 0) ?? false
  return termGroups.some((group, at) => {
    const head = termGroups[at + 1]
    // For example, "oncology sales" is required, and an oncology nurse who never mentions sales applies.
    return group.qualifies && (isAbsent(group) || (head?.kind === 'SKILL' && isAbsent(head)))
  })
}

/**
 * Returns whether the names in the requirement are found completely, because half of a certificate's name can be the
 * name of another certificate. If a credential has no name, all of its words must be found.
 */
function isNamedIn({ termGroups, credential }: Requirement, { found, unfinished }: Evidence): boolean {
  const names = termGroups.filter(isNamed)
  if (names.length === 0) return termGroups.every((group) => found.has(group))
  const missing = names.filter((name) => !found.has(name))
  const parts = new Set([...found].map(({ item }) => item))
  const isHalf = credential && unfinished.size === 0 && missing.some(({ item }) => parts.has(item))
  return missing.length < names.length && !isHalf
}
