/**
 * Finds the candidate's names at the top of the resume.
 *
 * Pure. name-lines.ts finds possible names in lines, and this module chooses among them. name-mentions.ts then finds
 * other mentions of the chosen name.
 */
import { plainLetters } from '../mentions.ts'
import { type ResumeSection, resumeSectionOf } from '../../../language/headings.ts'
import { readAddresses } from './agreement.ts'
import { isNameLine, isRareName, isReading } from './asian-names.ts'
import { namesFurtherDown } from './further-down.ts'
import { latexHead } from './latex.ts'
import { hasFamilyName, isGivenName } from './known-names.ts'
import { valuesOf } from './label-columns.ts'
import { isNameLabel, withoutTitle } from './name-labels.ts'
import { isKnownLine, isTitle, type NamePiece, readNamePieces } from './name-lines.ts'
import { isFullWord, isNever } from './name-word-forms.ts'
import { softWords, trades } from '../name-words.ts'
import { nameElsewhere } from './other-places.ts'
import { type Agrees, type PersonName, toName } from './person.ts'
import { nameWithAge } from '../self-introduction.ts'

/** The name is within this many lines, even below a column of contact details. */
const nameLinesMax = 30
const headUnits = 4000
const shortUnits = 100

/** Lines with other people's names, such as parents or the recipient of a letter. */
const others =
  /^\P{L}{0,4}(?:father|mother|husband|wife|spouse|guardian|parent|referee|references?\b|dear|sehr geehrte|[swd]\/o\b)/iu

/** The text after such a heading is about employers. */
const workHeading =
  /^\P{L}*(?:(?:work|professional|employment) )*(?:experience|history|employment|berufserfahrung)\P{L}*$/iu

/** A line with this many commas or bars is a list, not a name. */
const listMin = 3
/** Below this many lines, two unknown words are more likely a heading or a skill than a name. */
const linesKnown = 3

const headingUnits = 30
/** Sections that come after the name and the contact details. */
const bodyHeadings = new Set<ResumeSection>(['SKILLS', 'EDUCATION', 'EXPERIENCE', 'REFERENCES'])

const jobYears = /(?:19|20)\d\d\s?[-–]\s?(?:(?:19|20)\d\d|present|now|today)/iu

/** `isWeak`: only the position suggests that it is a name. */
type PossibleName = NamePiece & { rank: number; line: number; isWeak: boolean }

/**
 * Returns the name of the resume's author, in each script and form in which it is written. Returns an empty list if no
 * name is certain.
 */
export function findNames(resume: string): PersonName[] {
  const head = latexHead(resume, headUnits) ?? resume.slice(0, headUnits)
  const { mailbox, agrees } = readAddresses(head)
  const lines = head
    .split('\n')
    .filter((line) => /\p{L}/u.test(line))
    .slice(0, nameLinesMax)
  const aged = nameWithAge(head)
  if (aged) return [toName(aged)]
  const possible = possibleNames(lines, agrees)
  const best = possible.toSorted((one, other) => other.rank - one.rank)[0]
  const further = namesFurtherDown(resume, agrees)
  if (further.length > 0 && (!best || best.isWeak)) return further.map(toName)
  const spaced = !best || best.isWeak ? spacedName(lines) : null
  if (spaced) return [spaced]
  if (!best) return nameElsewhere({ lines, head, resume, mailbox, agrees })
  // The name may be written a second time in another script: '김철수 (Kim Chulsoo)'. With labels, it may be in parts:
  // 'Surname: Doe'.
  const others = possible.filter(
    (name) =>
      name !== best &&
      (name.isLabelled ||
        (Math.abs(name.line - best.line) > 1 && sharesWord(name, best)) ||
        isTorn(name, best, agrees) ||
        (Math.abs(name.line - best.line) < 4 && isOtherScript(name, best))),
  )
  const names = [...[best, ...others].map(({ words }) => words), ...further].map(toName)
  const below = wordBelow(best, lines)
  return below ? [...names, { ...toName([...best.words, below]), isWhole: true }] : names
}

/** 'M A R T A  D O E' at the top: letters with spaces between them, beginning with a given name. */
function spacedName(lines: string[]): PersonName | null {
  const letters = lines.slice(0, linesKnown).find((line) => /^(?:\p{L} {1,3}){6,40}\p{L}$/u.test(line.trim()))
  const joined = letters?.replaceAll(' ', '') ?? ''
  const isNamed = [4, 5, 6, 7, 8].some((length) => isGivenName(joined.slice(0, length)))
  return letters && isNamed ? { ...toName(letters.trim().split(/ +/)), isWhole: true } : null
}

/**
 * Returns the word below a name if both fill their lines and a job title is below the word: 'Jane Elise', 'Doe',
 * 'Nurse'. The word is the rest of the name, but may also be a town.
 */
