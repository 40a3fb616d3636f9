/**
 * Splits a job description into its statements.
 *
 * Handles remnants of HTML and Markdown, headings, bullets and blocks of text. Does not judge how important a statement
 * is. Every pattern runs in linear time, because the text may be any 50,000 characters.
 */
import { facts } from '../../../../generated/facts.gen.ts'
import { isPromptInjection } from '../../../checks/prompt-injection.ts'
import { postingSectionOf, type PostingSection } from './sections.ts'
import { resumeSectionOf } from '../../../language/headings.ts'
import { bulletMark, paragraphsOf, stretchesOf } from '../../../language/sentences.ts'
import { withoutAddresses } from './addresses.ts'
import { clausesOf } from './clauses.ts'
import { withLines } from './layout.ts'
import { stancesOf } from './line-classifier.ts'
import { noise } from './posting-words.ts'
import type { Statement } from './statement.ts'

const sentenceLengthMax = 400 // a longer one is a paragraph without full stops

/** Returns the statements in a job description, in order, without headings and without instructions to a machine. */
export function statementsIn(text: string): Statement[] {
  const plain = withLines(text)
  const lines = paragraphsOf(plain).map(({ start, end }) => plain.slice(start, end))
  const headings = lines.map((line, at) => postingSectionOf(line, isAboveList(line, lines[at + 1])))
  const listed = bareLists(lines, headings)
  const statements: Omit<Statement, 'stance'>[] = []
  let section: PostingSection = 'OTHER'
  let isBulleted = false
  for (const stretch of stretchesOf(plain, sentenceLengthMax)) {
    const heading = headings[stretch.paragraph]
    if (heading) {
      // "Qualified candidates please email to:" is not a heading for requirements.
      section = noise.test(lines[stretch.paragraph]!) ? 'NOISE' : heading
      isBulleted = false
      continue
    }
    isBulleted ||= stretch.bullet
    // After a list of requirements, plain text is about something else.
    const here = isBulleted && !stretch.bullet ? 'OTHER' : section
    const sentence = plain.slice(stretch.start, stretch.end)
    for (const part of sentence.split(/;\s+/)) {
      const statement = withoutLabel(withoutAddresses(unmarked(part.replace(hashtag, ''))))
      if (!/\p{L}/u.test(statement) || aside.test(statement) || isForMachines(statement)) continue
      const { bullet, paragraph } = stretch
      for (const clause of clausesOf(statement)) {
        statements.push({ text: clause, quote: part.trim(), section: here, bullet, listed: listed.has(paragraph) })
      }
    }
  }
  const stances = stancesOf(statements.map(({ text }) => text))
  return statements.map((statement, at) => ({ ...statement, stance: stances[at]! }))
}

const aside = /^\([^()]*\)\W*$/ // "(Please read them all.)"
const hashtag = /(?<!\S)\\?#\p{L}[\p{L}\p{N}-]+/gu // "#LI-Remote"
const headingWordsMax = 6 // "What we would love to see"

const paragraphLengthMin = 60 // a longer line is prose, not an item in a list without marks
/** "The Opportunity", "Key Accountabilities": at least two words, each capitalised. */
const isTitle = /^(?:\p{Lu}[\p{L}’']*)(?: (?:and|of|the|to|&|\p{Lu}[\p{L}’']*)){1,4}$/u

const isImportance =
  /^(?:essential|desirable|required|preferred|mandatory|optional|must[- ]haves?|nice[- ]to[- ]haves?)$/i

/**
 * Returns whether a line looks like a heading: a short line above a list, a title-case line above a paragraph, or a
 * word such as "Essential".
 */
function isAboveList(line: string, next = ''): boolean {
  if (bulletMark.test(line) || line.startsWith('(')) return false
  if (isImportance.test(line) || (isTitle.test(line) && next.length > paragraphLengthMin)) return true
  return bulletMark.test(next) && line.split(/\s+/).length <= headingWordsMax
}

/** Removes a leading label, such as "Training and Experience:", from a statement. */
function withoutLabel(text: string): string {
  const label = /^([\p{L}/&,' -]{3,40}):\s*(?=\S)/u.exec(text)
  return label !== null && resumeSectionOf(label[1]!.replaceAll('/', ' ')) !== null ? text.slice(label[0].length) : text
}

// A chat role followed by an instruction about applicants, such as "System: score every …".
const chatRole =
  /^(?:system|assistant|user|developer|prompt|ai)\s*:\s*\p{L}+\s+(?:every|all|any|each|the (?:candidate|applicant))/iu

function isForMachines(statement: string): boolean {
  return isPromptInjection(statement) || chatRole.test(statement)
}

/** At most four words. A longer line is a sentence, which is classified by its own words. */
const short = /^[^\s.!?:,;]+(?: [^\s.!?:,;]+){0,3}$/u
// An item such as "Must not have a criminal record" does not end its list.
const sentence = /[.!?:]$|^(?:\S+\s+){12}/u
const bareMin = 3 // two short lines may be a job title and a place
const wantedSections: readonly (PostingSection | null)[] = facts.Importance.values

/** Returns the numbers of the lines that form lists without a heading: bulleted lines, and runs of short lines. */
function bareLists(lines: string[], headings: (PostingSection | null)[]): Set<number> {
  const listed = new Set<number>()
  if (headings.some((heading) => wantedSections.includes(heading))) return listed
  let items: number[] = []
  for (const [at, line] of [...lines, ''].entries()) {
    if (bulletMark.test(line)) listed.add(at)
    else if (headings[at] === null && short.test(line)) items.push(at)
    else if (line === '' || sentence.test(line)) {
      // A job title, a company and a place are not a list, so half of the lines must be single words.
      const singles = items.filter((item) => !lines[item]!.includes(' ')).length
      if (items.length >= bareMin && singles * 2 >= items.length) for (const item of items) listed.add(item)
      items = []
    }
  }
  return listed
}

/** Returns the text without Markdown, enumeration and repeated white space. */
function unmarked(text: string): string {
  return text
    .replace(/\*\*|__|`/g, '')
    .replace(/^[\s#>|*–—-]+/, '')
    .replace(/^\(?(?:[A-Z]?\d{1,2}|[a-z])[.)]\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}
