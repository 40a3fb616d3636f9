/**
 * The candidate's name: found at the head of the resume, then wherever it is mentioned.
 *
 * Pure. Owns the guess. A name that is also an everyday word is looked for in full only, since the
 * words around it are what gets scored.
 */
import { findAll, type Mention, plainLetters } from './mentions.ts'
import { everydayNames, nameParticles, neverNames, postNominals, roleMailboxes } from './name-words.ts'

/** All words of the name as they were found, and the two that stand for it alone. */
export type PersonName = { words: string[]; given: string; family: string }

/** A name stands at the top, or behind a column of contact details. */
const candidateLines = 25

const documentTitle = /^(?:resume|résumé|curriculum vitae|cv|lebenslauf|bewerbung)(?: (?:of|von|de|for))?[\s:–—|-]*/i
const nameLabel =
  /^(?:full |first and last )?(?:name|nom|nombre|imię i nazwisko|имя|姓名|氏名|名前|성명|이름)\s?[:：]\s?/i
const honorific = /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|m|mme|ing|dipl)\b\.?-?\s?){1,3}/i
const pieceEnd = /\s?[|•·,;:/(–—\t]\s?| - /

/** Begins where a word begins: a test from every letter of a long one would take its time 64 times. */
const mailboxPattern = /(?<![\p{L}\p{N}._%+-])([\p{L}\p{N}._%+-]{1,64})@/u

type Candidate = { words: string[]; rank: number }

/** The name of whom a resume is about; null when nothing at its head is surely one. */
export function findName(resume: string): PersonName | null {
  const mailbox = mailboxPattern.exec(resume)?.[1] ?? ''
  const lines = resume.slice(0, 4000).split('\n').filter(Boolean).slice(0, candidateLines)
  // Without a label or an address that agrees, only the first line that is no title or contact is believed.
  const first = lines.findIndex((line) => line.replace(documentTitle, '') !== '' && !/@|\d{3}/.test(line))
  const candidates = lines.flatMap((line, index) => {
    // A heading may set each part of the name on a line of its own.
    const isStacked = [line, lines[index + 1] ?? ''].every((part) => /^\p{Lu}[\p{L}'’-]+$/u.test(part))
    const texts = isStacked ? [`${line} ${lines[index + 1]}`, line] : [line]
    return texts.flatMap((text) => readCandidate(text, index, index === first, mailbox) ?? [])
  })
  const best = candidates.sort((one, other) => other.rank - one.rank)[0]
  return best ? toName(best.words) : nameOfMailbox(mailbox)
}

function readCandidate(line: string, index: number, isFirst: boolean, mailbox: string): Candidate | null {
  const isLabelled = nameLabel.test(line)
  const plain = line.replace(nameLabel, '').replace(documentTitle, '').replace(honorific, '')
  const piece = plain.split(pieceEnd, 1)[0]!.trim()
  const words = withoutCredentials(piece.split(/\s+/), mailbox)
  if (!isNameLike(words)) return null
  const agreeing = words.filter((word) => agrees(word, mailbox)).length
  return isLabelled || isFirst || agreeing > 0 ? { words, rank: (isLabelled ? 100 : 0) + agreeing * 50 - index } : null
}

/** Longer words in capitals are as often a family name: 'Jean DUPONT'. */
const abbreviationLengthMax = 4

/** A name without the degrees and memberships behind it, which are what gets scored: 'Priya Shah ACCA'. */
function withoutCredentials(words: string[], mailbox: string): string[] {
  const last = words.at(-1)!
  const isAbbreviation =
    /^\p{Lu}{2,}$/u.test(last) &&
    last.length <= abbreviationLengthMax &&
    words.slice(0, -1).filter((word) => /\p{Ll}/u.test(word)).length >= 2
  const isCredential = isAbbreviation || isPostNominal(last)
  return words.length > 2 && isCredential && !agrees(last, mailbox)
    ? withoutCredentials(words.slice(0, -1), mailbox)
    : words
}

/** 'Li Ma' and 'Jane Do' are names: a short form counts in its usual spelling only. */
function isPostNominal(word: string): boolean {
  const letters = word.replace(/[.-]/g, '')
  return /\p{Lu}.*\p{Lu}/u.test(letters) && postNominals.has(letters.toLowerCase())
}

const asian = /^[\p{Script=Han}\p{Script=Hangul}]{2,4}$|^[\p{Script=Han}]{1,3} [\p{Script=Han}]{1,3}$/u
const asianTitles = /简历|履历|履歴|経歴|求职|个人|이력서|자기소개/

function isNameLike(words: string[]): boolean {
  const piece = words.join(' ')
  if (asian.test(piece)) return !asianTitles.test(piece)
  const capitalised = words.filter((word) => /^\p{Lu}[\p{L}'’-]+$/u.test(word))
  const isWord = (word: string): boolean => /^\p{Lu}(?:[\p{L}'’-]*|\.)$/u.test(word) || nameParticles.has(word)
  const isOther = (word: string): boolean => neverNames.has(word.toLowerCase())
  return words.length <= 5 && capitalised.length >= 2 && words.every(isWord) && !words.some(isOther)
}

/** Whether a mailbox holds this word. */
function agrees(word: string, mailbox: string): boolean {
  const letters = plainLetters(word)
  return letters.length > 1 && plainLetters(mailbox).includes(letters)
}

/** Last resort: `jane.doe@…` names somebody even where the head does not. */
function nameOfMailbox(mailbox: string): PersonName | null {
  const parts = mailbox
    .toLowerCase()
    .split(/[._+-]+/)
    .map((part) => part.replace(/\d+/g, ''))
  const isPersonal = parts.length === 2 && parts.every((part) => /^\p{L}{2,}$/u.test(part) && !roleMailboxes.has(part))
  return isPersonal ? toName(parts.map(capitalise)) : null
}

function toName(words: string[]): PersonName {
  const [only] = words
  // Han and Hangul names are one word, family name first; they are looked for as a whole.
  if (words.length === 1) return { words, given: only!, family: only! }
  const parts = words.filter((word) => !nameParticles.has(word) && !/^\p{Lu}\.?$/u.test(word))
  return { words, given: parts[0] ?? only!, family: parts.at(-1) ?? only! }
}

/** Every mention of the name: in full, turned around, with an initial, and each part by itself. */
export function findMentions(text: string, { words, given, family }: PersonName): Mention[] {
  if (words.length === 1) return findAll(text, new RegExp(escape(given), 'gu'), 'NAME')
  const forms = [
    words.map(escape).join('\\s+'),
    `${escape(given)}\\s+(?:\\p{Lu}\\.?\\s+)?${escape(family)}`,
    `${escape(family)},?\\s+${escape(given)}`,
    `\\p{Lu}\\.\\s?${escape(family)}`,
  ]
  const inFull = findAll(text, wholeWords(forms, 'giu'), 'NAME')
  const alone = [given, family].filter((part) => part.length > 2 && !everydayNames.has(part.toLowerCase()))
  const written = alone.flatMap((part) => [capitalise(part), part.toUpperCase(), part]).map(escape)
  return written.length === 0 ? inFull : [...inFull, ...findAll(text, wholeWords(written, 'gu'), 'NAME')]
}

function wholeWords(forms: string[], flags: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${forms.join('|')})(?![\\p{L}\\p{N}_])`, flags)
}

function capitalise(word: string): string {
  return word.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
}

function escape(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
