/**
 * Finds the candidate's names at the top of the resume.
 *
 * Pure. Chooses among the possible names that name-lines.ts reads from lines; name-mentions.ts then finds the name in a
 * text.
 */
import { plainLetters } from '../mentions.ts'
import { type ResumeSection, resumeSectionOf } from '../../../language/headings.ts'
import { isNameLine, isRareName } from './asian-names.ts'
import { latexHead } from './latex.ts'
import { hasFamilyName, isGivenName } from './known-names.ts'
import { valuesOf } from './label-columns.ts'
import { isNameLabel } from './name-labels.ts'
import { type Agrees, isKnownLine, isTitle, type NamePiece, readNamePieces } from './name-lines.ts'
import { isFullWord } from './name-word-forms.ts'
import { nameElsewhere } from './other-places.ts'
import { type PersonName, toName } from './person.ts'
import { nameWithAge } from '../self-introduction.ts'

/** A name is at the top, or below a column of contact details. */
const nameLinesMax = 30
const headUnits = 4000
const shortUnits = 100

/** Matches from the beginning of a word, because trying every letter of a long word would take 64 times as long. */
const mailboxPattern = /(?<![\p{L}\p{N}._%+-])([\p{L}\p{N}._%+-]{1,64})@/u
/** The first addresses are the candidate's own. Those of references are at the end. */
const profilePath =
  /\b(?:linkedin\.com\/in|github\.com|gitlab\.com|behance\.net|medium\.com|indeed\.com\/r|t\.me|vk\.com|facebook\.com|twitter\.com)\/@?([\p{L}\p{N}_.-]{2,60})/giu
const profilesMax = 4
/** Lines with other people's names: parents, or the recipient of a letter. */
const others =
  /^\P{L}{0,4}(?:father|mother|husband|wife|spouse|guardian|parent|referee|references?\b|dear|sehr geehrte|[swd]\/o\b)/iu

/** The text after such a heading is about employers. */
const workHeading =
  /^\P{L}*(?:(?:work|professional|employment) )*(?:experience|history|employment|berufserfahrung)\P{L}*$/iu

/** A line with this many commas or bars is a list, not a name. */
const listMin = 3
/** Below the first lines, two unknown words are more likely a heading or a skill than a name. */
const linesKnown = 3

const headingUnits = 30
/** Sections that follow the head. */
const bodyHeadings = new Set<ResumeSection>(['SKILLS', 'EDUCATION', 'EXPERIENCE', 'REFERENCES'])

const jobYears = /(?:19|20)\d\d\s?[-–]\s?(?:(?:19|20)\d\d|present|now|today)/iu

type PossibleName = NamePiece & { rank: number; line: number }

/** Returns the resume's author's name, in each script and form in which it appears; empty if none is certain. */
export function findNames(resume: string): PersonName[] {
  const head = latexHead(resume, headUnits) ?? resume.slice(0, headUnits)
  const mailbox = mailboxPattern.exec(head)?.[1] ?? ''
  const profiles = Array.from(head.matchAll(profilePath), ([, handle]) => handle!).slice(0, profilesMax)
  const agrees = createAgreement([mailbox, ...profiles].map(plainLetters).join(' '))
  const lines = head
    .split('\n')
    .filter((line) => /\p{L}/u.test(line))
    .slice(0, nameLinesMax)
  const aged = nameWithAge(head)
  if (aged) return [toName(aged)]
  const possible = possibleNames(lines, agrees)
  const best = possible.toSorted((one, other) => other.rank - one.rank)[0]
  if (!best) return nameElsewhere({ lines, head, resume, mailbox, agrees })
  // A second form of the name is next to the first, in other letters: '김철수 (Kim Chulsoo)'. Labels give parts: 'Surname:
  // Doe'.
  const others = possible.filter(
    (name) =>
      name !== best &&
      (name.isLabelled ||
        (Math.abs(name.line - best.line) > 1 && sharesWord(name, best)) ||
        isTorn(name, best, agrees) ||
        (Math.abs(name.line - best.line) < 4 && isOtherScript(name, best))),
  )
  return [best, ...others].map(({ words }) => toName(words))
}

