/**
 * Splits a text into list items and sentences, the stretches that are compared and quoted.
 *
 * Stretches are exact slices of the text: trimmed, in order, and without overlap.
 */

import { monthNamed } from './month-names.ts'

/** UTF-16 offsets into the text; the end is exclusive. */
export type Span = { start: number; end: number }
/** `paragraph` is the number of the printed paragraph, from 0. */
export type Stretch = Span & { paragraph: number; bullet: boolean }

// A line with at least this length can continue in the next line, because it may have been wrapped.
const wrappedLineLengthMin = 50
/** The mark of a list item: a bullet or a number. "01. 03. 2017" and "1. März 2017" are dates, not items. */
export const bulletMark =
  /^\s*(?:[-–—*•●▪◦‣·►✓✔✅➢➤→o]\s+|\(?[A-Z]?\d{1,2}[.)]\s+(?!(?:\d{1,2}\.\s?|\p{L}{3,12}\.?\s)?(?:19|20)\d\d(?!\d)))/u
// Matches a run of full stops once, at its beginning.
const sentenceEnd = /(?<![.!?])[.!?]+(?=\s)|[。！？]/gu
const abbreviation = new RegExp(
  [
    '(?:^|[\\s(])(?:etc|dr|mr|mrs|ms|prof|inc|ltd|co|corp|st|vs|approx|incl|resp|min|max|yrs?|mos|exp|',
    'req|pref|cert|lic|dept|inkl|ggf|evtl|bzw|ca|z\\.\\s?b|p\\.\\s?ex',
    '|\\p{L}{1,3}(?:\\.\\p{L}{1,4})+|\\p{L})$', // The end of "e.g", "B.Sc", "Ph.D" or an initial.
  ].join(''),
  'iu',
)

/**
 * Returns the items and sentences in a text that contain a letter or a digit. None is longer than `lengthMax` UTF-16
 * units.
 */
export function stretchesOf(text: string, lengthMax: number): Stretch[] {
  return paragraphsOf(text).flatMap((line, paragraph) => {
    const bullet = bulletMark.exec(text.slice(line.start, line.end))
    const from = line.start + (bullet?.[0].length ?? 0)
    return sentences(text, from, line.end)
      .flatMap((sentence) => pieces(text, sentence, lengthMax))
      .filter((piece) => /[\p{L}\p{N}]/u.test(text.slice(piece.start, piece.end)))
      .map((piece) => ({ ...piece, paragraph, bullet: bullet !== null }))
  })
}

/**
 * Returns a text's lines that are not blank. Joins two lines if the second continues the first. It does if the first
 * line ends in a short function word, or if the first line is long and the second begins in lower case.
 */
export function paragraphsOf(text: string): Span[] {
  const paragraphs: Span[] = []
  let [wraps, isOpen] = [false, false]
  for (const match of text.matchAll(/[^\n\r]+/g)) {
    const line = trimmed(text, match.index, match.index + match[0].length)
    if (line.start === line.end) {
      wraps = isOpen = false
      continue
    }
    const words = text.slice(line.start, line.end)
    const last = paragraphs.at(-1)
    const goesOn = isOpen || words === 'to' || (wraps && /^\p{Ll}/u.test(words))
    if (last && goesOn && !bulletMark.test(words) && isNextLine(text, last.end, line.start)) last.end = line.end
    else paragraphs.push(line)
    wraps = words.length >= wrappedLineLengthMin && !/[.!?:;]$/.test(words)
    isOpen = /(?<!\S)(?:an?|and|by|for|in|of|or|the|to|with)$/.test(words)
  }
  return paragraphs
}

function isNextLine(text: string, end: number, start: number): boolean {
  return text.slice(end, start).split('\n').length <= 2
}

function sentences(text: string, from: number, to: number): Span[] {
  const line = text.slice(from, to)
  const found: Span[] = []
  let start = 0
  for (const match of line.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length
    if (match[0] === '.' && isWithin(line, start, match.index, end)) continue
    found.push(trimmed(text, from + start, from + end))
    start = end
  }
  found.push(trimmed(text, from + start, to))
  return found.filter((span) => span.start < span.end)
}

/**
 * Returns whether a full stop does not end a sentence. It does not if it is part of a date, follows an abbreviation or
 * an initial, or precedes a lower-case word.
 */
function isWithin(line: string, start: number, point: number, end: number): boolean {
  const next = line.slice(end, end + 20).trimStart()
  if (isInDate(line.slice(Math.max(start, point - 12), point), next)) return true
  // Twelve characters cover the longest abbreviation in the list.
  return /^\p{Ll}/u.test(next) || abbreviation.test(line.slice(Math.max(start, point - 12), point))
}

/**
 * Returns whether the full stop between two texts is part of a date, as in "Sept. 2017", "30. Juni 2019" and "01. 03.
 * 2017".
 */
function isInDate(before: string, next: string): boolean {
  if (/(?<![\d.,])\d{1,2}$/.test(before))
    return /^(?:\d{1,2}\.|(?:19|20)\d\d(?!\d))/.test(next) || isMonth(wordAt(next)) || /^quartal/i.test(next)
  if (/(?<!\d)(?:19|20)\d\d$/.test(before)) return /^\d{1,2}(?:\.|(?!\p{L}|\d| \p{L}))/u.test(next)
  return /^['’]?\d/.test(next) && isMonth(/\p{L}{3,12}$/u.exec(before)?.[0])
}

const wordAt = (text: string): string | undefined => /^\p{L}{3,12}/u.exec(text)?.[0]
const isMonth = (word: string | undefined): boolean => word !== undefined && monthNamed(word) !== null

/**
 * Splits a span into pieces of at most `lengthMax` units: at white space if there is any in the second half of a piece,
 * and never within a character.
 */
function pieces(text: string, span: Span, lengthMax: number): Span[] {
  const found: Span[] = []
  let { start } = span
  while (span.end - start > lengthMax) {
    const window = text.slice(start, start + lengthMax)
    const blanks = [...window.matchAll(/\s/g)].map(({ index }) => index).filter((at) => at > lengthMax / 2)
    const blank = blanks.findLast((at) => /^[,;:)]\s|^.\s\p{Lu}/u.test(window.slice(at - 1))) ?? blanks.at(-1)
    const length = blank ?? lengthMax - (isHighSurrogate(window, lengthMax - 1) ? 1 : 0)
    found.push(trimmed(text, start, start + length))
    start += length
  }
  found.push(trimmed(text, start, span.end))
  return found.filter((piece) => piece.start < piece.end)
}

const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800

function trimmed(text: string, start: number, end: number): Span {
  const slice = text.slice(start, end)
  const lead = slice.length - slice.trimStart().length
  return lead === slice.length ? { start, end: start } : { start: start + lead, end: start + slice.trimEnd().length }
}
