/**
 * Handles text that was typed onto a page: values of form fields, and notes on the page itself.
 *
 * Annotations that a reader sees become part of the page. All others are removed, so that they are neither read nor
 * rendered.
 */
import type { HiddenTally } from '../findings.ts'
import { readBytes, readText, withName } from './marks.ts'
import type { Pdfium } from './pdfium.ts'

/**
 * Types of annotations (fpdf_annot.h). `typed` are those whose text is on the page: typed notes, stamps and form
 * fields.
 */
const [freeText, stamp, fileAttachment, widget] = [3, 13, 17, 20]
const typed = new Set([freeText, stamp, widget])
/** Links and pop-ups for notes. They show no text on the page. */
const plain = new Set([2, 16])

/** Flags that keep an annotation off the screen (PDF 1.7, table 165): invisible, hidden, no view. */
const unseenFlags = 1 | 2 | 32

/** The normal appearance (fpdf_annot.h), then the argument and the result of FPDFPage_Flatten (fpdf_flatten.h). */
const [normalAppearance, normalDisplay, isFlat] = [0, 0, 1]

/** Returns the types of a page's annotations, in order. */
export function annotationKinds(pdfium: Pdfium, page: number): number[] {
  return Array.from({ length: Math.max(0, pdfium.FPDFPage_GetAnnotCount(page)) }, (_, index) =>
    onAnnotation(pdfium, page, index, (annotation) => pdfium.FPDFAnnot_GetSubtype(annotation)),
  )
}

/** Returns the indexes of annotations that are attached files (paper clips). */
export function fileAnnotations(kinds: number[]): number[] {
  return kinds.flatMap((kind, index) => (kind === fileAttachment ? index : []))
}

/**
 * Makes text that was typed onto a page part of the page, and records typed text that is not shown. Returns true if the
 * page changed and must be reloaded.
 */
export function mergeAnnotations(
  pdfium: Pdfium,
  page: number,
  kinds: number[],
  pageNumber: number,
  tally: HiddenTally,
): boolean {
  if (kinds.every((kind) => plain.has(kind))) return false
  for (let index = kinds.length - 1; index >= 0; index--) {
    const isKept = typed.has(kinds[index]!) && prepare(pdfium, page, index, pageNumber, tally)
    if (!isKept) pdfium.FPDFPage_RemoveAnnot(page, index)
  }
  return pdfium.FPDFPage_Flatten(page, normalDisplay) === isFlat
}

/**
 * Creates the annotation's appearance if it has none, as PDF readers do. Returns false if the annotation is not shown.
 */
function prepare(pdfium: Pdfium, page: number, index: number, pageNumber: number, tally: HiddenTally): boolean {
  return onAnnotation(pdfium, page, index, (annotation) => {
    if (pdfium.FPDFAnnot_GetFlags(annotation) & unseenFlags) {
      tally.add('annotation', valueOf(pdfium, annotation), pageNumber)
      return false
    }
    if (pdfium.EPDFAnnot_HasAppearanceStream(annotation, normalAppearance) === 1) return true
    const isField = pdfium.FPDFAnnot_GetSubtype(annotation) === widget
    if (isField) pdfium.EPDFAnnot_GenerateFormFieldAP(annotation)
    else pdfium.EPDFAnnot_GenerateAppearance(annotation)
    return true
  })
}

/** The maximum number of annotations per page that are searched for links. Only a malicious page has more. */
const linksMax = 200

/** Returns the targets of a page's links, one per line. */
export function linkTargets(pdfium: Pdfium, document: number, page: number): string {
  const count = Math.min(linksMax, pdfium.FPDFPage_GetAnnotCount(page))
  const targets = Array.from({ length: Math.max(0, count) }, (_, index) =>
    onAnnotation(pdfium, page, index, (annotation) => {
      const link = pdfium.FPDFAnnot_GetLink(annotation)
      const action = link && pdfium.FPDFLink_GetAction(link)
      if (!action) return ''
      const bytes = readBytes(pdfium, (at, bytesMax, neededAt) => {
        new Uint32Array(pdfium.memory.buffer, neededAt, 1)[0] = pdfium.FPDFAction_GetURIPath(
          document,
          action,
          at,
          bytesMax,
        )
        return 1
      })
      return bytes?.toString('latin1').replace(/\0$/, '') ?? ''
    }),
  )
  return targets.join('\n')
}

/** Opens an annotation, returns the result of `work`, and closes the annotation. */
export function onAnnotation<T>(pdfium: Pdfium, page: number, index: number, work: (annotation: number) => T): T {
  const annotation = pdfium.FPDFPage_GetAnnot(page, index)
  const result = work(annotation)
  pdfium.FPDFPage_CloseAnnot(annotation)
  return result
}

/** Returns the text that was typed into a field or note. */
function valueOf(pdfium: Pdfium, annotation: number): string {
  const read = (key: string) =>
    withName(pdfium, key, (name) =>
      readText(pdfium, (buffer, bytes, neededAt) => {
        const needed = pdfium.FPDFAnnot_GetStringValue(annotation, name, buffer, bytes)
        new Uint32Array(pdfium.memory.buffer, neededAt, 1)[0] = needed
        return 1
      }),
    ) ?? ''
  return read('V') || read('Contents')
}
