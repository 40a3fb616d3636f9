/**
 * Blind scoring: replaces details that identify a person with placeholders before an engine sees the text.
 *
 * Pure. person-name.ts, contact-details.ts and pronouns.ts find the details. Words that may be evidence for a criterion
 * must not be replaced, so avoiding false matches is as important as finding every detail.
 */
import type { Passage, Replacement } from '../../../src/kit/passages.ts'
import { findContacts } from './contact-details.ts'
import type { Mention } from './mentions.ts'
import { findInFull, findMentions, toPersonName } from './names/name-mentions.ts'
import { type PersonName, toName } from './names/person.ts'
import { findNames } from './names/person-name.ts'
import { findPronouns } from './pronouns.ts'
import { introducedNames } from './self-introduction.ts'

/**
 * Returns the resume and the answers as an engine sees them. The applicant's name is found in the resume, or where a
 * resume or an answer introduces its author, and is replaced everywhere. `people` are other names, such as the sender
 * and the recipients of an e-mail message, in this order. Only their full names are replaced, unless the applicant's
 * name is not found: the first of them is then taken to be it.
 */
export function blindApplication(
  resume: string,
  answers: string[],
  people: readonly string[] = [],
): { resume: Passage; answers: Passage[] } {
  const named = people.flatMap((person) => toPersonName(person) ?? [])
  const introduced = [resume, ...answers].flatMap(introducedNames).map(toName)
  // If the resume introduces its author in a sentence, a single word at the top is a job title: 'Welder' above 'My name
  // is …'.
  const atHead = findNames(resume).filter(({ words }) => words.length > 1 || introduced.length === 0)
  const found = distinct([...atHead, ...introduced])
  const names = found.length > 0 ? found : named.slice(0, 1)
  const blindText = (text: string, kind: 'resume' | 'answer') => blindPassage(text, names, named, kind)
  return {
    resume: blindText(resume, 'resume'),
    answers: answers.map((answer) => blindText(answer, 'answer')),
  }
}

function distinct(names: PersonName[]): PersonName[] {
  return [...new Map(names.map((name) => [name.words.join(' '), name])).values()]
}

function blindPassage(text: string, names: PersonName[], people: PersonName[], kind: 'resume' | 'answer'): Passage {
  const inText = [
    ...names.flatMap((name) => (name.isWhole ? findInFull : findMentions)(text, name)),
    ...people.flatMap((person) => findInFull(text, person)),
  ]
  const mentions = [...findContacts(text, names, kind), ...inText, ...findPronouns(text)]
  return exchange(text, withoutOverlap(mentions, text))
}

/**
 * If two mentions overlap, keeps the one that comes first in the list: a name in an address is part of the address. The
 * part of the other mention before or after the overlap is still replaced. A mention inside another mention of the same
 * kind is dropped.
 */
function withoutOverlap(mentions: Mention[], text: string): Mention[] {
  const ranked = mentions.map((mention, rank) => ({ ...mention, rank })).sort((one, other) => one.start - other.start)
  const kept: typeof ranked = []
  for (const mention of ranked) {
    const last = kept.at(-1)
    if (!last || mention.start >= last.end) kept.push(mention)
    else if (mention.end <= last.end && mention.placeholder === last.placeholder) continue
    else if (mention.rank < last.rank) {
      if (last.start === mention.start) kept.pop()
      else last.end = mention.start - /(?:\n\s*)?$/.exec(text.slice(last.start, mention.start))![0].length
      kept.push(mention)
    } else if (mention.end > last.end) {
      if (mention.placeholder === last.placeholder) last.end = mention.end
      else
        kept.push({
          ...mention,
          start: mention.end - /[\p{L}\p{N}].*$|$/su.exec(text.slice(last.end, mention.end))![0].length,
        })
    }
  }
  return kept
}

function exchange(text: string, mentions: Mention[]): Passage {
  const replacements: Replacement[] = []
  let [redacted, copied] = ['', 0]
  for (const { start, end, placeholder } of mentions) {
    redacted += text.slice(copied, start)
    const redactedStart = redacted.length
    redacted += `[${placeholder}]`
    replacements.push({ redactedStart, redactedEnd: redacted.length, start, end })
    copied = end
  }
  return { text, redacted: redacted + text.slice(copied), replacements }
}
