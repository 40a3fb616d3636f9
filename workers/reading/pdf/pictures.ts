/**
 * Examines the images on a page. The share of the page that they cover distinguishes a scanned page from a page with a
 * logo. Images that do not touch a letter are left out when the page is rendered, so that photos need not be decoded.
 */
import { pageFrame, toShown } from './page-frame.ts'
import type { Box } from './boxes.ts'
import type { Pdfium } from './pdfium.ts'
import { Scratch } from './scratch.ts'

/**
 * FPDF_PAGEOBJ_IMAGE and FPDF_PAGEOBJ_FORM (fpdf_edit.h). A form may contain an image, but its content is not
 * inspected.
 */
const [imageType, formType] = [3, 5]
/** The maximum number of objects that are examined per page. Scanners put one image or several stripes on a page. */
const objectsMax = 1_000

/**
 * Returns the share of a page that its images cover. Returns 0 for a page without images, such as one with letters as
 * outlines, and null for an empty page. Areas that several images cover are counted several times.
 */
export function pictureShare(pdfium: Pdfium, page: number): number | null {
  if (pdfium.FPDFPage_CountObjects(page) === 0) return null
  const scratch = new Scratch(pdfium)
  const { left, top, right, bottom } = pageFrame(pdfium, page, scratch)
  const areas = objectsOf(pdfium, page, objectsMax, [imageType, formType]).map((object) => {
    const box = boundsOf(pdfium, object, scratch)
    if (!box) return 0
    const wide = Math.min(right, box.right) - Math.max(left, box.left)
    const high = Math.min(top, box.top) - Math.max(bottom, box.bottom)
    return Math.max(0, wide) * Math.max(0, high)
  })
  pdfium.free(scratch.at)
  return areas.reduce((sum, area) => sum + area, 0) / ((right - left) * (top - bottom))
}

/**
 * The maximum number of images for which the distance from letters is examined. Further images, which are tiles of one
 * image or malicious, are always rendered.
 */
const picturesMax = 100

/**
 * Calls `paint` for the page without distant images. Images that are at least `room` points away from each of these
 * boxes are removed before the call, and restored after it. The pixels in the boxes do not change, because an image
 * paints only inside its own box. The boxes are positions on the page as shown.
 */
export function withoutDistantPictures(
  pdfium: Pdfium,
  page: number,
  { boxes, room }: { boxes: Box[]; room: number },
  paint: () => void,
): void {
  const scratch = new Scratch(pdfium)
  const frame = pageFrame(pdfium, page, scratch)
  const pictures = objectsOf(pdfium, page, Infinity, [imageType]).slice(0, picturesMax)
  const beside = pictures.filter((picture) => {
    const bounds = boundsOf(pdfium, picture, scratch)
    return bounds !== null && isBeside(toShown(frame, bounds), boxes, room)
  })
  pdfium.free(scratch.at)
  for (const picture of beside) pdfium.FPDFPageObj_SetIsActive(picture, 0)
  paint()
  for (const picture of beside) pdfium.FPDFPageObj_SetIsActive(picture, 1)
}

/**
 * Returns whether a box is at least `room` away from all of these boxes. Returns false if one of them contains NaN, as
 * in broken fonts.
 */
function isBeside({ left, top, right, bottom }: Box, boxes: Box[], room: number): boolean {
  return boxes.every(
    (box) => box.left > right + room || box.right < left - room || box.top > bottom + room || box.bottom < top - room,
  )
}

/** Returns the objects of these types among a page's first `most` objects. */
function objectsOf(pdfium: Pdfium, page: number, most: number, types: number[]): number[] {
  const objects: number[] = []
  const count = Math.min(most, pdfium.FPDFPage_CountObjects(page))
  for (let index = 0; index < count; index++) {
    const object = pdfium.FPDFPage_GetObject(page, index)
    if (types.includes(pdfium.FPDFPageObj_GetType(object))) objects.push(object)
  }
  return objects
}

/** Returns an object's box in page space, y upwards; null if it has none. */
function boundsOf(pdfium: Pdfium, object: number, scratch: Scratch): Box | null {
  const { at } = scratch
  if (!pdfium.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) return null
  const [left, bottom, right, top] = scratch.floats as unknown as [number, number, number, number]
  return { left, top, right, bottom }
}
