/**
 * Parses a saved mail or web archive (MIME): its body and its attachments.
 *
 * Decides which parts are used. Nothing is fetched, whatever a part links to.
 */
import PostalMime, { type Address, type Email } from 'postal-mime'
import { ReadingError } from '../reading.ts'

/** `people`: the names of its sender and recipients. `body`: a page if it has one, else text. */
export type Mail = { body: Uint8Array; attachments: Uint8Array[]; people: string[] }

/** Nested parts: a page with its pictures, next to a text, among attachments, under a signature. */
const partsDepthMax = 16
const headersBytesMax = 256 * 1024
/** A resume with its certificates; a mail with more is not an application. */
const attachmentsMax = 5

/** Throws RESUME_CORRUPTED for a mail whose parts are nested too deeply. */
export async function readMail(file: Uint8Array): Promise<Mail> {
  const email = await PostalMime.parse(file, {
    // As text, a mail in a mail would include its headers.
    forceRfc822Attachments: true,
    maxNestingDepth: partsDepthMax,
    maxHeadersSize: headersBytesMax,
  }).catch(() => {
    throw new ReadingError('RESUME_CORRUPTED', 'the mail has too many parts or headers')
  })
  const attachments = email.attachments.filter(isDocument).map(({ content }) => new Uint8Array(content as ArrayBuffer))
  return {
    // A mail program shows the page if there is one; its text version may say anything.
    body: Buffer.from(email.html ? `<!doctype html><meta charset="utf-8">${email.html}` : (email.text ?? '')),
    attachments: attachments.slice(0, attachmentsMax),
    people: [...new Set(addressesOf(email).flatMap(namesOf))],
  }
}

/** A picture within the text is usually part of a signature; invitations and visiting cards are for programs. */
function isDocument({ mimeType, disposition, related }: Email['attachments'][number]): boolean {
  if (related || /^text\/(?:calendar|x?-?vcard|css|javascript)$/.test(mimeType)) return false
  return disposition !== 'inline' || !mimeType.startsWith('image/')
}

function addressesOf({ from, sender, replyTo = [], to = [], cc = [] }: Email): Address[] {
  return [from, sender, ...replyTo, ...to, ...cc].filter((address) => address !== undefined)
}

function namesOf(address: Address): string[] {
  return address.group ? address.group.flatMap(namesOf) : address.name ? [address.name] : []
}
