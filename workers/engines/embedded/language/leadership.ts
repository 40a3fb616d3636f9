/**
 * Finds statements about leading and teaching people: "led a team", "three cooks under me", "taught two interns".
 *
 * Each span is a verb ("led"), a phrase ("under me") or a noun for a group ("team"). A word for the people who are led
 * ("machinists") is not part of a span, because it is matched as a word of its own.
 *
 * Without this module, accuracy falls by 0.3 points on the unseen half of the labelled set and by 1.0 points on the
 * tuned half (`make eval ABLATE=all`).
 */
import { alternativesOf, asWords } from '../../../language/words.ts'
import type { Span } from '../../../language/sentences.ts'

/** Regex source for nouns that mean people at work. */
export const peopleNames = alternativesOf('people')

const group = alternativesOf('group', ['en'])
const leading = alternativesOf('leading verb')
const teaching = alternativesOf('teaching verb')
// Neither "Managed hosting for designers" nor "directed shoots and mentored designers" means that designers were
// managed.
const between = String.raw`(?:\s+(?!for\s|and\s\p{L}+ed\s)[^\s.;:,()]+){0,5}?[\s-]+`

/** The name of the skill for leading people, as in the skill tables. */
export const leadership = 'Team leadership'

// A phrase that shows leading or teaching by itself, or a verb that does if it is followed by people.
const kinds = {
  leads: alternativesOf('leadership'),
  teaches: alternativesOf('mentoring'),
  led: leading,
  taught: teaching,
}
const shown = new RegExp(
  asWords(
    Object.entries(kinds)
      .map(([kind, list]) => `(?<${kind}>${list})`)
      .join('|'),
  ),
  'giu',
)
// Few lines match, and a pattern without capture groups is searched three times faster.
const any = new RegExp(asWords(Object.values(kinds).join('|')), 'iu')
const whom = new RegExp(`${between}(?:(?<group>${group})|${peopleNames})(?![\\p{L}\\p{N}])`, 'iuy')

/** Returns where a text mentions leading or teaching people. Each span covers the verb or the noun that shows it. */
export function leadershipIn(text: string): (Span & { skill: string })[] {
  if (!any.test(text)) return []
  return Array.from(text.matchAll(shown)).flatMap(({ index: start, 0: words, groups = {} }) => {
    const skill = groups.leads || groups.led ? leadership : 'Mentoring'
    const verb = { skill, start, end: start + words.length }
    if (groups.leads || groups.teaches) return [verb]
    whom.lastIndex = verb.end
    const people = whom.exec(text)
    if (people === null) return []
    const led = groups.led ? people.groups?.group : undefined
    return led === undefined ? [verb] : [verb, { skill, start: whom.lastIndex - led.length, end: whom.lastIndex }]
  })
}
