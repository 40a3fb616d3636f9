/**
 * Decides whether a glyph stands out in a page's pixels from the objects behind it and in front of it.
 *
 * Pure. Decides how much contrast and how much ink a reader needs.
 */
import type { Box } from './boxes.ts'

/** Red, green and blue, from 0 to 255. */
export type Colour = [number, number, number]

/**
 * A glyph to look for, with the box of its line, the box of its ink, and its colour. `certain` means that its font
 * draws it, so that its colour must be present.
 */
export type Ink = { line: Box; letter: Box; colour: Colour; certain: boolean }

export type Lost = 'white_on_background' | 'covered'

/**
 * Part of a page's pixels. Each pixel is a word of blue, green, red and an unused byte, or one byte of grey. `left` and
 * `top` are the position of the first pixel. Multiplying a grey pixel by `unit` gives a word with this grey in all
 * channels; for words, `unit` is 1.
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

/** Colour distances are counted in steps of 8 (out of 256), so that a glyph's histogram has only 32 entries. */
const stepBits = 3
const steps = 256 >> stepBits

/**
 * On paper, a colour that is closer than 24 (out of 255) to the background does not stand out, such as #E8E8E8 on
 * white.
 */
const contrastSteps = 24 >> stepBits
/**
 * In grey, the difference must be twice as large. Because green alone makes up 0.59 of a grey, the colours then differ
 * by more than `contrastSteps` in one channel.
 */
const greyContrastSteps = 2 * contrastSteps

/**
 * How large a share of a glyph's box must have another colour. Even the boldest letters leave more of their box free.
 * White letters over visible text leave less.
 */
const backgroundShareMin = 0.4

/** How far around its line a glyph's background is searched, in pixels. */
export const lineMargin = 1

/**
 * A pixel counts as ink if its distance from the glyph's colour is at most this share of the distance between
 * background and colour. The hairlines in 5 pt type are within this limit.
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
 * colour and part of its own box has its colour. Parts of its neighbours inside the line's box do not count.
 */
export function whyLost(image: Bitmap, { line, letter, colour, certain }: Ink): Lost | null {
  return whyBelow(image, contrastSteps, { line, letter, colour, certain }, pixelsWithin(image, letter, 0))
}

/**
 * Returns whether a glyph stands out in a grey image, which may be small. Most glyphs do, and only the others need the
 * colour image. Rows of pixels that the letter only touches do not count, because they may show the line above or
 * below.
 */
export function standsOut(image: Bitmap, { line, letter, colour, certain }: Ink): boolean {
  const grey = greyOf(colour)
  const ink: Ink = { line, letter, colour: [grey, grey, grey], certain }
  return whyBelow(image, greyContrastSteps, ink, wholeRows(image, letter)) === null
}

/**
 * Returns whether grey distinguishes a glyph's letters from paper, even where pixels from the neighbouring lines are
 * mixed in.
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

/** `box` has the letter's pixels. */
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

/** Returns whether there is something of any colour in a glyph's box, on a line with a plain background. */
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

/** Returns how far a box's background is from a colour, in steps; null if too little of the box has another colour. */
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
 * Returns the same for a coloured label that is not as high as its line. The label's colour must be above and below the
 * letter. Where visible text covers hidden text, there is paper instead.
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

/** Reused for all glyphs, because most glyphs in a small image need it. */
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
