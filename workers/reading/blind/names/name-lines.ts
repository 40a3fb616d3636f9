/**
 * Finds possible names in a line at the top of a resume: 'RESUME of Dr. Jane Q. Doe, RN | Nurse', '姓名：张伟 性别：男'.
 *
 * Pure. Defines what a name looks like, and which other words a line with a name can contain. person-name.ts decides
 * whether the name is the candidate's.
 */
import { asianName, isAsian, isAsianName, isReading, isUnspaced } from './asian-names.ts'
import { isGivenName } from './known-names.ts'
import { asLabelled, isDetailLabel, isNameLabel, withoutLabel, withoutTitle } from './name-labels.ts'
import type { Agrees } from './person.ts'
import { isCredential, isFullWord, isNever, isPostNominal, isWord, splitInitials } from './name-word-forms.ts'
import { honorific, invertedName, pieceEnd, withStacked } from './split-names.ts'
import { brandParts, nameParticles, nounFirstRoles, roles, softWords, trades } from '../name-words.ts'

/**
 * `isLabelled`: the name follows 'Name:'. `isTitled`: the name is next to the document's title. `isDoubtful`: the name
 * is a single word, or in lower case.
 */
export type NamePiece = { words: string[]; isLabelled: boolean; isTitled: boolean; isDoubtful: boolean }

const underscored = /^(\p{L}{2,})_(\p{L}{2,})$/u

/**
 * The maximum number of parts that are examined in a line. For example, 'RN | Nurse' has two parts. Only a malicious
 * line has many more.
 */
const piecesMax = 8
const nameWordsMax = 8
const lineUnits = 200

/**
 * Returns the possible names in a line, given the line below it.
 */
export function readNamePieces(line: string, below: string, agrees: Agrees): NamePiece[] {
  const isBare = isNameLabel(line)
  if (isBare && (isNameLabel(below) || isDetailLabel(below) || /[:：]\s?-?\s*$/.test(below))) return []
  const text = asLabelled(isBare ? below : line).slice(0, lineUnits)
  const unlabelled = withoutLabel(text).replace(underscored, '$1 $2')
  const isLabelled = isBare || unlabelled !== text
  const untitled = withoutTitle(unlabelled)
  const isTitled = untitled !== unlabelled && untitled !== ''
  const plain = withoutContact(withoutNickMarks(withoutMarks(untitled), isLabelled))
  const written = plain.split(pieceEnd, piecesMax).map((part) => part.trim())
  const parts = written.map((part, index) => (index === 0 ? splitGlued(part) : part))
  return parts.flatMap((part, index) => {
    // A match in a later part of the line may also be a language or a town.
    const isAlias = isReading(part) || (index === 1 && isAsian(parts[0]!) && latinName.test(part))
    const isEastern = index === 1 && isUnspaced(part) && latinBefore.test(plain)
    const isSure = isEastern || ((index === 0 || isAlias) && (isLabelled || isTitled))
    if (glued.test(part) && !isSure && !agrees(part)) return []
    // 'Correo electrónico: …' begins with a label, unless one of the words is known to be part of a name.
    if (
      index === 0 &&
      !isSure &&
      isLabel(plain, written[0]!) &&
      !part.split(' ').some((word) => agrees(word) || isGivenName(word) || (part !== word && isAsianName(word)))
    )
      return []
    // In parentheses after a sentence, words usually explain an abbreviation: 'ETL (Extract Transform Load)'.
    if (parts.slice(0, index).some((before) => before.split(' ').length > nameWordsMax)) return []
    const inverted = index === 0 ? invertedName(parts, plain, isLabelled) : null
    const words = inverted ?? nameWords(part, below, agrees, isSure)
    if (!words) return []
    const whole = parts.length === 1 && !inverted ? withStacked(words, part, isLabelled ? '' : below, agrees) : words
    const full = whole.filter((word) => isFullWord(word))
    const isOneWord = whole.length < 2 && !isUnspaced(whole[0]!)
    if (isOneWord && !isSure && plain.trim() !== whole[0]) return []
    const isDoubtful = isOneWord || part !== written[index] || /^\p{Ll}\P{Lu}*$/u.test(full.at(-1) ?? '')
    return [{ words: whole, isLabelled: isLabelled && isSure, isTitled: (isTitled || isEastern) && isSure, isDoubtful }]
  })
}

/**
 * Returns whether the first part of a line is a label, which a colon follows. Returns false for 'Jane Doe Ph: …', where
 * only the last word is a label.
 */
function isLabel(line: string, first: string): boolean {
  const isBeforeColon = /^\s?[:：]/.test(line.slice(line.indexOf(first) + first.length))
  return isBeforeColon && !(first.includes(' ') && contactWord.test(first.slice(first.lastIndexOf(' ') + 1)))
}

/**
 * Returns whether a line contains only contact details, labels, headings or words for jobs. If so, the name may be in a
 * later line.
 */
