/**
 * The parts of the built-in engine that `make eval ABLATE=<name>` can leave out. Each part consists of functions or
 * constants in one file in `workers/`, and has neutral source code that replaces them.
 */
export type Part = { file: string; neutral: Record<string, string> }

const none = '() => []'
const same = '(given) => given'
const no = '() => false'
const yes = '() => true'
const nothing = '() => null'
const never = '/(?!)/iu'

const engine = 'engines/embedded'

/** The parts, by name. For a part with `questions`, only the questions are compared. */
export const parts: Record<string, Part> = {
  // ── verdicts
  negation: { file: 'checks/negation.ts', neutral: { denies: no } },
  'own-work': { file: `${engine}/language/own-work.ts`, neutral: { isOwnWork: yes } },
  'in-progress': { file: `${engine}/language/own-work.ts`, neutral: { isInProgress: no } },
  expiry: { file: `${engine}/language/own-work.ts`, neutral: { isExpired: no } },
  'about-holding': { file: `${engine}/language/own-work.ts`, neutral: { isAboutHolding: yes } },
  'own-section': { file: `${engine}/matching/application.ts`, neutral: { ownSection: never } },
  'denied-clauses': { file: `${engine}/matching/line.ts`, neutral: { negative: never } },
  credentials: { file: `${engine}/matching/match-skills.ts`, neutral: { acceptsFor: '() => () => true' } },
  'slight-experience': { file: `${engine}/matching/line.ts`, neutral: { touched: never } },
  'bare-lists': { file: `${engine}/matching/line.ts`, neutral: { isBare: no } },
  echoes: { file: `${engine}/matching/line.ts`, neutral: { echoOf: nothing } },
  'name-line': { file: `${engine}/matching/application.ts`, neutral: { isName: no } },
  degrees: { file: `${engine}/language/degrees.ts`, neutral: { degreesIn: none } },
  'unfinished-degrees': { file: `${engine}/language/degrees.ts`, neutral: { isUnfinished: no, isAbandoned: no } },
  'implied-fields': { file: `${engine}/language/degrees.ts`, neutral: { withFields: same } },
  'families-of-fields': { file: `${engine}/language/degrees.ts`, neutral: { familiesOf: '() => new Set()' } },
  languages: { file: `${engine}/language/languages.ts`, neutral: { languagesIn: none } },
  quantities: { file: `${engine}/language/quantities.ts`, neutral: { quantitiesIn: none } },
  'stated-years': { file: `${engine}/matching/match-experience.ts`, neutral: { statedExperience: nothing } },
  periods: { file: `${engine}/language/periods.ts`, neutral: { periodsIn: none } },
  'half-dates': { file: `${engine}/language/periods.ts`, neutral: { beginningBefore: nothing } },
  'day-order': { file: `${engine}/language/dates.ts`, neutral: { dayOrderOf: "() => 'DAY_FIRST'" } },
  'another-kind': { file: `${engine}/matching/match-skills.ts`, neutral: { isAnotherKind: no } },
  leadership: { file: `${engine}/language/leadership.ts`, neutral: { leadershipIn: none } },
  'unfinished-credentials': { file: `${engine}/matching/match-meaning.ts`, neutral: { nearestUnfinished: nothing } },
  'proper-nouns': { file: `${engine}/language/proper-nouns.ts`, neutral: { properNounsIn: none } },
  'open-ends': { file: `${engine}/matching/requirement.ts`, neutral: { isOpen: no } },
  'spelled-out': { file: `${engine}/matching/terms.ts`, neutral: { spelledOutIn: none } },
  alternatives: { file: `${engine}/matching/term-groups.ts`, neutral: { connectorOf: "() => 'NONE'" } },
  examples: { file: `${engine}/matching/term-groups.ts`, neutral: { examples: never } },
  'skill-tables': { file: `${engine}/language/skills.ts`, neutral: { addRows: '() => undefined' } },
  'technical-company': { file: `${engine}/language/skills.ts`, neutral: { isTechnical: yes } },
  'broader-skills': { file: `${engine}/language/skills.ts`, neutral: { withBroader: '(skill) => new Set([skill])' } },
  'named-whole': { file: `${engine}/matching/judgement.ts`, neutral: { isNamedWhole: no } },
  'half-a-name': {
    file: `${engine}/matching/match-skills.ts`,
    neutral: {
      isNamedIn:
        '({ termGroups }, { found }) => termGroups.some((one) => isNamed(one) && found.has(one)) || termGroups.every((one) => found.has(one))',
    },
  },
  'partial-credit': { file: `${engine}/matching/match-skills.ts`, neutral: { lacksOf: none } },
  synonyms: { file: 'language/stems.ts', neutral: { synonyms: '[]' } },
  'generic-words': { file: 'language/tokens.ts', neutral: { isGeneric: no } },
  compounds: { file: 'language/compounds.ts', neutral: { compoundParts: '(word) => [word]' } },
  vectors: { file: 'language/word-vectors.ts', neutral: { likeness: '() => 0', coverage: '() => 0' } },
  // ── criteria
  addresses: { file: `${engine}/posting/addresses.ts`, neutral: { withoutAddresses: same } },
  boilerplate: { file: `${engine}/posting/boilerplate.ts`, neutral: { unwrapped: same } },
  'glued-lines': { file: `${engine}/posting/layout.ts`, neutral: { unglued: same } },
  'item-lines': { file: `${engine}/posting/layout.ts`, neutral: { withItemLines: same } },
  'heading-lines': { file: `${engine}/posting/layout.ts`, neutral: { withHeadingLines: same } },
  'lists-of-names': { file: `${engine}/posting/lists.ts`, neutral: { itemsOf: none } },
  'mixed-lists': { file: `${engine}/posting/lists.ts`, neutral: { mixedItemsOf: none } },
  clauses: { file: `${engine}/posting/clauses.ts`, neutral: { clausesOf: '(sentence) => [sentence]' } },
  joints: { file: `${engine}/posting/clauses.ts`, neutral: { joint: '/(?!)/giu' } },
  'shared-importance': {
    file: `${engine}/posting/clauses.ts`,
    neutral: { withShared: '(texts) => texts.map((text) => ({ text, named: namedImportance(text) }))' },
  },
  'line-weights': {
    file: `${engine}/posting/line-classifier.ts`,
    neutral: { stancesOf: "(lines) => lines.map(() => 'UNREAD')" },
  },
  'about-company': { file: `${engine}/posting/subject.ts`, neutral: { isAboutCompany: no } },
  'role-subject': { file: `${engine}/posting/subject.ts`, neutral: { withoutRole: same } },
  announcements: { file: `${engine}/posting/subject.ts`, neutral: { withoutAnnouncement: same } },
  'bare-lists-of-postings': { file: `${engine}/posting/posting.ts`, neutral: { bareLists: '() => new Set()' } },
  'above-lists': { file: `${engine}/posting/posting.ts`, neutral: { isAboveList: no } },
  labels: { file: `${engine}/posting/posting.ts`, neutral: { withoutLabel: same } },
  noise: { file: `${engine}/posting/posting-words.ts`, neutral: { noise: never } },
  'not-needed': { file: `${engine}/posting/posting-words.ts`, neutral: { notNeeded: never } },
  asides: { file: `${engine}/posting/posting-words.ts`, neutral: { aside: never } },
  'facts-among-surroundings': { file: `${engine}/posting/importance.ts`, neutral: { namesFact: no } },
  'only-headings': { file: `${engine}/posting/sections.ts`, neutral: { isOnlyHeading: no } },
  'inline-headings': { file: `${engine}/posting/sections.ts`, neutral: { isInlineHeading: no } },
  twins: { file: `${engine}/posting/draft-criteria.ts`, neutral: { isTwin: no } },
  duties: { file: `${engine}/posting/rewording.ts`, neutral: { isDuty: no } },
  'worded-duties': { file: `${engine}/posting/rewording.ts`, neutral: { dutyText: '(told) => criterionText(told)' } },
  'dangling-ends': { file: `${engine}/posting/rewording.ts`, neutral: { danglingEnd: never } },
  'application-questions': { file: `${engine}/posting/rewording.ts`, neutral: { questionText: nothing } },
  'filled-up': { file: `${engine}/posting/extraction.ts`, neutral: { fillUp: '() => undefined' } },
  // ── questions
  'vague-years': { file: `${engine}/language/durations.ts`, neutral: { vagueDurationIn: nothing } },
  'open-questions': { file: `${engine}/questions/open-questions.ts`, neutral: { openQuestions: none } },
}
