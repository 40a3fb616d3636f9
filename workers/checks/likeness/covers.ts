/**
 * Recognises pages that only say how to open the rest of a PDF, such as the cover of a protected file, a portfolio or a
 * dynamic form.
 */
import { isSurelyResume } from './likeness.ts'

const protection = /rights management|information protection|protected (?:document|pdf|file|message)/i

/** Returns whether a text mentions a kind of protection. PDF readers that do not support it show only a cover page. */
export function isProtectedCover(text: string): boolean {
  return protection.test(text)
}

/** Adobe's cover pages link to its reader in every language. */
const readerLink = /adobe\.com\/go\/(?:acr)?reader/i

/**
 * Returns whether a text says that another reader is needed to show the document, and is not clearly a resume itself.
 */
export function isViewerCover(text: string): boolean {
  return readerLink.test(text) && !isSurelyResume(text)
}
