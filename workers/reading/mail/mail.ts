/**
 * Extracts the body and the attachments of a saved e-mail message or web archive (MIME).
 *
 * Never fetches links.
 */
import PostalMime, { type Address, type Email } from 'postal-mime'
import { ReadingError } from '../reading.ts'

/**
 * `people` are the names of the message's sender and recipients. `body` is the HTML version if there is one, otherwise
 * the text version.
 */
export type Mail = { body: Uint8Array; attachments: Uint8Array[]; people: string[] }

/**
 * The maximum nesting depth of parts. An ordinary message can need several levels: a signed message contains a text
 * with attachments, the text has an HTML version, and the HTML version has images.
 */
const partsDepthMax = 16
const headersBytesMax = 256 * 1024
/** The maximum number of attachments that are read: a resume with certificates. Further ones are ignored. */
const attachmentsMax = 5

/** Throws RESUME_CORRUPTED for a message whose parts are nested too deeply or whose headers are too long. */
export async function readMail(file: Uint8Array): Promise<Mail> {
  const email = await PostalMime.parse(file, {
    // The text of an attached message would include its headers.
    forceRfc822Attachments: true,
    maxNestingDepth: partsDepthMax,
    maxHeadersSize: headersBytesMax,
  }).catch(() => {
    throw new ReadingError('RESUME_CORRUPTED', 'the e-mail message has too many parts or headers')
  })
  const attachments = email.attachments.filter(isDocument).map(({ content }) => new Uint8Array(content as ArrayBuffer))
  return {
    // E-mail programs show the HTML version if there is one. The text version may differ from it.
    body: Buffer.from(email.html ? `<!doctype html><meta charset="utf-8">${email.html}` : (email.text ?? '')),
    attachments: attachments.slice(0, attachmentsMax),
    people: [...new Set(addressesOf(email).flatMap(namesOf))],
  }
}

/**
 * Returns whether an attachment is a document. An image within the text is usually part of a signature. Calendar
 * invitations and business cards are for programs, not for readers.
 */
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
