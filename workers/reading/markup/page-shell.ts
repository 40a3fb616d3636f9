/**
 * Recognises web pages that lead to a resume but do not contain it: sign-in pages, redirects, and pages that scripts or
 * frames fill.
 */
import { type Element, type Node, walkPage } from './page-tree.ts'

/** A page with scripts that has fewer letters than this is filled by its scripts. */
const scriptedLettersMin = 50

/** Returns whether a page asks for a password, redirects, or is empty without its scripts or frames. */
export function isShell(page: Node[]): boolean {
  let [asksOrLeads, scripts, letters, hiddenDepth] = [false, 0, 0, 0]
  walkPage(page, {
    open(element) {
      asksOrLeads ||= isPasswordField(element) || isRefresh(element) || element.name === 'frameset'
      if (element.name === 'script') scripts += 1
      if (isUnseen(element)) hiddenDepth += 1
    },
    text(text) {
      if (hiddenDepth === 0) letters += text.replace(/\s/g, '').length
    },
    close(element) {
      if (isUnseen(element)) hiddenDepth -= 1
    },
  })
  return asksOrLeads || (scripts > 0 && letters < scriptedLettersMin)
}

function isUnseen({ name }: Element): boolean {
  return ['script', 'style', 'noscript', 'title', 'template'].includes(name)
}

function isPasswordField({ name, attribs }: Element): boolean {
  return name === 'input' && attribs['type']?.trim().toLowerCase() === 'password'
}

/** Returns whether an element redirects: `<meta http-equiv="refresh" content="0; url=…">`. */
function isRefresh({ name, attribs }: Element): boolean {
  const isMeta = name === 'meta' && attribs['http-equiv']?.trim().toLowerCase() === 'refresh'
  return isMeta && /url\s*=/i.test(attribs['content'] ?? '')
}
