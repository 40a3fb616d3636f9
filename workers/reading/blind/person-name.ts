/**
 * Finds the candidate's names at the head of the resume.
 *
 * Pure. Chooses among the possible names that name-lines.ts reads from lines; name-mentions.ts then finds the name in a
 * text.
 */
import { plainLetters } from './mentions.ts'
import { type ResumeSection, resumeSectionOf } from '../../language/headings.ts'
import { isNameLine, isRareName } from './asian-names.ts'
import { latexHead } from './latex.ts'
import { isNameLabel } from './name-labels.ts'
import { hasFamilyName, isGivenName } from './known-names.ts'
import { isKnownLine, type NamePiece, readNamePieces } from './name-lines.ts'
import { isFullWord } from './name-word-forms.ts'
import { companyWords, nameParticles, neverNames, roleMailboxes, roles, softWords } from './name-words.ts'
import { nameWithAge } from './self-introduction.ts'

/** All words of the name as found, and the two that can stand for the whole name. */
export type PersonName = { words: string[]; given: string; family: string }

/** A name is at the top, or follows a column of contact details. */
const nameLinesMax = 30
const headUnits = 4000
const shortUnits = 100

/** Starts at the beginning of a word: trying every letter of a long word would take 64 times as long. */
const mailboxPattern = /(?<![\p{L}\p{N}._%+-])([\p{L}\p{N}._%+-]{1,64})@/u
/** The first addresses are the candidate's own; those of references are at the end. */
const profilePath =
  /\b(?:linkedin\.com\/in|github\.com|gitlab\.com|behance\.net|medium\.com|indeed\.com\/r|t\.me|vk\.com|facebook\.com|twitter\.com)\/@?([\p{L}\p{N}_.-]{2,60})/giu
const profilesMax = 4
/** Lines that name other people: parents, and the recipient of a letter. */
const others =
  /^\P{L}{0,4}(?:father|mother|husband|wife|spouse|guardian|parent|referee|references?\b|dear|sehr geehrte|[swd]\/o\b)/iu

/** The text after this heading is about employers. */
const workHeading =
  /^\P{L}*(?:(?:work|professional|employment) )*(?:experience|history|employment|berufserfahrung)\P{L}*$/iu

/** A line with this many commas or bars is a list and not a name. */
const listMin = 3
/** Below the first lines, two unknown words are more likely a heading or a skill than a name. */
const linesKnown = 3

const headingUnits = 30
/** Sections that follow the head. */
const bodyHeadings = new Set<ResumeSection>(['SKILLS', 'EDUCATION', 'EXPERIENCE', 'REFERENCES'])

const jobYears = /(?:19|20)\d\d\s?[-–]\s?(?:(?:19|20)\d\d|present|now|today)/iu

type PossibleName = NamePiece & { rank: number; line: number }

/** Returns the name of the resume's subject, in each script and form in which it appears; empty if none is certain. */
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
  if (!best) {
    const fallback = nameBelowMail(lines, agrees) ?? nameBelowHead(resume, agrees) ?? nameAboveContacts(head)
    return fallback ?? nameOfMailbox(mailbox)
  }
  // A second form is next to the first, in other letters: '김철수 (Kim Chulsoo)'. Labels give parts: 'Surname: Doe'.
  const others = possible.filter(
    (name) =>
      name !== best &&
      (name.isLabelled ||
        (Math.abs(name.line - best.line) > 1 && sharesWord(name, best)) ||
        (Math.abs(name.line - best.line) < 3 && isOtherScript(name, best))),
  )
  return [best, ...others].map(({ words }) => toName(words))
}