export function isKnownLine(line: string): boolean {
  if (/^!\[|@|\d{3}|:\/\/|\w\.[a-z]{2,}\/|^\S+\.[a-z]{2,}$|[:：]\s*$|^(?:download|print|save) /i.test(line)) return true
  const words = withoutTitle(line).match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []
  return words.every((word) => word.length < 2 || isNever(word) || softWords.has(word.toLowerCase()))
}

/** Returns whether a short line contains a job title. */
export function isTitle(line = ''): boolean {
  const words = line.split(' ')
  return words.length < 5 && words.some((word) => roles.has(word.toLowerCase()))
}

/** Wang Wei (王伟), 王伟 (Wang Wei) */
const latinBefore = /^\p{Script=Latin}+(?: \p{Script=Latin}+){1,3} ?[(（][\p{Script=Han}\p{Script=Hangul}]{2,4}[)）]/u
const latinName = /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+\)?$/u

const contactWord = /^(?:e-?mail|mobile|mob|phone|ph|tel|cell|contact)\b/i

/** Returns the words of the name at the start of a part; null if there is none. */
function nameWords(part: string, below: string, agrees: Agrees, isSure: boolean): string[] | null {
  if (isAsian(part)) return asianName(part, isSure)
  if (allSmall.test(part)) return smallName(part, below, agrees, isSure)
  if (smallFamily.test(part) && (part.split(' ').some(agrees) || (isSure && part.includes('.')))) return part.split(' ')
  if (!/^\p{Ll}{0,2}[-'’]?[\p{Lu}\p{Lo}]/u.test(part) && !honorific.test(part)) return null
  const plain = part.replace(honorific, '')
  const { words, next } = leadingWords(nameAfterWords(plain) ?? plain, agrees)
  const full = words.filter(isFullWord)
  if (full.length === 0 || full.length > 6 || words.length > 8) return null
  const isKnown = full.every((word) => agrees(word))
  if (!isKnown && full.every((word) => softWords.has(word.toLowerCase()))) return null
  if (!isKnown && words.length === 1 && next === undefined && trades.has(full[0]!.toLowerCase())) return null
  if (next && (roles.has(next.toLowerCase()) || predicate.test(next)) && !full.some(agrees)) {
    // Two unknown words and a role may be a job title, or a name followed by a title.
    const known = knownBeginning(words) ?? (nounFirstRoles.has(next.toLowerCase()) && full.length > 1 ? words : null)
    if (known || !predicate.test(next)) return known
  }
  // The first word of a sentence also has a capital. A word in lower case after the possible name shows that it is a
  // sentence.
  if (next && /^\p{Ll}/u.test(next) && !contactWord.test(next) && !full.some(agrees)) return null
  return words
}

/**
 * Returns the rest of a part after words that are never in a name: 'PERSONAL INFORMATION Jane Doe', 'Registered Nurse
 * Jane Doe'.
 */
function nameAfterWords(part: string): string | null {
  const tokens = part.split(/\s+/)
  const name = tokens.slice(tokens.findLastIndex(isNever) + 1)
  const isOther = name.some((word) => !isWord(word) || isPostNominal(word) || softWords.has(word.toLowerCase()))
  const isNamed = name.length > 1 && name.length < 5 && isGivenName(name[0]!)
  return isNever(tokens[0]!) && isNamed && !isOther ? name.join(' ') : null
}

/** The verb after a name in a sentence: 'Jane Doe is a nurse'. */
const predicate = /^(?:is|was|has|holds|brings|works|worked|joined|ist|hat|est|es|è|jest|are)$/

/**
 * Returns the name before a role, as in 'Jordan Samplewood Kernel': one or two given names with a family name on either
 * side.
 */
function knownBeginning(words: string[]): string[] | null {
  const first = words.findIndex((word) => isFullWord(word) && isGivenName(word))
  if (first < 0 || first > 1) return null
  const second = words[first + 1]
  const hasTwo = first === 0 && second !== undefined && isGivenName(second) && words.length > 2
  const end = first === 1 ? 2 : words.findIndex((word, at) => at > (hasTwo ? 1 : 0) && isFullWord(word)) + 1
  return end > 1 ? words.slice(0, end) : null
}

/** A nickname between a name's words or after them: 'Xiaolin (Jack) Doe', 'Jane “Jo” Doe'. */
const nickname = /^((?:[\p{Lu}\p{Lo}][\p{L}\p{M}’'-]*\.? ){1,2})[(["“”'‘’«]\s?(\p{Lu}\p{L}+)\s?[)\]"”“'’»] (?=\p{Lu})/u
const lastNickname =
  /^((?:[\p{Lu}\p{Lo}][\p{L}\p{M}’'-]*\.? ){1,3})[(["“”'‘’«]\s?(\p{Lu}\p{Ll}+)\s?[)\]"”“'’»](?=$|\s?[|•·,;:–—-])/u

function withoutNickMarks(line: string, isLabelled: boolean): string {
  const between = nickname.exec(line)
  if (between && !isNever(between[2]!)) return line.replace(nickname, '$1$2 ')
  const last = lastNickname.exec(line)
  return last && (isLabelled || isGivenName(last[2]!)) ? line.replace(lastNickname, '$1$2') : line
}

/** Returns a line without tags, list marks, and the preposition in 'CV of' above 'Jane Doe'. */
function withoutMarks(line: string): string {
  const untagged = line.includes('<') ? line.replace(/<[^<>]{1,120}>/g, ' ').trim() : line
  return untagged.replace(/^[\s[({*#_]+|^\d{1,2}[.)] (?=\p{Lu})|^(?:von|of|by) (?=\p{Lu})/u, '')
}

/** 'Jane Doe github.com/jd', 'Jane Doe jane@example.com': an address after two words. */
const contactAfter =
  /^(\S+ \S.*?)\s+(?:\S+@\S+|(?:https?:\/\/|www\.)\S+|[a-z\d-]+(?:\.[a-z]{2,})+(?:\/\S*)?)(?:\s.*)?$/u

function withoutContact(line: string): string {
  return /[@/.]/.test(line) ? line.replace(contactAfter, '$1') : line
}

/** 'doe Jane', 'J.doe' */
const smallFamily = /^(?:\p{Ll}{3,} \p{Lu}\p{Ll}+|(?:\p{Lu}\. ?)+\p{Ll}{3,})$/u
const allSmall = /^\p{Ll}{2,}(?: \p{Ll}{1,20}\.?){1,4}$/u

/**
 * Returns a name in lower case, such as 'jane doe'. Returns null if it may be a heading: no address contains it, and it
 * has no particle ('van') with contact details below.
 */
function smallName(part: string, below: string, agrees: Agrees, isSure: boolean): string[] | null {
  const words = part.split(' ')
  const isAboveContact = /\w@\w|\d{4}/.test(below) && words.slice(1, -1).some((word) => nameParticles.has(word))
  const isKnown = isGivenName(words[0]!) && words.length < 4 && !words.some((word) => softWords.has(word))
  const isName = words.some((word) => word.length > 3 && agrees(word)) || isAboveContact || isKnown || isSure
  return isName && !words.some(isNever) ? words : null
}

/** Returns the leading words that can be part of a name, and the word after them. */
function leadingWords(part: string, agrees: Agrees): { words: string[]; next: string | undefined } {
  const tokens = part.split(/\s+/).filter(Boolean)
  const areAllKnown =
    tokens.filter(agrees).length > 1 && tokens.every((token) => /^\p{Lu}\.?$/u.test(token) || agrees(token))
  const words: string[] = []
  for (const [index, token] of tokens.entries()) {
    const isEnd =
      (isNever(token) && !areAllKnown) ||
      (index > 0 && !isMohammed(tokens, index) && isCredential(token, words, agrees))
    const pieces = splitInitials(token)
    const isName = pieces.every((piece) => isWord(piece) || (index > 0 && /^\p{Ll}{3,}$/u.test(piece) && agrees(piece)))
    if (isEnd || !isName) {
      // A line such as 'Maria schneider' is a name, because headings are not written like that.
      const rest = tokens.slice(index)
      const isSmall = rest.every((word) => /^(?:\p{Ll}{3,}|\p{Lu}\.?)$/u.test(word) && !isNever(word))
      if (isSmall && index > 0 && tokens.length < 5) return { words: [...words, ...rest], next: undefined }
      return { words: withoutTail(words, agrees, token), next: token }
    }
    words.push(...pieces)
  }
  return { words: withoutTail(words, agrees), next: undefined }
}

/** 'ABU MD SALIM HASSAN': between a name's words, MD is short for Mohammed. */
function isMohammed(tokens: string[], index: number): boolean {
  const next = tokens[index + 1] ?? ''
  return /^md\.?$/i.test(tokens[index]!) && index === 1 && isWord(next) && !isNever(next)
}

/**
 * Removes words at the end that are not part of the name: a particle, the month in 'Jane Doe June 12, 1982', or the
 * town in 'Jane Doe Berlin'.
 */
function withoutTail(words: string[], agrees: Agrees, next = ''): string[] {
  const last = words.at(-1) ?? ''
  const isSoft =
    softWords.has(last.toLowerCase()) && (/^\d/.test(next) || (words.length > 2 && words.filter(isFullWord).length > 1))
  const isTail = nameParticles.has(last) || (isSoft && !agrees(last))
  return isTail ? withoutTail(words.slice(0, -1), agrees, next) : words
}

/** Splits 'RohanDash' into two words, but not 'McDonald' and 'JavaScript'. */
function splitGlued(part: string): string {
  const [, first = '', second = ''] = glued.exec(part) ?? []
  const isOther = (word: string): boolean =>
    isNever(word) || softWords.has(word.toLowerCase()) || brandParts.has(word.toLowerCase())
  return first === '' || prefixes.test(first) || isOther(first) || isOther(second) ? part : `${first} ${second}`
}

const glued = /^(\p{Lu}\p{Ll}{2,})(\p{Lu}\p{Ll}{2,})$/u
const prefixes = /^(?:Mac|Van|Von|Fitz|Abdul?)$/u
