/**
 * A passage is a text twice: as a reader sees it, and as an engine sees it, with placeholders.
 *
 * Owns the mapping between the two. An engine speaks in offsets of `redacted`; a quote that a partner
 * reads is a slice of `text`.
 */

/** A stretch of `redacted` that stands for another stretch of `text`; all offsets are UTF-16 units. */
export type Replacement = { redactedStart: number; redactedEnd: number; start: number; end: number }

export type Passage = {
  /** The visible text. */
  text: string
  /** What an engine sees: `text` with each replacement's stretch exchanged for its placeholder. */
  redacted: string
  /** In order, without overlap. Empty: `redacted` equals `text`. */
  replacements: Replacement[]
}

/** A passage that nothing was replaced in. */
export function plainPassage(text: string): Passage {
  return { text, redacted: text, replacements: [] }
}

/** Offsets in `text` of a stretch of `redacted`; a cut placeholder widens to all it stands for. */
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
