/**
 * Decides whether a glyph stands out in a page's pixels from the objects behind it and in front of it.
 *
 * Pure. Defines how much contrast and how much ink a reader needs.
 */
import type { Box } from './boxes.ts'

/** Red, green and blue, from 0 to 255. */
export type Colour = [number, number, number]

/**
 * A glyph to look for, with the box of its line, the box of its ink, and its colour. `certain` means that its font has
 * the glyph, so its colour must be in the image.
 */
export type Ink = { line: Box; letter: Box; colour: Colour; certain: boolean }

export type Lost = 'white_on_background' | 'covered'

/**
 * Part of a page's pixels. Each pixel is a 32-bit word of blue, green, red and an unused byte, or one byte of grey.
 * `left` and `top` are the position of the first pixel. Multiplying a grey pixel by `unit` gives a word with this grey
 * in all channels; for words, `unit` is 1.
 */
export type Bitmap = PixelSize & {
  pixels: Uint32Array | Uint8Array
  unit: number
  stride: number
  left: number
  top: number
  scale: number
}
export type PixelSize = { width: number; height: number }

/**
 * Distances between colours are rounded to steps of 8 (out of 256), so that the histogram of a glyph's box has only 32
 * entries.
 */
const stepBits = 3
const steps = 256 >> stepBits

/**
 * A glyph stands out only if its colour differs from the background by at least 24 (out of 255). On white, #E8E8E8 does
 * not.
 */
const contrastSteps = 24 >> stepBits
/**
 * The same for a grey image. Green makes up 0.59 of a grey, but only a third of `distance`, so two greys can differ by
 * nearly twice as much as their colours. With twice the limit, the colours certainly differ by `contrastSteps`.
 */
const greyContrastSteps = 2 * contrastSteps

/**
 * The minimum share of a glyph's box that has another colour. Even the boldest letters leave more of their box free.
 * White letters over visible text have less around them.
 */
const backgroundShareMin = 0.4

/** The number of pixels around a glyph's line in which its background is looked for. */
export const lineMargin = 1

/**
 * A pixel is ink if its distance from the glyph's colour is at most this share of the distance from the background to
 * that colour. This includes the hairlines of 5 pt type.
 */
const inkNearness = 0.88

/** Returns a box in the page's pixels, `margin` wider on each side. */
export function pixelsOf(box: Box, scale: number, margin: number): Box {
  return {
    left: Math.floor(box.left * scale) - margin,
    top: Math.floor(box.top * scale) - margin,
    right: Math.ceil(box.right * scale) + margin,
    bottom: Math.ceil(box.bottom * scale) + margin,
  }
}

/** Returns a box in the image's pixels, clipped at the image's edges. */
function pixelsWithin(image: Bitmap, box: Box, margin: number): Box {
  const { left, top, right, bottom } = pixelsOf(box, image.scale, margin)
  return {
    left: Math.max(0, left - image.left),
    top: Math.max(0, top - image.top),
    right: Math.min(image.width, right - image.left),
    bottom: Math.min(image.height, bottom - image.top),
  }
}

/**
 * Returns why a glyph does not stand out; null if it does. It stands out if enough of its surroundings has another
 * colour, and its own box contains its colour.
 */
export function whyLost(image: Bitmap, { line, letter, colour, certain }: Ink): Lost | null {
  return whyBelow(image, contrastSteps, { line, letter, colour, certain }, pixelsWithin(image, letter, 0))
}

/**
 * Returns whether a glyph stands out in a grey image. Most glyphs do, and only the others need the colour image.
 * Ignores rows of pixels that the letter only partly fills, because they may show the line above or below.
 */
export function standsOut(image: Bitmap, { line, letter, colour, certain }: Ink): boolean {
  const grey = greyOf(colour)
  const ink: Ink = { line, letter, colour: [grey, grey, grey], certain }
  return whyBelow(image, greyContrastSteps, ink, wholeRows(image, letter)) === null
}

/**
 * Returns whether a glyph is dark enough for the small grey image, in which one pixel mixes the glyph with its
 * surroundings.
 */
export function isDark({ colour }: Ink): boolean {
  return greyOf(colour) < 128
}

function wholeRows(image: Bitmap, letter: Box): Box {
  const within = pixelsWithin(image, letter, 0)
  const top = Math.ceil(letter.top * image.scale) - image.top
  const bottom = Math.floor(letter.bottom * image.scale) - image.top
  return { ...within, top: Math.max(within.top, top), bottom: Math.min(within.bottom, bottom) }
}

/** Returns the grey that PDFium calculates from a colour (`FXRGB2GRAY`). */
function greyOf([red, green, blue]: Colour): number {
  return (blue * 11 + green * 59 + red * 30) / 100
}

