/**
 * A passage is a piece of text in two forms: as a person reads it, and redacted, as an engine sees it.
 *
 * This module converts offsets between the two: an engine works with offsets in `redacted`, and a quote that a partner
 * reads is a slice of `text`.
 */

/** A range of `redacted` that replaces a range of `text`; all offsets are in UTF-16 units. */
export type Replacement = { redactedStart: number; redactedEnd: number; start: number; end: number }

export type Passage = {
  /** The visible text. */
  text: string
  /** The text that an engine sees: `text` with a placeholder for each replaced range. */
  redacted: string
  /** The replacements, in order and without overlap. If there are none, `redacted` equals `text`. */
  replacements: Replacement[]
}

/** Returns a passage without replacements. */
export function plainPassage(text: string): Passage {
  return { text, redacted: text, replacements: [] }
}

/**
 * The maximum number of UTF-16 units returned on each side of a quote. A longer line is cut at the boundary of the
 * quote's sentence or, if the sentence is too long as well, between two words.
 */
const restLengthMax = 200

/** Returns the text before and after a range, within its line. Omits a part that contains no letters and no digits. */
export function restOfLine(text: string, { start, end }: { start: number; end: number }) {
  const before = text.slice(Math.max(0, start - restLengthMax), start)
  const after = text.slice(end, end + restLengthMax)
  const parts = {
    before: endOf(before, before.length < start),
    after: beginningOf(after, end + after.length < text.length),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => /[\p{L}\p{N}]/u.test(part))) as Partial<
    typeof parts
  >
}

/**
 * Returns the last line of a text. If the beginning of that line was cut off, starts after its last complete sentence,
 * or else at its first complete word.
 */
function endOf(text: string, isCut: boolean): string {
  const line = text.slice(text.lastIndexOf('\n') + 1)
  if (!isCut || line.length < text.length) return line
  const sentence = /^.*[.!?]\s+(?=\S)/s.exec(line)
  return sentence ? line.slice(sentence[0].length) : line.replace(/^\S*(?=\s)/, '…').toWellFormed()
}

/**
 * Returns the first line of a text. If the end of that line was cut off, ends after its first sentence, or else after
 * its last complete word.
 */
function beginningOf(text: string, isCut: boolean): string {
  const [line = ''] = text.split('\n', 1)
  if (!isCut || line.length < text.length) return line
  const sentence = /^.*?[.!?](?=\s)/s.exec(line)
  return sentence ? sentence[0] : line.replace(/(?<=\s)\S*$/, '…').toWellFormed()
}

/**
 * Returns the beginning of a passage: at most `unitsMax` UTF-16 units of `redacted`, and the corresponding part of
 * `text`.
 */
export function cutPassage(passage: Passage, unitsMax: number): Passage {
  if (passage.redacted.length <= unitsMax) return passage
  const redacted = passage.redacted.slice(0, unitsMax).toWellFormed()
  const { end } = toVisible(passage, 0, unitsMax)
  const replacements = passage.replacements.filter(({ redactedStart }) => redactedStart < unitsMax)
  return { text: passage.text.slice(0, end), redacted, replacements }
}

/**
 * Returns the offsets in `text` of a range of `redacted`. If the range contains part of a placeholder, the result
 * contains all the text that the placeholder replaces.
 */
export function toVisible(
  passage: Passage,
  redactedStart: number,
  redactedEnd: number,
): { start: number; end: number } {
  return { start: visibleOffset(passage, redactedStart, 'start'), end: visibleOffset(passage, redactedEnd, 'end') }
}

function visibleOffset(passage: Passage, offset: number, edge: 'start' | 'end'): number {
  let shift = 0
  for (const replacement of passage.replacements) {
    const { redactedStart, redactedEnd } = replacement
    const inside =
      edge === 'start'
        ? offset >= redactedStart && offset < redactedEnd
        : offset > redactedStart && offset <= redactedEnd
    if (inside) return replacement[edge]
    if (offset <= redactedStart) break
    shift = replacement.end - redactedEnd
  }
  return offset + shift
}
