/**
 * Finds the candidate's name at the head of the resume, then every mention of it.
 *
 * Pure. Owns the guess. A name that is also an everyday word is only matched in full, since the words around it are
 * what gets scored.
 */
import { findAll, type Mention, plainLetters } from './mentions.ts'
import { everydayNames, nameParticles, neverNames, postNominals, roleMailboxes } from './name-words.ts'

/** All words of the name as found, and the two that stand for it alone. */
export type PersonName = { words: string[]; given: string; family: string }

/** A name is at the top, or follows a column of contact details. */
const nameLinesMax = 25

const documentTitle = /^(?:resume|résumé|curriculum vitae|cv|lebenslauf|bewerbung)(?: (?:of|von|de|for))?[\s:–—|-]*/i
const nameLabel =
  /^(?:full |first and last )?(?:name|nom|nombre|imię i nazwisko|имя|姓名|氏名|名前|성명|이름)\s?[:：]\s?/i
const honorific = /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|m|mme|ing|dipl)\b\.?-?\s?){1,3}/i
const pieceEnd = /\s?[|•·,;:/(–—\t]\s?| - /

/** Starts at the beginning of a word: trying every letter of a long word would take 64 times as long. */
const mailboxPattern = /(?<![\p{L}\p{N}._%+-])([\p{L}\p{N}._%+-]{1,64})@/u

type PossibleName = { words: string[]; rank: number }

/** The name of the person whom the resume is about; null when nothing at its head is clearly one. */
export function findName(resume: string): PersonName | null {
  const mailbox = mailboxPattern.exec(resume)?.[1] ?? ''
  const lines = resume.slice(0, 4000).split('\n').filter(Boolean).slice(0, nameLinesMax)
  // Without a label or a matching address, only the first line that is neither a title nor a contact is trusted.
  const first = lines.findIndex((line) => line.replace(documentTitle, '') !== '' && !/@|\d{3}/.test(line))
  const possible = lines.flatMap((line, index) => {
    // A heading may put each part of the name on a line of its own.
    const isStacked = [line, lines[index + 1] ?? ''].every((part) => /^\p{Lu}[\p{L}'’-]+$/u.test(part))
    const texts = isStacked ? [`${line} ${lines[index + 1]}`, line] : [line]
    return texts.flatMap((text) => readPossibleName(text, index, index === first, mailbox) ?? [])
  })
  const best = possible.sort((one, other) => other.rank - one.rank)[0]
  return best ? toName(best.words) : nameOfMailbox(mailbox)
}

function readPossibleName(line: string, index: number, isFirst: boolean, mailbox: string): PossibleName | null {
  const isLabelled = nameLabel.test(line)
  const plain = line.replace(nameLabel, '').replace(documentTitle, '').replace(honorific, '')
  const piece = plain.split(pieceEnd, 1)[0]!.trim()
  const words = withoutCredentials(piece.split(/\s+/), mailbox)
  if (!isNameLike(words)) return null
  const agreeing = words.filter((word) => agrees(word, mailbox)).length
  return isLabelled || isFirst || agreeing > 0 ? { words, rank: (isLabelled ? 100 : 0) + agreeing * 50 - index } : null
}

/** Longer words in capitals are just as often a family name: 'Jean DUPONT'. */
const abbreviationLengthMax = 4

/** The name without the degrees and memberships that follow it, which are what gets scored: 'Priya Shah ACCA'. */
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

/** 'Li Ma' and 'Jane Do' are names, so a short form counts only in its usual spelling. */
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

/** True when the mailbox contains this word. */
function agrees(word: string, mailbox: string): boolean {
  const letters = plainLetters(word)
  return letters.length > 1 && plainLetters(mailbox).includes(letters)
}

/** The last resort: `jane.doe@…` names a person even where the head does not. */
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
  // Han and Hangul names are one word, family name first, and are matched as a whole.
  if (words.length === 1) return { words, given: only!, family: only! }
  const parts = words.filter((word) => !nameParticles.has(word) && !/^\p{Lu}\.?$/u.test(word))
  return { words, given: parts[0] ?? only!, family: parts.at(-1) ?? only! }
}

/** A name as a mail's header has it: 'Schneider, Maria' too. Null for teams, addresses and the like. */
export function toPersonName(written: string): PersonName | null {
  const words = written
    .replace(/(.+), *(.+)/, '$2 $1')
    .trim()
    .split(/\s+/)
  return isNameLike(words) ? toName(words) : null
}

/** It tells a gender, and makes a name of an everyday word. */
const formOfAddress = '(?:Mr|Mrs|Ms|Miss|Mx)\\.?\\s+'

/** Mentions of the name in full: its parts may be words of others. */
export function findInFull(text: string, { words }: PersonName): Mention[] {
  const forms = [words, words.toReversed()].map((form) => form.map(escape).join(',?\\s+'))
  return findAll(text, wholeWords(forms, 'giu'), 'NAME')
}

/** Every mention of the name: in full, reversed, with an initial, after a form of address, and each part on its own. */
export function findMentions(text: string, { words, given, family }: PersonName): Mention[] {
  if (words.length === 1) return findAll(text, new RegExp(escape(given), 'gu'), 'NAME')
  const forms = [
    words.map(escape).join('\\s+'),
    `${escape(given)}\\s+(?:\\p{Lu}\\.?\\s+)?${escape(family)}`,
    `${escape(family)},?\\s+${escape(given)}`,
    `\\p{Lu}\\.\\s?${escape(family)}`,
    `${formOfAddress}${escape(family)}`,
  ].map((form) => `(?:${formOfAddress})?${form}`)
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
