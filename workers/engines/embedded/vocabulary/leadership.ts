/**
 * Finds statements about leading and teaching people: "led a team", "three cooks under me", "taught two interns".
 *
 * Knows the verbs and the groups. The people led ("machinists") remain separate words, which must be found too.
 */
import { linesOf, phrasesOfKind, wordsOfKind } from '../../../language/other-languages.ts'
import { phraseSource } from '../../../language/phrases.ts'
import { fold } from '../../../language/tokens.ts'
import type { Span } from '../../../language/sentences.ts'

/** Words for people at work. */
export const peopleNames =
  `(?:people|persons?|employees|staff|personnel|subordinates|direct.reports|soldiers|sailors|residents|members?|engineers|developers|nurses|associates|agents|
  cooks|chefs|workers|technicians|analysts|teachers|drivers|reps|representatives|volunteers|colleagues|accountants|
  managers|interns|apprentices|helpers|trainees|juniors|hires?|graduates|clinicians|designers|machinists|writers|planners|
  marketers|operators|aides|assistants|pickers|packers|specialists|electricians|therapists|coordinators|mechanics|editors|
  consultants|clerks|guards|bakers|baristas|carpenters|welders|plumbers|scientists|researchers|counselors|paralegals|
  caregivers|paramedics|officers|leaders|supervisors|advisors|recruiters|salespeople|buyers|tellers|cashiers|inspectors|installers|underwriters|pharmacists|lawyers|attorneys|
  programmers|testers|freelancers|dispatchers|housekeepers|custodians|sellers|instructors|
  ${linesOf('people').join('|').replaceAll(' ', '.')})`.replace(/\s+/g, '')

const group = 'teams?|groups?|staff|crews?|squads?|brigades?|departments?|shifts?|units?|people|kitchen|workforce'
const leading = `led|leads?|leading|manag(?:ed?|es|ing)|supervis(?:ed?|es|ing)|head(?:ed|s|ing)?|ran|runs?|running|
  direct(?:ed|s|ing)?|overs(?:ee|ees|aw|een|eeing)|guid(?:ed?|es|ing)`.replace(/\s+/g, '')
const teaching = `taught|teach(?:es|ing)?|train(?:ed|s|ing)?|coach(?:ed|es|ing)?|mentor(?:ed|s|ing)?|onboard(?:ed|ing)|
  precept(?:ed|ing)|orient(?:ed|ing)|instruct(?:ed|ing)|trainer`.replace(/\s+/g, '')
// "Managed hosting for designers" and "directed shoots and mentored designers" do not lead people.
const between = String.raw`(?:\s+(?!for\s|and\s\p{L}+ed\s)[^\s.;:,()]+){0,5}?[\s-]+`

// "Prepared slides for the department head": a different person is meant.
const another = '(?:the|my|our|their|by|to|for|with) '

/** The skill of the tables that stands for leading people. */
export const leadership = 'Team leadership'

const patterns = [
  [leadership, `(?<verb>${leading})${between}(?:(?<group>${group})|${peopleNames})`],
  [
    leadership,
    `(?<verb>(?<!${another})(?:team|shift|squad|crew|group|line|floor|kitchen|department|
      store|office|branch|restaurant|general|operations|plant|warehouse|production|site|district|shop|service|assistant)[ -](?:lead|leader|head|supervisor|manager);
    (?<!${another})supervisory?; foreman; forewoman; people manage(?:r|ment); direct reports; report(?:ing|s|ed)? to (?:me|her|him);
    in charge of(?= (?:\\S+ ){0,4}?(?:${peopleNames}|${group}));
    ^team of(?= (?:\\d|\\p{L}+ \\p{L}+s)); under (?:me|my (?:direction|supervision|lead\\p{L}*)); (?:head|lead|leader|manager|director|foreman|coach) of(?= (?:\\S+ ){0,3}?${peopleNames});
    (?:head|lead|leader|manager|director|foreman|coach) of (?:an? |the )?(?:[\\p{L}-]+ ){0,2}(?:team|group|crew|squad|department|unit|staff))`,
  ],
  ['Mentoring', `(?<verb>${teaching})${between}${peopleNames}`],
  [leadership, `(?<verb>${phrasesOfKind('leadership').replaceAll('; ', '|')})`],
  ['Mentoring', `(?<verb>${phrasesOfKind('mentoring').replaceAll('; ', '|')})`],
  ['Mentoring', '(?<verb>(?:brought|got) (?:\\S+ ){1,4}up to speed)'],
].map(([skill, list]) => ({ skill: skill!, pattern: new RegExp(phraseSource(list!), 'giu') }))

// Few lines mention either, and one pattern detects that faster than all of them.
const any = new RegExp(
  phraseSource(`${leading}; ${teaching}; lead\\p{L}*; supervisor[sy]?; fore(?:wo)?man; head; direct reports; to (?:me|her|him); under m[ey]; charge; speed; ^team of;
  manager; director; coach; people management; ${phrasesOfKind('leadership')}; ${phrasesOfKind('mentoring')}`),
  'iu',
)

/** Returns the leading and the teaching that a text names; each span is that of the word that shows it. */
export function leadershipIn(text: string): (Span & { skill: string })[] {
  if (!any.test(text)) return []
  return patterns.flatMap(({ skill, pattern }) =>
    Array.from(text.matchAll(pattern)).flatMap(({ index, 0: match, groups = {} }) => {
      const verb = { skill, start: index, end: index + groups.verb!.length }
      const end = index + match.length
      return groups.group === undefined ? [verb] : [verb, { skill, start: end - groups.group.length, end }]
    }),
  )
}

// Words of leading and of groups, which do not say who is led.
const leadingWord = new RegExp(
  `^(?:${leading}|${teaching}|${group}|lead\\p{L}*|manage\\p{L}*|supervis\\p{L}*|direct\\p{L}*|head|charge|foreman|report\\p{L}*|
  mentor\\p{L}*|training|employees?|members?|others?|workers?|experience)$`.replace(/\s+/g, ''),
  'iu',
)

const leadingWords = new Set(wordsOfKind('leading').map(fold))

/**
 * Returns the words of a criterion about leading that say who or what is led: the "administrative" of "oversees
 * administrative staff".
 */
export function ledIn<Word extends { text: string }>(words: Word[]): Word[] {
  return words.filter(({ text }) => !leadingWord.test(text) && !leadingWords.has(text))
}
