/**
 * Determines the style of an element in a page, as far as it affects whether a reader sees the text.
 *
 * Decides which CSS declarations hide text; css.ts decides which ones apply to an element.
 */
import { alphaOf, blend, parseColour } from './colours.ts'
import type { Declarations } from './css.ts'
import { type Style, points } from './visibility.ts'
import type { Element } from './page-tree.ts'
import { readablePointsMin } from '../reading.ts'

/** Returns the properties that an element sets itself. `around` is the style of its parent. */
export function ownStyle({ name, attribs }: Element, css: Declarations, around: Style): Partial<Style> {
  const style = { ...paperOf(attribs, css, around), ...inkOf(attribs, css, around) }
  const isAside = 'hidden' in attribs || 'popover' in attribs || name === 'rp'
  if (isAside || (name === 'dialog' && !('open' in attribs)) || isHiding(css)) style.hidden = 'style_sheet'
  const size = points(css.get('font-size') ?? '')
  if (!Number.isNaN(size)) style.tiny = size < readablePointsMin
  if (shareOf(css.get('zoom') ?? '1') < zoomMin) style.tiny = true
  return style
}

/** Letters of the usual size are unreadable if the zoom is below this. */
const zoomMin = 0.2

/** Reads a number or a percentage. */
function shareOf(value: string): number {
  return parseFloat(value) / (value.endsWith('%') ? 100 : 1)
}

/** Returns the background of an element; empty if it is transparent, so the parent's background is visible. */
function paperOf(attribs: Element['attribs'], css: Declarations, { paper }: Style): Partial<Style> {
  if (css.has('background-image') && css.get('background-image') !== 'none') return { paper: null }
  const colour = css.get('background-color') ?? css.get('background') ?? attribs['bgcolor'] ?? ''
  if (/^(?:auto|none|inherit|initial|unset|nil|0(?: 0)?)?$/.test(colour.trim())) return {}
  const alpha = alphaOf(colour)
  const own = alpha === 0 ? paper : parseColour(colour)
  return { paper: own && paper && alpha < 1 ? blend(own, paper, alpha) : alpha < 1 && !paper ? null : own }
}

const sameInk = /^(?:inherit|unset|currentcolor)?$/

function inkOf(attribs: Element['attribs'], css: Declarations, { paper }: Style): Partial<Style> {
  const colour = css.get('-webkit-text-fill-color') ?? css.get('color') ?? attribs['color'] ?? ''
  if (sameInk.test(colour)) return {}
  const alpha = alphaOf(colour)
  if (alpha < clearAlphaMax && !isPainted(css)) return { hidden: 'transparent' }
  const ink = parseColour(colour)
  return { ink: ink && paper && alpha < 1 ? blend(ink, paper, alpha) : ink }
}

/**
 * Returns whether the letters are filled with the background image. Their own colour is then transparent, but they are
 * visible.
 */
function isPainted(css: Declarations): boolean {
  return [...css].some(([property, to]) => property.endsWith('background-clip') && to === 'text')
}

/** Letters with less opacity than this are invisible on any background. */
const clearAlphaMax = 0.05

function isHiding(css: Declarations): boolean {
  const value = (property: string) => css.get(property) ?? ''
  if (value('display') === 'none' || /^(?:hidden|collapse)$/.test(value('visibility'))) return true
  if (value('content-visibility') === 'hidden') return true
  return isClear(css, value) || isMovedAway(value) || isCutAway(value)
}

/**
 * Returns whether the letters are permanently transparent. An element with an animation is not, because it may fade in.
 */
function isClear(css: Declarations, value: (property: string) => string): boolean {
  if ([...css.keys()].some((property) => property.startsWith('animation'))) return false
  const filtered = /\bopacity\(\s*([\d.]+%?)/.exec(value('filter'))?.[1] ?? ''
  return [value('opacity'), filtered].some((share) => shareOf(share) < clearAlphaMax)
}

/**
 * A box that is moved at least `farMin` points to the left or up is off the screen. For a text indent, `farTextMin`
 * points are enough.
 */
const [farMin, farTextMin] = [375, 150]
/**
 * A move by this percentage of the screen's or the parent's size is treated like a move by `farMin` points (for a text
 * indent, `farTextMin`). Smaller percentages are common for boxes that are wider than their column.
 */
const farPercent = 90

function isFar(length: string, min = farMin): boolean {
  const [, share] = /^(-?[\d.]+)(?:%|[sld]?v[wh]|vmin|vmax)$/.exec(length) ?? []
  const moved = share === undefined ? points(length) : (Number(share) / farPercent) * min
  // To the right or down, the limit is larger, because text there is still visible on a wide screen.
  return moved <= -min || moved >= min * 10
}

function isMovedAway(value: (property: string) => string): boolean {
  if (isFar(value('text-indent'), farTextMin)) return true
  const sides = ['left', 'right', 'top', 'bottom', 'margin-left', 'margin-top']
  if (sides.some((side) => isFar(value(side)))) return true
  const moves = /\btranslate(?:x|y|3d)?\(([^)]*)\)/.exec(value('transform'))?.[1] ?? ''
  // Percentages refer to the box itself.
  return [...moves.split(','), ...`${value('translate')} ${value('inset')}`.split(' ')].some(
    (length) => !length.includes('%') && isFar(length.trim()),
  )
}

const nothing = /^0(?:\.0+)?(?:[a-z]+|%)?$/

/** Returns whether a box is clipped away (CSS Masking 1, 5 and 7), or has no size and clips its content. */
function isCutAway(value: (property: string) => string): boolean {
  const edges = /^rect\(([^)]*)\)/
    .exec(value('clip'))?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(parseFloat)
  if (edges && edges.length === 4 && (edges[2]! - edges[0]! < 2 || edges[1]! - edges[3]! < 2)) return true
  if (/^(?:inset\((?:50|[6-9]\d|100)%|(?:circle|ellipse)\(0|polygon\((?:0(?:px|%)?[\s,]*)+\))/.test(value('clip-path')))
    return true
  if (/^(?:scale(?:x|y|3d)?\(0(?:[,)]|\.0)|matrix\(0, ?0,|rotate[xy]\(90deg)/.test(value('transform'))) return true
  if (nothing.test(value('scale'))) return true
  if (!/^(?:hidden|clip)/.test(value('overflow'))) return false
  if (['width', 'height', 'max-height', 'max-width'].some((side) => nothing.test(value(side)))) return true
  return ['width', 'height'].every((side) => points(value(side)) <= dotMax)
}

/** A box of at most this many points is hidden. Pages put text for screen readers into boxes of one or two pixels. */
const dotMax = 1.5
