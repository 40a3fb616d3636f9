/**
 * How much of a page its pictures take, which tells a scanned page from one with a logo.
 *
 * Owns what counts as a picture.
 */
import { pageFrame } from '../page-frame.ts'
import type { Pdfium } from '../pdfium.ts'
import { Scratch } from '../scratch.ts'

/** FPDF_PAGEOBJ_IMAGE and FPDF_PAGEOBJ_FORM (fpdf_edit.h): a form may hold a picture, and is not looked into. */
const pictures = new Set([3, 5])
/** Looked at on a page: scanners put one picture on a page, or some stripes. */
const objectsMax = 1_000

/** The area of a page's pictures, as a share of the page; null when it shows none. Where pictures overlap, both count. */
export function pictureShare(pdfium: Pdfium, page: number): number | null {
  const scratch = new Scratch(pdfium)
  const { left, top, right, bottom } = pageFrame(pdfium, page, scratch)
  const objects = Array.from({ length: Math.min(objectsMax, pdfium.FPDFPage_CountObjects(page)) }, (_, index) =>
    pdfium.FPDFPage_GetObject(page, index),
  ).filter((object) => pictures.has(pdfium.FPDFPageObj_GetType(object)))
  const { at } = scratch
  const areas = objects.map((object) => {
    if (!pdfium.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) return 0
    const [fromX, fromY, toX, toY] = scratch.floats as unknown as [number, number, number, number]
    const wide = Math.min(right, toX) - Math.max(left, fromX)
    const high = Math.min(top, toY) - Math.max(bottom, fromY)
    return Math.max(0, wide) * Math.max(0, high)
  })
  pdfium.free(scratch.at)
  return objects.length === 0 ? null : areas.reduce((sum, area) => sum + area, 0) / ((right - left) * (top - bottom))
}
