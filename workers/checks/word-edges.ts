/** Finds the beginnings and ends of words, so that a quote never begins or ends within a word. Pure. */

/** A stretch of text by its UTF-16 offsets; the end is exclusive. */
export type Stretch = { start: number; end: number }

const unspacedScript = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
/** Letters and digits of scripts with spaces between words. In other scripts, word boundaries cannot be detected. */
const wordCharacter = String.raw`[[\p{L}\p{M}\p{N}_]--[${unspacedScript}]]`
const wordInside = new RegExp(
  [
    `(?<=${wordCharacter})(?=${wordCharacter})`,
    String.raw`(?<=.)(?=\p{M})`, // in every script, an accent belongs to its letter
    String.raw`(?<=\p{L})(?=[+#]+(?![\p{L}\p{N}]))`, // C is neither C++ nor C#
    String.raw`(?<=\p{N}[.,])(?=\p{N})|(?<=\p{N})(?=[.,]\p{N})`, // 5 years are not 1.5 years
    String.raw`(?<=[\uD800-\uDBFF])(?=[\uDC00-\uDFFF])`,
  ].join('|'),
  'vy',
)

/** Returns whether the offset is within a word, a number or a character. */
export function splitsWord(text: string, at: number): boolean {
  wordInside.lastIndex = at
  return wordInside.test(text)
}

/**
 * Returns whether the space between two words may be missing at this offset, as is common in text extracted from a PDF:
 * "oldI have", "2022Serviced", and a heading run together with the words below it, "SKILLSclass C",
 * "EDUCATIONCertificate".
 */
export function joinsWords(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 4), at), text.slice(at, at + 2)]
  if (/^\p{Lu}{4}$/u.test(before)) return /^\p{Ll}|^\p{Lu}\p{Ll}/u.test(after)
  return /[\p{Ll}\p{N}]$/u.test(before) && /^\p{Lu}/u.test(after)
}

/** Returns the words in a text, separated nearly as by `splitsWord`. */
export function wordsOf(text: string): Stretch[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}_'’+#]*/gu), ({ index, 0: word }) => {
    return { start: index, end: index + word.length }
  })
}

const quotationMarks = /^["“”„‟″«»'‘’‚‛′`´‹›]$/u
const mark = /^[\p{P}%+]$/u

/** Extends the stretch by any punctuation around it that the quote also has, such as a full stop. */
export function withMarks(text: string, { start, end }: Stretch, quote: string): Stretch {
  const [before = ''] = /^[^\p{L}\p{N}]*/u.exec(quote) ?? []
  const [after = ''] = /[^\p{L}\p{N}\p{M}]*$/u.exec(quote) ?? []
  let [from, to] = [start, end]
  for (const wanted of after) if (isAlike(text[to], wanted)) to += 1
  for (const wanted of [...before].reverse()) if (isAlike(text[from - 1], wanted)) from -= 1
  return { start: from, end: to }
}

function isAlike(found: string | undefined, wanted: string): boolean {
  if (found === undefined || !mark.test(found)) return false
  return found === wanted || (quotationMarks.test(found) && quotationMarks.test(wanted))
}
