/**
 * Finds open ends in a criterion's list: "or similar", "or a comparable tool", "ou un outil équivalent".
 *
 * Decides whether the words in an open end narrow down what is accepted: "a similar tool" does not, "a similar message
 * broker" does.
 */
import { sourceOf } from '../../../language/words.ts'
import type { Span } from '../../../language/sentences.ts'
import { isContent, isGeneric, type Token } from '../../../language/tokens.ts'

const or = "(?:or|oder|ou|of|o|u)(?: (?:an?|any|some|ein(?:e[nmrs]?)?|une?|una?|d['’]|um|uma|een))?"
const before = sourceOf('similar before')
/** In Romance languages, the noun comes before the adjective: "une herramienta similar". */
const after = String.raw`\p{L}+ ${sourceOf('similar after')}`
const rest = String.raw`(?:(?! (?:and|und|et|y|e|en|plus|sowie) )[^,;.)])*`
const openEnd = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${or} ?(?:${before}${rest}|${after})|(?<!(?:any|some) )${before}\s+\p{L}[\p{L}-]*`,
  'giu',
)
/** The words before the noun in an open end, such as "or a similar". */
const lead = new RegExp(String.raw`^${or} ?${before} `, 'iu')

/** Returns the open ends of a criterion. A span leaves out the words that narrow down what is accepted. */
export function openEndsIn(text: string, tokens: Token[]): Span[] {
  return Array.from(text.matchAll(openEnd), ({ index: start, 0: words }) => {
    const end = start + words.length
    const leading = lead.exec(words)?.[0].length
    if (leading === undefined) return { start, end }
    const kind = tokens.filter((token) => token.start >= start + leading && token.end <= end)
    return isKind(text, kind) ? { start, end: start + leading - 1 } : { start, end }
  })
}

/** "Message broker" and "procure-to-pay tool" are kinds of tools; "tool", "role" and "other tool" are too general. */
function isKind(text: string, words: Token[]): boolean {
  const telling = words.filter((word) => isContent(word) && !isGeneric(word))
  return telling.length > 1 && !telling.some(({ end }) => text[end] === "'" || text[end] === '’')
}

/** Returns whether an open end directly follows a term: "Airflow or similar", "Airflow (or similar)". */
export function isBehind(text: string, term: Span, open: Span): boolean {
  return open.start > term.end && /^,? ?\(?$/.test(text.slice(term.end, open.start))
}