/**
 * Returns names in order of likelihood. Without a label or a matching address, only the first line with unknown words
 * is trusted.
 */
function possibleNames(lines: string[], agrees: Agrees): PossibleName[] {
  const found: PossibleName[] = []
  let isTrusted = true
  let isBelowHeading = false
  let label = ''
  for (const [line, written] of lines.entries()) {
    // In a table that is read by columns, the labels come first, and ': Jane Doe' follows among the values.
    const isRare = isRareName(written, line > 0) && hasContactBelow(lines.slice(line + 1, line + (line > 0 ? 4 : 2)), 0)
    const text = isRare ? `姓名：${written}` : /^\s*[:：]/.test(written) ? label + written : written
    if (isNameLabel(text)) label ||= text
    // A long line is a sentence and is skipped, unless any line may still contain the name.
    if (!isTrusted && text.length > shortUnits) continue
    const isJob = jobYears.test(text)
    const read = (each: string, below = ''): NamePiece[] =>
      isJob || others.test(each) ? [] : readNamePieces(each, below, agrees)
    const own = read(text, lines[line + 1])
    const pieces =
      own.length === 0 && isNameLabel(text) ? valuesOf(lines, line).flatMap((value) => read(`Name: ${value}`)) : own
    for (const piece of pieces) {
      const agreeing = piece.words.filter(agrees)
      // Many addresses contain a short word by chance.
      const isSure = piece.isLabelled || piece.isTitled || agreeing.some((word) => word.length > 3)
      const areNames = piece.words.length > 1 && piece.words.every((word) => /^\p{Lu}\p{Ll}/u.test(word))
      const isBacked = hasContactBelow(lines, line) || (areNames && (line === 0 || isTitle(lines[line + 1])))
      const isKnown = piece.words.some(isGivenName) || hasFamilyName(piece.words[0]!)
      const isInList = text.split(/[,;|•·]/).length > listMin
      const needsMore =
        (piece.isDoubtful || isInList || isBelowHeading || line > linesKnown) && !isSure && !isBacked && !isKnown
      const isEastern = isNameLine(text) && (text.includes(' ') || hasContactBelow(lines, Math.max(0, line - 3)))
      if (!isSure && !isEastern && (!isTrusted || needsMore)) continue
      const rank =
        (piece.isLabelled ? 100 : 0) +
        (isTrusted ? 40 : 0) +
        agreeing.length * 50 -
        line +
        (line === 0 && isKnown ? 70 : 0)
      found.push({ ...piece, rank, line })
    }
    isBelowHeading ||= text.length < headingUnits && bodyHeadings.has(resumeSectionOf(text) ?? 'OTHER')
    isTrusted &&= pieces.length === 0 && isKnownLine(text) && !isJob && !workHeading.test(text)
  }
  return found
}

function hasContactBelow(lines: string[], at: number): boolean {
  return lines.slice(at, at + 6).some((line) => /@|\d[\d ()+-]{8,}\d/.test(line))
}

/** Returns whether two names share a word: 'Alexander Doe' above 'Skype: Doe Alex'. */
function sharesWord({ words }: NamePiece, other: NamePiece): boolean {
  const known = other.words.map(plainLetters)
  return words.length > 1 && words.some((word) => isFullWord(word) && known.includes(plainLetters(word)))
}

/**
 * Returns whether a name was torn apart: 'Jane' and 'Doe' are on separate lines, with lines from a side bar in between.
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

/** Letters that addresses replace with others. */
const writtenOut: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ø: 'oe',
  å: 'aa',
  æ: 'ae',
  ł: 'l',
  ı: 'i',
}

/** Returns a function that checks whether the addresses contain a word. */
function createAgreement(handles: string): Agrees {
  const known = new Map<string, boolean>()
  const isIn = (word: string): boolean => {
    const folded = word.toLowerCase().replace(/[äöüßøåæłı]/g, (letter) => writtenOut[letter]!)
    return [word, folded].map(plainLetters).some((letters) => letters.length > 1 && handles.includes(letters))
  }
  return (word) => {
    const agrees = known.get(word) ?? (handles !== '' && isIn(word))
    known.set(word, agrees)
    return agrees
  }
}
