/** Ways in which models distort a faithful quote when they copy it, one function each. */
import type { Quirk } from './quirk.ts'

const each = (spoil: (quote: string, resume: string) => string): Quirk => ({
  quotes: (quotes, resume) => quotes.map((quote) => spoil(quote, resume)),
})

/** A quote with an ellipsis keeps this many words on each side, which are enough to find both passages. */
const wordsAroundEllipsis = 3

function withEllipsis(quote: string): string {
  const words = quote.split(' ')
  if (words.length <= 2 * wordsAroundEllipsis) return quote
  return `${words.slice(0, wordsAroundEllipsis).join(' ')} … ${words.slice(-wordsAroundEllipsis).join(' ')}`
}

/** Joins a quote with the line after it, if there is one, because models read on. */
function intoNextLine(quote: string, resume: string, join: (quote: string, next: string) => string): string {
  const rest = resume.slice(resume.indexOf(quote) + quote.length)
  const [, next = ''] = /^\n([^\n]+)/.exec(rest) ?? []
  return next === '' ? quote : join(quote, next)
}

const bullet = /^\s*[•▪·*–—-]\s+/u

const addedStop = (quote: string) => `${quote.replace(/[.;,]$/, '')}.`
const quotationMarks = (quote: string) => `“${quote}”`
const addedBullet = (quote: string) => `• ${quote}`
const joinedHyphen = (quote: string) => quote.replace(/-\n\s*/g, '')
const tightDashes = (quote: string) => quote.replace(/ [–—-] /gu, '-')
const droppedComma = (quote: string) => quote.replace(',', '')
const zeroWidth = (quote: string) => quote.replace(' ', '\u200B ')
const softHyphen = (quote: string) => quote.replace(/(\p{L}{4})(\p{L}{4})/u, '$1\u00AD$2')
const ligature = (quote: string) => quote.replace('fi', 'ﬁ').replace('fl', 'ﬂ')
const upperCase = (quote: string) => quote.toUpperCase()
const oneLine = (quote: string) => quote.replace(/\s+/g, ' ')
const droppedBullet = (quote: string, resume: string) =>
  intoNextLine(quote, resume, (head, next) => `${head} ${next.replace(bullet, '')}`)
const literalNewline = (quote: string, resume: string) =>
  intoNextLine(quote, resume, (head, next) => `${head}\\n${next}`)

/** The quirks that affect only quotes. */
export const quoteQuirks: Record<string, Quirk> = {
  'an ellipsis in a quote': each(withEllipsis),
  'an added full stop': each(addedStop),
  'quotation marks around a quote': each(quotationMarks),
  'an added bullet': each(addedBullet),
  'a dropped bullet': each(droppedBullet),
  'a joined line-end hyphen': each(joinedHyphen),
  'dashes without blanks': each(tightDashes),
  'a dropped comma': each(droppedComma),
  'a literal \\n': each(literalNewline),
  'a zero-width space': each(zeroWidth),
  'a soft hyphen': each(softHyphen),
  'a ligature': each(ligature),
  'upper case': each(upperCase),
  'line breaks as blanks': each(oneLine),
  'two passages joined': { quotes: (quotes) => (quotes.length < 2 ? quotes : [quotes.join(' ')]) },
}
