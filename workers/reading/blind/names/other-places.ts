/**
 * Looks for the name in other places, for resumes without a certain name at the top. These places are below the e-mail
 * address, after a label or in a signature further down, above contact details, after a job title, and in the e-mail
 * address.
 *
 * Pure.
 */
import { isGivenName } from './known-names.ts'
import { isTitle, readNamePieces } from './name-lines.ts'
import { companyWords, neverNames, roleMailboxes, roles, softWords } from '../name-words.ts'
import { type Agrees, type PersonName, toName } from './person.ts'

/**
 * `lines` and `head` are the top of the resume, as lines and as text. `mailbox` is the part of the first e-mail address
 * before the @.
 */
type Places = { lines: string[]; head: string; resume: string; mailbox: string; agrees: Agrees }

/** Returns the name at the likeliest of these places; empty if there is none. */
export function nameElsewhere({ lines, head, resume, mailbox, agrees }: Places): PersonName[] {
  return (
    nameBelowMail(lines, agrees) ??
    nameBelowHead(resume, agrees) ??
    nameAboveContacts(head) ??
    nameAfterTitle(lines) ??
    nameOfMailbox(mailbox)
  )
}

/**
 * Returns the name in the line below the e-mail address. If the text begins with a side bar, the main part of the page
 * can begin there.
 */
function nameBelowMail(lines: string[], agrees: Agrees): PersonName[] | null {
  const [below = '', next = ''] = lines.slice(lines.findIndex((line) => line.includes('@')) + 1 || lines.length)
  const [piece, ...others] = readNamePieces(below, next, agrees)
  const isWhole = others.length === 0 && piece?.words.join(' ').length === below.trim().length
  return piece && isWhole && !piece.isDoubtful ? [toName(piece.words)] : null
}

const labelledLine = /^[^\p{L}\n]{0,4}(?:full |candidate(?:[’']s)? )?name\s?[:：-].{3,60}$/gimu
/** The phrase before the signature of a letter. */
const closing =
  /^.{0,20}(?:sincerely|faithfully|truly|regards|thanking you|grüßen|cordialement|atentamente)[,.!]?\s+(?=((?!yours|with|best|kind).{3,60}$))/gimu

/** Returns the first name further down: after a label, or in the signature of a letter. */
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
 * Returns two or three unknown words above contact details, if they are in capitals or contain a given name. This finds
 * the name if the text begins with a side bar.
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

/** Returns two words after the first line's title, above contact details: 'System Administrator Jane Doe'. */
function nameAfterTitle([first = '', next = '']: string[]): PersonName[] | null {
  const words = first.split(' ')
  const name = words.slice(-2)
  const isOther = (word: string): boolean => neverNames.has(word.toLowerCase()) || softWords.has(word.toLowerCase())
  const isName = named.test(name.join(' ')) && !name.some(isOther) && contact.test(next)
  return isName && roles.has(words.at(-3)?.toLowerCase() ?? '') ? [toName(name)] : null
}

/** Returns the name in an address such as `jane.doe@…`. This is the last resort. */
function nameOfMailbox(mailbox: string): PersonName[] {
  const parts = mailbox
    .toLowerCase()
    .split(/[._+-]+/)
    .map((part) => part.replace(/\d+/g, ''))
  const isOffice = (part: string): boolean => roleMailboxes.has(part) || neverNames.has(part)
  const isPersonal = parts.length === 2 && parts.every((part) => /^\p{L}{2,}$/u.test(part) && !isOffice(part))
  return isPersonal ? [toName(parts.map((part) => part[0]!.toUpperCase() + part.slice(1)))] : []
}
