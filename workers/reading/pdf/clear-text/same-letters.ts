/**
 * Decides whether the letters of transparent text are visible on the page, because outlines or an image in the same
 * place show them.
 *
 * Renders the page once as it is, and once with only these letters, in black. The two renderings must agree: ink must
 * cover the letters and leave their gaps free. The second rendering changes the page permanently, so it must be the
 * last.
 */
import type { PixelSize } from '../ink.ts'
import { type Region, showsSame, type Word } from './letter-shapes.ts'
import { type Box, bounds } from '../boxes.ts'
import type { Pdfium } from '../pdfium.ts'

/** In pixels per point. At this scale, the gaps inside 8 pt letters are several pixels wide. */
const scale = 4
/**
 * The maximum number of pixels in a band. Bands are rendered one at a time, because a whole page would not fit into
 * PDFium's memory.
 */
const bandPixelsMax = 2_000_000
/**
 * A new band starts after a gap of more than ten points, because rendering the gap would take longer than another band.
 */
const bandGap = 10 * scale
/** The maximum number of pixels in all regions together: twice as many as the words on a full page have. */
const regionPixelsMax = 8_000_000
/** The maximum number of bands. A page of headings needs about thirty. */
const bandsMax = 64

/**
 * Returns for each word whether the page shows its letters in the same place. `objects` are the text objects that
 * contain the words.
 */
export function findSameLetters(
  pdfium: Pdfium,
  page: number,
  { shown, words, objects }: { shown: PixelSize; words: Word[]; objects: Set<number> },
): boolean[] {
  const regions = withinMemory(words.map(({ letters, points }) => regionOf(bounds(letters), points, shown)))
  const asShown = cutOut(pdfium, page, shown, regions)
  isolate(pdfium, pdfium.FPDFPage_CountObjects(page), (index) => pdfium.FPDFPage_GetObject(page, index), objects)
  const alone = cutOut(pdfium, page, shown, regions)
  return words.map((word, index) => showsSame(word, { ...regions[index]!, scale }, asShown[index]!, alone[index]!))
}

/** Returns a word's region, with a margin that shows the background colour. */
function regionOf(box: Box, points: number, shown: PixelSize): Region {
  const margin = points / 4
  const [left, top] = [Math.max(0, box.left - margin), Math.max(0, box.top - margin)].map((at) =>
    Math.floor(at * scale),
  )
  const right = Math.ceil(Math.min(shown.width, box.right + margin) * scale)
  const bottom = Math.ceil(Math.min(shown.height, box.bottom + margin) * scale)
  // In broken fonts, boxes can have any position and size. A word that does not fit into one band gets an empty region.
  const [width, height] = [right - left!, bottom - top!]
  const isWithin = width > 0 && height > 0 && width * height <= bandPixelsMax
  return { left: left!, top: top!, width: isWithin ? width : 0, height: isWithin ? height : 0 }
}

/** Empties the regions that exceed the memory limit. */
function withinMemory(regions: Region[]): Region[] {
  let pixels = 0
  return regions.map((region) =>
    (pixels += region.width * region.height) <= regionPixelsMax ? region : { ...region, width: 0, height: 0 },
  )
}

/** Returns the pixels in each region, in the page's current state. */
function cutOut(pdfium: Pdfium, page: number, shown: PixelSize, regions: Region[]): Uint32Array[] {
  const cut = regions.map(({ width, height }) => new Uint32Array(width * height))
  for (const band of bandsOf(regions)) {
    const { left, top, width, height } = around(band.map((index) => regions[index]!))
    const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
    if (!bitmap) throw new Error('PDFium could not allocate memory for a page')
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
    const size = [Math.round(shown.width * scale), Math.round(shown.height * scale)] as const
    pdfium.FPDF_RenderPageBitmap(bitmap, page, -left, -top, ...size, 0, 0)
    const stride = pdfium.FPDFBitmap_GetStride(bitmap) / 4
    const pixels = new Uint32Array(pdfium.memory.buffer, pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
    for (const index of band) {
      const region = regions[index]!
      for (let row = 0; row < region.height; row++) {
        const at = (region.top - top + row) * stride + region.left - left
        cut[index]!.set(pixels.subarray(at, at + region.width), row * region.width)
      }
    }
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
  return cut
}

/** Groups the regions, from top to bottom, into bands that are rendered together. */
function bandsOf(regions: Region[]): number[][] {
  const order = [...regions.keys()].filter((index) => regions[index]!.width > 0)
  order.sort((one, other) => regions[one]!.top - regions[other]!.top)
  const bands: number[][] = []
  let reach: Region | null = null
  for (const index of order) {
    const region = regions[index]!
    const wider = around(reach ? [reach, region] : [region])
    const isNear = reach && region.top - reach.top - reach.height < bandGap
    if (isNear && wider.width * wider.height <= bandPixelsMax) {
      bands.at(-1)!.push(index)
      reach = wider
    } else {
      bands.push([index])
      reach = region
    }
  }
  return bands.slice(0, bandsMax)
}

function around(regions: Region[]): Region {
  const [left, top] = [Math.min(...regions.map((region) => region.left)), Math.min(...regions.map(({ top }) => top))]
  const right = Math.max(...regions.map((region) => region.left + region.width))
  const bottom = Math.max(...regions.map((region) => region.top + region.height))
  return { left, top, width: right - left, height: bottom - top }
}

/** FPDF_PAGEOBJ_FORM (fpdf_edit.h): a group of objects. */
const formType = 5

/**
 * Removes everything from a page or group except these text objects, and fills them with black. Returns false if it
 * contains none of them.
 */
function isolate(pdfium: Pdfium, count: number, objectAt: (index: number) => number, kept: Set<number>): boolean {
  let isKept = false
  for (let index = 0; index < count; index++) {
    const object = objectAt(index)
    if (kept.has(object)) {
      pdfium.FPDFTextObj_SetTextRenderMode(object, 0)
      pdfium.FPDFPageObj_SetFillColor(object, 0, 0, 0, 255)
      isKept = true
    } else if (pdfium.FPDFPageObj_GetType(object) === formType && isolateForm(pdfium, object, kept)) isKept = true
    else pdfium.FPDFPageObj_SetIsActive(object, 0)
  }
  return isKept
}

function isolateForm(pdfium: Pdfium, form: number, kept: Set<number>): boolean {
  return isolate(
    pdfium,
    pdfium.FPDFFormObj_CountObjects(form),
    (index) => pdfium.FPDFFormObj_GetObject(form, index),
    kept,
  )
}