/** Returns what `whyLost` returns, for the pixels in `box`. */
function whyBelow(image: Bitmap, contrast: number, ink: Ink, box: Box): Lost | null {
  const { line, letter, colour, certain } = ink
  const background =
    backgroundOf(image, pixelsWithin(image, line, lineMargin), colour, contrast) ??
    labelOf(image, pixelsWithin(image, letter, lineMargin), colour, contrast)
  if (background === null) return 'white_on_background'
  if (!certain || background < contrast) return null
  return holdsInk(image, box, colour, background * inkNearness) ? null : 'covered'
}

/** Returns whether two images of the same part of a page differ inside a box as much as a letter differs from paper. */
export function differs(one: Bitmap, other: Bitmap, box: Box): boolean {
  const { left, top, right, bottom } = pixelsWithin(one, box, 0)
  for (let y = top; y < bottom; y++) {
    for (let at = y * one.stride + left; at < y * one.stride + right; at++) {
      if (distance(one.pixels[at]!, coloursOf(other.pixels[at]!)) >= contrastSteps) return true
    }
  }
  return false
}

/** Returns whether a glyph's box contains any colour other than the background, which must be plain along the line. */
export function showsMark(image: Bitmap, { line, letter }: Ink): boolean {
  const around = pixelsWithin(image, line, lineMargin)
  const plain = image.pixels[around.top * image.stride + around.left]!
  if (!fillsHalf(image, around, plain)) return false
  const { left, top, right, bottom } = pixelsWithin(image, letter, 0)
  for (let y = top; y < bottom; y++) {
    for (let at = y * image.stride + left; at < y * image.stride + right; at++)
      if (distance(image.pixels[at]!, coloursOf(plain)) >= contrastSteps) return true
  }
  return false
}

const coloursOf = (pixel: number): Colour => [(pixel >> 16) & 0xff, (pixel >> 8) & 0xff, pixel & 0xff]

/**
 * Returns the distance, in steps, between a box's background and a colour; null if too little of the box has another
 * colour.
 */
function backgroundOf(image: Bitmap, box: Box, colour: Colour, contrast: number): number | null {
  const corner = image.pixels[box.top * image.stride + box.left]!
  const plain = distance(corner * image.unit, colour)
  // Most glyphs are on plain paper: if more than half of the box equals the pixel in its corner, that pixel is the
  // background.
  if (plain >= contrast && fillsHalf(image, box, corner)) return plain
  countDistances(image, box, colour)
  let [total, apart, usual] = [0, 0, 0]
  for (let step = 0; step < steps; step++) {
    const count = counts[step]!
    total += count
    if (step >= contrast) apart += count
    if (count > counts[usual]!) usual = step
  }
  return apart < total * backgroundShareMin ? null : usual
}

/**
 * Returns the same for letters on a coloured label that is not as high as the line. The label's colour must be above
 * and below the letter, which is not the case where visible text covers hidden text.
 */
function labelOf(image: Bitmap, box: Box, colour: Colour, contrast: number): number | null {
  const isApart = (y: number): boolean => {
    for (let x = box.left; x < box.right; x++)
      if (distance(image.pixels[y * image.stride + x]! * image.unit, colour) < contrast) return false
    return box.right > box.left
  }
  return isApart(box.top) && isApart(box.bottom - 1) ? backgroundOf(image, box, colour, contrast) : null
}

function fillsHalf({ pixels, stride }: Bitmap, { left, top, right, bottom }: Box, pixel: number): boolean {
  let missing = Math.floor(((right - left) * (bottom - top)) / 2)
  for (let y = top; y < bottom; y++) {
    for (let at = y * stride + left; at < y * stride + right; at++) {
      if (pixels[at] === pixel && --missing < 0) return true
    }
  }
  return false
}

/** A histogram, reused for all glyphs. */
const counts = new Uint32Array(steps)

/** Counts the pixels in a box by their distance from a colour, in steps. */
function countDistances({ pixels, unit, stride }: Bitmap, { left, top, right, bottom }: Box, colour: Colour): void {
  counts.fill(0)
  for (let y = top; y < bottom; y++) {
    for (let at = y * stride + left; at < y * stride + right; at++) counts[distance(pixels[at]! * unit, colour)]! += 1
  }
}

/** Returns whether a pixel of the box is within this many steps of a colour. */
function holdsInk({ pixels, unit, stride }: Bitmap, box: Box, colour: Colour, stepsMax: number): boolean {
  for (let y = box.top; y < box.bottom; y++) {
    for (let at = y * stride + box.left; at < y * stride + box.right; at++) {
      if (distance(pixels[at]! * unit, colour) <= stepsMax) return true
    }
  }
  return false
}

/** Returns a pixel's distance from a colour, in steps. */
function distance(pixel: number, colour: Colour): number {
  const byRed = Math.abs(((pixel >> 16) & 0xff) - colour[0])
  const byGreen = Math.abs(((pixel >> 8) & 0xff) - colour[1])
  const byBlue = Math.abs((pixel & 0xff) - colour[2])
  return ((byBlue + byGreen + byRed) / 3) >> stepBits
}
