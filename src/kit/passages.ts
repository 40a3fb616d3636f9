/**
 * A passage is a text twice: as a reader sees it, and as an engine sees it, with placeholders.
 *
 * Owns the mapping between the two. An engine speaks in offsets of `seen`; a quote that a partner
 * reads is a slice of `text`.
 */

/** A stretch of `seen` that stands for another stretch of `text`; all offsets are UTF-16 units. */
export type Replacement = { seenStart: number; seenEnd: number; start: number; end: number }

export type Passage = {
  /** The visible text. */
  text: string
  /** What an engine sees: `text` with each replacement's stretch exchanged for its placeholder. */
  seen: string
  /** In order, without overlap. Empty: `seen` equals `text`. */
  replacements: Replacement[]
}

/** A passage that nothing was replaced in. */
export function plainPassage(text: string): Passage {
  return { text, seen: text, replacements: [] }
}

/** Offsets in `text` of a stretch of `seen`; a cut placeholder widens to all it stands for. */
export function toVisible(passage: Passage, seenStart: number, seenEnd: number): { start: number; end: number } {
  return { start: visibleOffset(passage, seenStart, 'start'), end: visibleOffset(passage, seenEnd, 'end') }
}

function visibleOffset(passage: Passage, offset: number, edge: 'start' | 'end'): number {
  let shift = 0
  for (const replacement of passage.replacements) {
    const { seenStart, seenEnd } = replacement
    const inside = edge === 'start' ? offset >= seenStart && offset < seenEnd : offset > seenStart && offset <= seenEnd
    if (inside) return replacement[edge]
    if (offset <= seenStart) break
    shift = replacement.end - seenEnd
  }
  return offset + shift
}
