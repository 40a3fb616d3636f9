/**
 * Compares the invisible text that a scanner put over a page (its text layer) with the text that OCR finds in the
 * image.
 *
 * Decides whether the layer is used instead of the OCR result, and whether it contains lines that the image does not
 * show. Tolerates OCR errors in single words.
 */

import type { IntegrityFinding } from '../../tasks.ts'
import { HiddenTally } from '../findings.ts'
import { clearReasons } from '../pdf/visibility.ts'
import type { PdfReading } from '../pdf/pdf.ts'

/** Shorter lines are ignored, because they are often a mark or a number that the scanner or OCR misread. */
const lineWordsMin = 3

/**
 * Returns the findings about hidden text in a PDF. On the scanned pages, a line of the text layer is hidden only if OCR
 * does not find it in any image.
 */
export function findingsOutside(
  { findings, byPage }: PdfReading,
  scanned: number[],
  recognised: string,
): IntegrityFinding[] {
  const tally = new HiddenTally()
  for (const index of scanned)
    for (const line of strangeLines(byPage[index]!.layer, recognised)) tally.add('transparent', line, index + 1)
  const isLayer = ({ reason, page = 0 }: IntegrityFinding) => clearReasons.has(reason) && scanned.includes(page - 1)
  return [...findings.filter((finding) => !isLayer(finding)), ...tally.findings]
}

/** A text layer and an OCR result agree if they have at least this share of their words in common. */
const agreedShareMin = 0.9

/**
 * Returns a scanned page's visible text layer, without words that OCR did not find; null if the two disagree. The text
 * layer is usually better than our OCR, because people often correct it. But it must not add words that the page does
 * not show.
 */
export function agreedLayer(layer: string, recognised: string): string | null {
  const [own, ours] = [wordsOf(layer), wordsOf(recognised)]
  if (Math.min(own.length, ours.length) < agreedShareMin * Math.max(own.length, ours.length)) return null
  const isIn = (words: string[]) => {
    const stems = new Set(words.flatMap(stemsOf))
    return (word: string) => stemsOf(word).some((stem) => stems.has(stem))
  }
  const [isSeen, isKept] = [isIn(ours), isIn(own)]
  const shared = Math.min(own.filter(isSeen).length / own.length, ours.filter(isKept).length / ours.length)
  // Also true for NaN, which is the share if there are no words.
  if (!(shared >= agreedShareMin)) return null
  return layer.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => (wordsOf(word).every(isSeen) ? word : ''))
}

/** Returns the lines of a text layer for which OCR found less than half of the words anywhere in the file. */
function strangeLines(layer: string, recognised: string): string[] {
  const known = wordsOf(recognised)
  const stems = new Set(known.flatMap(stemsOf))
  return layer.split('\n').filter((line) => {
    const words = wordsOf(line)
    const read = words.filter((word) => stemsOf(word).some((stem) => stems.has(stem)))
    return words.length >= lineWordsMin && read.length * 2 < words.length
  })
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Splits a long word into halves, so that one wrong letter affects only one half. */
function stemsOf(word: string): string[] {
  const middle = Math.ceil(word.length / 2)
  return word.length < 6 ? [word] : [`${word.slice(0, middle)}-`, `-${word.slice(-middle)}`]
}
