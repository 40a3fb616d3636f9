/** Types and geometry for the positions of letters and words on a page. Pure. */

/** In points from the top left corner of the page as shown, y downwards. */
export type Box = { left: number; top: number; right: number; bottom: number }

/**
 * One character. If `text` is empty, the glyph is a part of the previous one. `mark` means that it combines with a
 * letter. `points` is its size on the page. `angle` is in radians, counterclockwise; upright text has 0.
 */
export type Glyph = Box & { text: string; letter: boolean; mark: boolean; points: number; angle: number }

/** Words in sequence at the same height without a wide gap. */
export type Segment = Box & { text: string; em: number }

/**
 * Glyphs are at the same height if they overlap by more than this share of the smaller glyph's height. The share is
 * small enough for bold, small and raised glyphs.
 */
const overlapMin = 0.5
/** Returns the smallest box that contains these boxes. */
export function bounds(boxes: Box[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { left, top, right, bottom } of boxes) {
    box.left = Math.min(box.left, left)
    box.top = Math.min(box.top, top)
    box.right = Math.max(box.right, right)
    box.bottom = Math.max(box.bottom, bottom)
  }
  return box
}

type Span = { top: number; bottom: number }

/** Returns whether two boxes are at the same height. */
export function sharesHeight(one: Span, other: Span): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return shared > overlapMin * Math.min(one.bottom - one.top, other.bottom - other.top)
}
