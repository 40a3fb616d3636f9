/**
 * Finds contact details in a text: e-mail addresses, and with the help of other modules links, phone numbers, birth
 * dates, identity numbers and postal addresses.
 *
 * Pure. Years of employment, version numbers, amounts and names of technologies look similar to contact details. If a
 * pattern alone cannot distinguish them, the position decides: unlabelled details are searched for only in the contact
 * sections.
 */
import { findBirthDates } from './birth-dates.ts'
import { findIdNumbers } from './id-numbers.ts'
import { findLinks } from './links.ts'
import { findAll, type Mention, plainDigits, plainLetters, type Section } from './mentions.ts'
import type { PersonName } from './names/person.ts'
import { findPhones } from './phones.ts'
import { findAddresses } from './postal-address.ts'
import { findAges } from './self-introduction.ts'

/** Returns the contact details in a text, the most certain kinds first. An answer has no contact section. */
export function findContacts(written: string, names: PersonName[], kind: 'resume' | 'answer'): Mention[] {
  const text = plainDigits(written)
  const nameParts = names.flatMap(({ words }) => words.map(plainLetters)).filter((part) => part.length > 2)
  const heads = kind === 'resume' ? findHeads(text) : []
  const place = { text, heads, nameParts }
  return [
    ...findEmails(text),
    ...findLinks(place),
    ...findBirthDates(place),
    ...findAges(place),
    ...findIdNumbers(text),
    ...findPhones(place),
    ...findAddresses(place),
  ]
}

/** The usual length of the top of a resume and of a contact section. The text after them is about work. */
const firstLines = /^(?:[^\n]+\n*){0,12}/
const headUnits = 4000
/** One contact section is usual. A text with many is malicious. */
const headsMax = 4
/** Numbers and marks around a heading. */
const edge = '[^\\p{L}\\n]{0,8}'
const workHeadings = 'experience|employment|work history|career|education|berufserfahrung'
const workHeading = new RegExp(`^${edge}(?:(?:work|professional|relevant) )?(?:${workHeadings})${edge}$`, 'imu')
const contactHeadings =
  'contacts?|contact (?:details|info|information)|personal (?:details|data|information)|kontakt|contacto|coordonnées'
const contactHeading = new RegExp(`^${edge}(?:${contactHeadings})${edge}$`, 'gimu')

/** Returns the parts of a text in which unlabelled numbers and handles are contact details. */
function findHeads(text: string): Section[] {
  const body = text.indexOf('\\begin{document}')
  const headings = [...text.matchAll(contactHeading)].slice(0, headsMax).map(({ index }) => index)
  return [0, ...(body < 0 ? [] : [body]), ...headings].map((start) => {
    const lines = firstLines.exec(text.slice(start, start + headUnits))![0]
    const section = lines.search(workHeading)
    return { start, end: start + (section < 0 ? lines.length : section) }
  })
}

/**
 * Matches the part of an address before the @. It is searched for only around an @, because trying every word is slow.
 * After 'Email:', it may contain a space.
 */
const mailbox =
  /(?:(?<=(?<!\p{L})(?:e.?)?mail(?: ?id)? ?[:;][-. ]{0,3})[\p{L}\p{N}][\p{L}\p{N}._-]{0,29} )?[\p{L}\p{N}][\p{L}\p{N}._%+‐‑-]{0,63} ?$/iu
const host =
  /^(?:gmail|yahoo|hotmail|outlook|rediffmail)(?: ?com|(?![\p{L}\p{N}]| ?\.))|^ ?[\p{L}\p{N}-]{1,63}(?:[ \n]?\.(?:[ \n]?com?(?![\p{L}\p{N}])(?: m(?!\p{L}))?|[\p{L}\p{N}-]{1,63})){1,6}/u
const written =
  /(?<![\w.+-])[\w.+-]{1,64} ?[([{] ?at ?[)\]}] ?[\w-]{1,63}(?: ?(?:\.|[([{] ?dot ?[)\]}]) ?[a-z]{2,20}){1,4}/gi
const hasWritten = /[([{] ?at ?[)\]}]/i
const mailboxUnits = 110
const hostUnits = 330

/**
 * Returns e-mail addresses, such as 'jane@example.com', even if typesetting has put spaces into them, and 'jane (at)
 * example (dot) com'.
 */
function findEmails(text: string): Mention[] {
  const found: Mention[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const before = mailbox.exec(text.slice(Math.max(0, at - mailboxUnits), at))
    const after = before && host.exec(text.slice(at + 1, at + 1 + hostUnits))
    if (after) found.push({ start: at - before[0].length, end: at + 1 + after[0].length, placeholder: 'EMAIL' })
  }
  return hasWritten.test(text) ? [...found, ...findAll(text, written, 'EMAIL')] : found
}