function wordBelow({ words, line }: PossibleName, lines: string[]): string | null {
  const [name, word, next] = lines.slice(line, line + 3).map((each) => each.trim())
  const isApart = words.length > 1 && words.join(' ') === name && isTitle(next)
  if (!isApart || !word || !/^\p{Lu}[\p{L}’'-]{2,}$/u.test(word) || resumeSectionOf(word) !== null) return null
  return isNever(word) || [softWords, trades].some((list) => list.has(word.toLowerCase())) ? null : word
}

/**
 * Returns the possible names, each with a rank for its likelihood. If no label and no address confirms a name, only the
 * first line with unknown words is accepted.
 */
function possibleNames(lines: string[], agrees: Agrees): PossibleName[] {
  const found: PossibleName[] = []
  let isTrusted = true
  let isBelowHeading = false
  let label = ''
  for (const [line, written] of lines.entries()) {
    // In a table that was extracted column by column, the value may be ': Jane Doe', far below its label.
    const isRare = isRareName(written, line > 0)
      ? hasContactBelow(lines.slice(line + 1, line + (line > 0 ? 4 : 2)), 0) || isReading(lines[line - 1] ?? '')
      : line === 1 &&
        /^\p{Script=Han}{3}$/u.test(written) &&
        isRareName(written, false) &&
        withoutTitle(lines[0]!) === ''
    const text = isRare ? `姓名：${written}` : /^\s*[:：]/.test(written) ? label + written : written
    if (isNameLabel(text)) label ||= text
    // Skips a long line, which is a sentence, once a name in unknown words has been found.
    if (!isTrusted && text.length > shortUnits) continue
    const isJob = jobYears.test(text)
    const read = (each: string, below = ''): NamePiece[] =>
      isJob || others.test(each) ? [] : readNamePieces(each, below, agrees)
    const isHeading = resumeSectionOf(text) !== null && !text.split(' ').some(agrees)
    const own = isHeading ? [] : read(text, lines[line + 1])
    const pieces =
      own.length === 0 && isNameLabel(text) ? valuesOf(lines, line).flatMap((value) => read(`Name: ${value}`)) : own
    for (const piece of pieces) {
      const agreeing = piece.words.filter(agrees)
      // 'Maria schneider' is a name in the first line, and a sentence below.
      const [first, last] = [piece.words[0]!, piece.words.at(-1)!]
      if (line > 0 && /^\p{Ll}+$/u.test(last) && !agrees(last) && !isGivenName(first)) continue
      // A short word can be in an address by chance.
      const isSure = piece.isLabelled || piece.isTitled || agreeing.some((word) => word.length > 3)
      const areNames = piece.words.length > 1 && piece.words.every((word) => /^\p{Lu}\p{Ll}/u.test(word))
      const isBacked = hasContactBelow(lines, line) || (areNames && (line === 0 || isTitle(lines[line + 1])))
      const isKnown = piece.words.some(isGivenName) || hasFamilyName(piece.words[0]!)
      const isInList = text.split(/[,;|•·]/).length > listMin
      const needsMore =
        (piece.isDoubtful || isInList || isBelowHeading || line > linesKnown) && !isSure && !isBacked && !isKnown
      const isEastern = isNameLine(text) && (text.includes(' ') || hasContactBelow(lines, Math.max(0, line - 3)))
      // 'Jane Doe' below a title in unknown words
      const isFull =
        areNames && isKnown && line <= linesKnown && !isBelowHeading && piece.words.join(' ') === text.trim()
      if (!isSure && !isEastern && (!(isTrusted || isFull) || needsMore)) continue
      const rank =
        (piece.isLabelled ? 100 : 0) +
        (isTrusted ? 40 : 0) +
        agreeing.length * 50 -
        line +
        (line === 0 && isKnown ? 70 : 0)
      const isWeak = !isSure && !isKnown && !isEastern && (piece.isDoubtful || !hasContactBelow(lines, line))
      found.push({ ...piece, rank, line, isWeak })
    }
    isBelowHeading ||= text.length < headingUnits && bodyHeadings.has(resumeSectionOf(text) ?? 'OTHER')
    isTrusted &&=
      pieces.length === 0 && (isHeading || isKnownLine(text) || isTitle(text)) && !isJob && !workHeading.test(text)
  }
  return found
}

function hasContactBelow(lines: string[], at: number): boolean {
  return lines.slice(at, at + 6).some((line) => /@|\d[\d ()+-]{8,}\d/.test(line))
}

/** Returns whether two names have a word in common, such as 'Alexander Doe' and, in 'Skype: Doe Alex', 'Doe Alex'. */
function sharesWord({ words }: NamePiece, other: NamePiece): boolean {
  const known = other.words.map(plainLetters)
  return words.length > 1 && words.some((word) => isFullWord(word) && known.includes(plainLetters(word)))
}

/**
 * Returns whether two words are parts of one name that the extraction separated, with lines from a side bar between
 * 'Jane' and 'Doe'.
 */
function isTorn({ words }: NamePiece, other: NamePiece, agrees: Agrees): boolean {
  return words.length === 1 && other.words.length === 1 && agrees(words[0]!) && agrees(other.words[0]!)
}

function isOtherScript(one: NamePiece, other: NamePiece): boolean {
  const scriptOf = ({ words }: NamePiece): number =>
    [/\p{Script=Latin}/u, /^[\p{Script=Hiragana}\p{Script=Katakana}ー]/u].findIndex((script) =>
      script.test(words.join('')),
    )
  return scriptOf(one) !== scriptOf(other)
}
