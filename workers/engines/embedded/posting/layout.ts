/**
 * Restores the line breaks of a job description that a conversion lost.
 *
 * Recognises where blocks, list items and headings begin, but does not interpret the lines. Changes only line breaks,
 * list marks, heading marks and emoji, so each passage between them still appears word for word in the description.
 * Every pattern runs in linear time, because the text may be any 50,000 characters.
 */
import { fold } from '../../../language/tokens.ts'
import { isInlineHeading } from './sections.ts'
import { skillOfWord } from '../language/skills.ts'

/** Returns the text with each heading, item and block on its own line. */
export function withLines(text: string): string {
  return withHeadingLines(withItemLines(unglued(text)))
}

// In "clinic in Austin.The PT evaluates", a full stop without a space separates two words that are not a name.
const lostBlank = /(?<=\p{Ll}{2}|[)%])([.!?])(?=\p{Lu}\p{Ll}+[ ’']|\p{Lu}{2,} |\d+[ +])/gu
const headings =
  'Requirements?|Qualifications?|Responsibilities|Duties|Benefits|Perks|Skills|Education|Schedule|Job Type'
// "the external auditWhat You'll Need", "HIPAA complianceQUALIFICATIONS:"; "… at scale Requirements: three years"
const lostLine = new RegExp(
  [
    `(?<=\\p{Ll}|[).!?:])(?=(?:What|Who|Why|How|About|At least|Must|Ability|Experience|Preferred|The|We|You|${headings})(?:[ ':•’]|[a-z]* ))`,
    '(?<=\\p{Ll}|[).!?:])(?=\\p{Lu}{4,}[\\p{Lu} ]{0,40}:)',
    `(?<=(?<!\\p{L})\\p{Ll}\\p{L}{0,30}|[.!?)]) (?=(?:[A-Z][a-z]{2,9} )?(?:${headings}) ?:)`,
  ].join('|'),
  'gu',
)
/** "stressful situationsHighly motivated", "preferred6 years" */
const joint =
  /(?<=\p{Ll}{3}|\)|\p{Lu}{3})(?=\p{Lu}\p{Ll}+[ ,])|(?<=\p{Ll}{3})(?=\p{Lu}{2,5}[ ,])|(?<=\p{Ll}{3})(?=\d\d?\+? )/gu
const joinedWord = /[\p{L}\p{N})]*$/u
const gluedMin = 3 // one or two words with an inner capital may be names: "TeamSoft"

/** Restores lost line breaks at full stops, at headings and at capitals within words. */
function unglued(text: string): string {
  const lines = text.replace(lostBlank, '$1\n').replace(lostLine, '\n')
  const all = Array.from(lines.matchAll(joint), ({ index }) => index)
  // "JavaScript" itself has an inner capital.
  const joints = all.filter((at) => skillOfWord(fold(joinedAt(lines, at))) === undefined)
  if (new Set(joints.map((at) => joinedAt(lines, at))).size < gluedMin) return lines
  return [0, ...joints].map((at, place) => lines.slice(at, joints[place])).join('\n')
}

/** Returns the word whose second half begins at offset `at`. */
function joinedAt(text: string, at: number): string {
  const before = joinedWord.exec(text.slice(Math.max(0, at - 20), at))![0]
  return before + /^[\p{L}\p{N}]+/u.exec(text.slice(at, at + 20))![0]
}

const itemsMin = 3 // one or two dashes are punctuation, one or two numbers are quantities
const mark = new RegExp(
  [
    '(?<=\\s|\\p{Ll}{2})[-–*]\\s(?=\\p{Lu}|\\d)',
    '(?<=\\s)o\\s(?=\\p{Lu})',
    '(?<=[.:;,*)])\\s?(?:-{1,2}\\s{0,20}|\\*)(?=\\p{Lu})',
    '(?<=\\s|^)\\(?\\d{1,2}[.)]\\s+(?=\\p{Lu})',
  ].join('|'),
  'gu',
)

/** Puts the items within a line on their own lines. */
function withItemLines(text: string): string {
  // Emoji often surround headings.
  const bulleted = text.replace(/[•●▪◦‣·►✓✔✅➢➤]\s*/gu, '\n• ').replace(/\p{Emoji_Presentation}/gu, '\n')
  const lines = bulleted.split('\n').map((line) => {
    return (line.match(mark)?.length ?? 0) >= itemsMin ? line.replace(mark, '\n- ') : line
  })
  return lines.join('\n')
}

// The beginning of a sentence up to a colon, capitals before other words or a dash, or a few words up to a full stop.
const sentenceStart = String.raw`(?<=^|[\n.!?]\s{0,8}|:\s{0,3})`
const inlineHeading = new RegExp(
  [
    String.raw`${sentenceStart}[\p{L}(](?:[^\n.!?:;•]|(?<=\p{L})\n(?=\p{Ll})){2,110}(?::(?!\/)|(?<=following);)`,
    String.raw`${sentenceStart}\p{Lu}{3,}(?:[ ,&/]{1,3}\p{Lu}{2,}){0,5}(?= ?[-–]? ?\p{Lu}['’\p{Ll}])`,
    String.raw`(?<=\p{Ll}[.)]? )\p{Lu}{2,}(?: (?:\p{Lu}+|&)){1,9}[:?]?(?=$|\s)`,
    String.raw`${sentenceStart}\p{Lu}\p{L}+(?:[ ,&/]{1,3}\p{L}+){1,5}\.(?=\s)`,
  ].join('|'),
  'gmu',
)

/** Returns the text with each heading inside a block of text on its own line. */
function withHeadingLines(text: string): string {
  return text.replace(inlineHeading, (words) => {
    const heading = words.replace(/;$/, ':').replaceAll('\n', ' ')
    return isInlineHeading(heading) ? `\n# ${heading}\n` : words
  })
}
