/**
 * Converts positions in page space to positions on the page as shown, which is cropped to its visible box and rotated.
 *
 * All other modules measure from the top left corner of the page as shown.
 */
import type { PixelSize } from './ink.ts'
import type { Box } from './boxes.ts'
import type { Pdfium } from './pdfium.ts'
import type { Scratch } from './scratch.ts'

/** The page as shown: its visible box in page space, and its rotation (clockwise quarter turns). */
export type Frame = Box & { quarters: number }

/** Reads an FS_RECTF: left, top, right, bottom as floats; y grows upwards. */
export function readBox({ floats }: Scratch): Box {
  return { left: floats[0]!, top: floats[1]!, right: floats[2]!, bottom: floats[3]! }
}

export function pageFrame(pdfium: Pdfium, page: number, scratch: Scratch): Frame {
  pdfium.FPDF_GetPageBoundingBox(page, scratch.at)
  return { ...readBox(scratch), quarters: pdfium.FPDFPage_GetRotation(page) & 3 }
}

/** Returns a page's size as shown, in points. */
export function shownSize({ left, top, right, bottom, quarters }: Frame): PixelSize {
  const [across, along] = [right - left, top - bottom]
  return quarters % 2 === 0 ? { width: across, height: along } : { width: along, height: across }
}

/** Converts page space (y upwards, not rotated) to the page as shown (y downwards, from its top left corner). */
export function toShown(frame: Frame, box: Box): Box {
  const [left, right] = [box.left - frame.left, box.right - frame.left]
  const [top, bottom] = [frame.top - box.top, frame.top - box.bottom]
  const [width, height] = [frame.right - frame.left, frame.top - frame.bottom]
  if (frame.quarters === 1) return { left: height - bottom, right: height - top, top: left, bottom: right }
  if (frame.quarters === 2) {
    return { left: width - right, right: width - left, top: height - bottom, bottom: height - top }
  }
  if (frame.quarters === 3) return { left: top, right: bottom, top: width - right, bottom: width - left }
  return { left, right, top, bottom }
}
