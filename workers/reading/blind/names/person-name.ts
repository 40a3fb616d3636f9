/**
 * Finds the candidate's names at the top of the resume.
 *
 * Pure. name-lines.ts finds possible names in lines, and this module chooses among them. name-mentions.ts then finds
 * other mentions of the chosen name.
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

/** The name is within this many lines, even below a column of contact details. */
const nameLinesMax = 30
const headUnits = 4000
const shortUnits = 100

/**
 * Matches only at the beginning of a word, because starting at each letter of a long word would take 64 times as long.
 */
const mailboxPattern = /(?<![\p{L}\p{N}._%+-])([\p{L}\p{N}._%+-]{1,64})@/u
/** Profile links. Only the first ones are the candidate's own; references at the end may have others. */
const profilePath =
  /\b(?:linkedin\.com\/in|github\.com|gitlab\.com|behance\.net|medium\.com|indeed\.com\/r|t\.me|vk\.com|facebook\.com|twitter\.com)\/@?([\p{L}\p{N}_.-]{2,60})/giu
const profilesMax = 4
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

type PossibleName = NamePiece & { rank: number; line: number }

/**
 * Returns the name of the resume's author, in each script and form in which it is written. Returns an empty list if no
 * name is certain.
 */
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
  return [best, ...others].map(({ words }) => toName(words))
}

/**
 * Returns names in order of likelihood. If no label and no address confirms a name, only the first line with unknown
 * words is accepted.
 */
function possibleNames(lines: string[], agrees: Agrees): PossibleName[] {
  const found: PossibleName[] = []
  let isTrusted = true
  let isBelowHeading = false
  let label = ''
  for (const [line, written] of lines.entries()) {
    // In a table that was extracted column by column, the value may be ': Jane Doe', far below its label.
    const isRare = isRareName(written, line > 0) && hasContactBelow(lines.slice(line + 1, line + (line > 0 ? 4 : 2)), 0)
    const text = isRare ? `姓名：${written}` : /^\s*[:：]/.test(written) ? label + written : written
    if (isNameLabel(text)) label ||= text
    // Skips a long line, which is a sentence, once a name in unknown words has been found.
    if (!isTrusted && text.length > shortUnits) continue
    const isJob = jobYears.test(text)
    const read = (each: string, below = ''): NamePiece[] =>
      isJob || others.test(each) ? [] : readNamePieces(each, below, agrees)
    const own = read(text, lines[line + 1])
    const pieces =
      own.length === 0 && isNameLabel(text) ? valuesOf(lines, line).flatMap((value) => read(`Name: ${value}`)) : own
    for (const piece of pieces) {
      const agreeing = piece.words.filter(agrees)
      // A short word can be in an address by chance.
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

/** Letters that e-mail and web addresses spell out. */
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

/** Returns a function that returns whether one of the addresses contains a word. */
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
