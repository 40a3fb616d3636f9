/**
 * Looks for a name in other places, if no line at the top of a resume is certainly one: below the e-mail address, at a
 * label or a signature further down, above contact details, after a job title, in the e-mail address.
 *
 * Pure.
 */
import { isGivenName } from './known-names.ts'
import { type Agrees, isTitle, readNamePieces } from './name-lines.ts'
import { companyWords, neverNames, roleMailboxes, roles, softWords } from '../name-words.ts'
import { type PersonName, toName } from './person.ts'

/** The head as lines and as text, the whole resume, and the part before the @ in the first e-mail address. */
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
 * Returns the name in the line below the e-mail address. If the head begins with other things, this may be the top of
 * the page's main part.
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

/** Returns the first line with a name further down, where personal details and a letter's signature may be. */
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
 * Returns two or three unknown words above contact details, in capitals or with a given name, for a head that begins
 * with a column of other things.
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

/** The last resort: `jane.doe@…` contains a person's name even if the head does not. */
function nameOfMailbox(mailbox: string): PersonName[] {
  const parts = mailbox
    .toLowerCase()
    .split(/[._+-]+/)
    .map((part) => part.replace(/\d+/g, ''))
  const isOffice = (part: string): boolean => roleMailboxes.has(part) || neverNames.has(part)
  const isPersonal = parts.length === 2 && parts.every((part) => /^\p{L}{2,}$/u.test(part) && !isOffice(part))
  return isPersonal ? [toName(parts.map((part) => part[0]!.toUpperCase() + part.slice(1)))] : []
}
