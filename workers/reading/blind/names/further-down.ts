/**
 * Finds names that are alone on a line anywhere in a resume, above contact details or in agreement with an address, and
 * names after a label. The top of a page may come late in the text, or a form may end with the personal details.
 *
 * Pure.
 */
import { hasFamilyName, isGivenName } from './known-names.ts'
import { isNameLabel, withoutLabel } from './name-labels.ts'
import { readNamePieces } from './name-lines.ts'
import type { Agrees } from './person.ts'
import { isFullWord, isNever, isPostNominal, isWord, splitInitials } from './name-word-forms.ts'
import { honorific } from './split-names.ts'
import { companyWords, softWords } from '../name-words.ts'

const lineUnits = 60
const linesMax = 600
const wordsMax = 5
/** The maximum number of names, because each one is then searched for in the whole text. */
const namesMax = 8
/** A contact detail that belongs to a name is at most this many lines below it. */
const linesToContact = 3

/** Returns the names as lists of words, the most certain first. */
export function namesFurtherDown(resume: string, agrees: Agrees): string[][] {
  const lines = resume
    .split('\n')
    .map((line) => line.trim().replace(honorific, ''))
    .filter((line) => /\p{L}/u.test(line))
    .slice(0, linesMax)
  const labelled = lines.flatMap((line) => labelledName(line, agrees))
  const alone = lines.flatMap((line, at) => {
    if (!isNameAlone(line)) return []
    const words = line.split(/\s+/).flatMap((word) => (isPostNominal(word) ? [] : splitInitials(word)))
    const agreeing = words.filter((word) => word.length > 3 && agrees(word))
    const isOwn =
      words.filter(isFullWord).length > 1 && (agreeing.length > 1 || agreeing.some((word) => !isGivenName(word)))
    return isOwn || (words.some(isGivenName) && isAboveContact(lines, at)) ? [words] : []
  })
  const distinct = new Map([...labelled, ...alone].map((words) => [words.join(' '), words]))
  return [...distinct.values()].slice(0, namesMax)
}

/** Returns the name after a label, unless the words may just as well be the name of a project. */
function labelledName(line: string, agrees: Agrees): string[][] {
  if (line.length > lineUnits || !/[:：=|】］]/.test(line) || isNameLabel(line) || withoutLabel(line) === line)
    return []
  const piece = readNamePieces(line, '', agrees)[0]
  const isKnown = (word: string): boolean => isGivenName(word) || agrees(word)
  return piece?.isLabelled && (piece.words.some(isKnown) || hasFamilyName(piece.words[0]!)) ? [piece.words] : []
}

function isNameAlone(line: string): boolean {
  if (line.length > lineUnits || !/^\p{Lu}/u.test(line)) return false
  const words = line.split(/\s+/)
  if (words.length < 2 || words.length > wordsMax) return false
  const isOther = (word: string): boolean => {
    const plain = word.toLowerCase().replace(/\.$/, '')
    return isNever(word) || softWords.has(plain) || companyWords.has(plain)
  }
  return words.every((word) => isWord(word) && !isOther(word))
}

const years = /(?:19|20)\d\d/
const contact = /\S@\S|\+?\d[\d ()./-]{7,}\d/

/** Jobs have years, and may have the telephone number of a manager. */
function isAboveContact(lines: string[], at: number): boolean {
  const below = lines.slice(at + 1, at + 1 + linesToContact)
  const found = below.findIndex((line) => contact.test(line))
  return found >= 0 && !below.slice(0, found + 1).some((line) => years.test(line) && !line.includes('@'))
}