/** Without a label or a matching address, only the first line with unknown words is trusted. */
function possibleNames(lines: string[], agrees: Agrees): PossibleName[] {
  const found: PossibleName[] = []
  let isTrusted = true
  let isBelowHeading = false
  let label = ''
  for (const [line, written] of lines.entries()) {
    // A table read by column: first the labels, then ': Jane Doe' among the values.
    const isRare = line === 0 && isRareName(written) && hasContactBelow(lines.slice(1, 2), 0)
    const text = isRare ? `姓名：${written}` : /^\s*[:：]/.test(written) ? label + written : written
    if (isNameLabel(text)) label ||= text
    // A long line is a sentence and is skipped, unless any line may still contain the name.
    if (!isTrusted && text.length > shortUnits) continue
    const isJob = jobYears.test(text)
    const pieces = isJob || others.test(text) ? [] : readNamePieces(text, lines[line + 1] ?? '', agrees)
    for (const piece of pieces) {
      const agreeing = piece.words.filter(agrees)
      // A short word occurs in many addresses by chance.
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

/**
 * If the head begins with other things, the name may be at the top of the page's main part: the line below the mail
 * address.
 */
function nameBelowMail(lines: string[], agrees: Agrees): PersonName[] | null {
  const [below = '', next = ''] = lines.slice(lines.findIndex((line) => line.includes('@')) + 1 || lines.length)
  const [piece, ...others] = readNamePieces(below, next, agrees)
  const isWhole = others.length === 0 && piece?.words.join(' ').length === below.trim().length
  return piece && isWhole && !piece.isDoubtful ? [toName(piece.words)] : null
}

const labelledLine = /^[^\p{L}\n]{0,4}(?:full |candidate(?:[’']s)? )?name\s?[:：-].{3,60}$/gimu
/** The closing of a letter before its signature. */
const closing =
  /^.{0,20}(?:sincerely|faithfully|truly|regards|thanking you|grüßen|cordialement|atentamente)[,.!]?\s+(?=((?!yours|with|best|kind).{3,60}$))/gimu

/** Personal details and a letter's signature may be further down: returns the first line there with a name. */
function nameBelowHead(resume: string, agrees: Agrees): PersonName[] | null {
  const labelled = resume.match(labelledLine) ?? []
  const signatures = Array.from(resume.matchAll(closing), ([, signature]) => `Name: ${signature}`)
  const pieces = [...labelled, ...signatures].flatMap((line) => readNamePieces(line, '', agrees).slice(0, 1))
  const piece = pieces.find(({ isLabelled }) => isLabelled)
  return piece ? [toName(piece.words)] : null
}

const capitals = /^\p{Lu}{3,}(?: \p{Lu}\.?)?(?: \p{Lu}[\p{Lu}'’-]{2,}){1,2}$/u
const named = /^\p{Lu}\p{Ll}[\p{L}'’-]*(?: \p{Lu}\.?)?(?: \p{Lu}\p{Ll}[\p{L}'’-]*){1,2}$/u
const contact = /@|\+?\d[\d ()./+-]{7,}\d|^\d{1,5} [\p{L}\d]/u

/**
 * If a column of other things comes first: returns two or three unknown words above contact details, in capitals or
 * with a given name.
 */
function nameAboveContacts(head: string): PersonName[] | null {
  const lines = head.split('\n').flatMap((line) => line.trim() || [])
  const isOther = (word: string): boolean =>
    [neverNames, softWords, companyWords].some((list) => list.has(word.toLowerCase().replace(/\.$/, '')))
  const name = lines.find((line, at) => {
    const isNamed = named.test(line) && line.split(' ').some(isGivenName)
    if ((!capitals.test(line) && !isNamed) || line.split(' ').some(isOther)) return false
    const below = lines.slice(at + 1, at + 3)
    return below.some((next) => contact.test(next)) || isTitle(below[0])
  })
  return name === undefined ? null : [toName(name.split(' '))]
}

function isTitle(line = ''): boolean {
  const words = line.split(' ')
  return words.length < 5 && words.some((word) => roles.has(word.toLowerCase()))
}

function hasContactBelow(lines: string[], at: number): boolean {
  return lines.slice(at, at + 6).some((line) => /@|\d[\d ()+-]{8,}\d/.test(line))
}

/** Returns whether two names share a word: 'Alexander Doe' above 'Skype: Doe Alex'. */
function sharesWord({ words }: NamePiece, other: NamePiece): boolean {
  return words.length > 1 && words.some((word) => isFullWord(word) && other.words.includes(word))
}

function isOtherScript(one: NamePiece, other: NamePiece): boolean {
  const scriptOf = ({ words }: NamePiece): number =>
    [/\p{Script=Latin}/u, /^[\p{Script=Hiragana}\p{Script=Katakana}ー]/u].findIndex((script) =>
      script.test(words.join('')),
    )
  return scriptOf(one) !== scriptOf(other)
}

/** Letters that addresses replace by others. */
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

type Agrees = (word: string) => boolean

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

/** The last resort: `jane.doe@…` names a person even if the head does not. */
function nameOfMailbox(mailbox: string): PersonName[] {
  const parts = mailbox
    .toLowerCase()
    .split(/[._+-]+/)
    .map((part) => part.replace(/\d+/g, ''))
  const isOffice = (part: string): boolean => roleMailboxes.has(part) || neverNames.has(part)
  const isPersonal = parts.length === 2 && parts.every((part) => /^\p{L}{2,}$/u.test(part) && !isOffice(part))
  return isPersonal ? [toName(parts.map((part) => part[0]!.toUpperCase() + part.slice(1)))] : []
}

/** Returns the name that consists of these words, which are in page order. */
export function toName(words: string[]): PersonName {
  const parts = words.filter((word) => !nameParticles.has(word) && word.replace(/\./g, '').length > 1)
  const only = words[0]!
  return { words, given: parts[0] ?? only, family: parts.at(-1) ?? only }
}
