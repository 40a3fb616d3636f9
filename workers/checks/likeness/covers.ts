/**
 * Recognises pages that only say how to open the rest of a PDF: covers of protected files, portfolios and dynamic
 * forms.
 */
import { isSurelyResume } from './likeness.ts'

const protection = /rights management|information protection|protected (?:document|pdf|file|message)/i

/**
 * Returns whether a text mentions a protection that leaves only a cover page visible in readers that do not support it.
 */
export function isProtectedCover(text: string): boolean {
  return protection.test(text)
}

/** Adobe's cover pages link to its reader in every language. */
const readerLink = /adobe\.com\/go\/(?:acr)?reader/i

/** Returns whether a text asks for a reader that can show the document, and is not clearly a resume itself. */
export function isViewerCover(text: string): boolean {
  return readerLink.test(text) && !isSurelyResume(text)
}
