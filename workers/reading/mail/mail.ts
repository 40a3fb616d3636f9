/**
 * Parses a saved mail or web archive (MIME): its body and its attachments.
 *
 * Decides which parts are used. Links in a part are never fetched.
 */
import PostalMime, { type Address, type Email } from 'postal-mime'
import { ReadingError } from '../reading.ts'

/**
 * `people`: the names of the mail's sender and recipients. `body`: the HTML version if there is one, otherwise the
 * text.
 */
export type Mail = { body: Uint8Array; attachments: Uint8Array[]; people: string[] }

/**
 * The maximum depth of nested parts. A page with its pictures can be an alternative to a text, among attachments, under
 * a signature.
 */
const partsDepthMax = 16
const headersBytesMax = 256 * 1024
/** The maximum number of attachments: a resume with certificates. A mail with more is not an application. */
const attachmentsMax = 5

/** Throws RESUME_CORRUPTED for a mail whose parts are nested too deeply. */
export async function readMail(file: Uint8Array): Promise<Mail> {
  const email = await PostalMime.parse(file, {
    // The text of an attached mail would include the mail's headers.
    forceRfc822Attachments: true,
    maxNestingDepth: partsDepthMax,
    maxHeadersSize: headersBytesMax,
  }).catch(() => {
    throw new ReadingError('RESUME_CORRUPTED', 'the mail has too many parts or headers')
  })
  const attachments = email.attachments.filter(isDocument).map(({ content }) => new Uint8Array(content as ArrayBuffer))
  return {
    // A mail program shows the page if there is one. The text version can differ from it.
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
