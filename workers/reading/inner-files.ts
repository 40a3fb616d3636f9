/**
 * Extracts the images of a document's pages from its archive: a Pages document's preview, and the images in a Word or
 * OpenDocument file.
 */
import type { ResumeSizes } from '../tasks.ts'
import { openZip } from './zip.ts'

/**
 * Until 2013, a preview had all pages. Since then, it is an image of the first page. All entries may be in a folder
 * that is named after the document.
 */
const previews = [/(?:^|\/)QuickLook\/Preview\.pdf$/i, /(?:^|\/)preview\.jpg$/i]
/** Entries that show that an archive is an iWork document. */
const iWorkParts = /(?:^|\/)(?:Index\.zip|Index\/Document\.iwa|index\.xml)$/
/** Entries of presentations, which are not Pages documents. */
const slides = /(?:^|\/)Index\/(?:Master)?Slide[^/]*\.iwa$/

/**
 * Returns the name of the preview that is read in place of a Pages document; null if the archive is not a Pages
 * document or has no preview.
 */
export function previewName(names: ReadonlySet<string>): string | null {
  const all = [...names]
  if (!all.some((name) => iWorkParts.test(name)) || all.some((name) => slides.test(name))) return null
  return previews.flatMap((preview) => all.find((name) => preview.test(name)) ?? []).at(0) ?? null
}

/** Returns a Pages document's preview, and whether the preview shows only the first page. Throws like `openZip`. */
export async function readPreview(
  file: Buffer,
  sizes: ResumeSizes,
): Promise<{ bytes: Uint8Array; isFirstPage: boolean }> {
  const zip = await openZip(file, sizes)
  const name = previewName(zip.names) ?? ''
  return { bytes: await zip.bytes(name), isFirstPage: !/\.pdf$/i.test(name) }
}

const pictureFolders = /^(?:word\/media|Pictures)\/[^/]+\.(?:png|jpe?g|tiff?|webp|heic|avif)$/i

/**
 * Returns at most `scanPages` images in a Word or OpenDocument file, in the order of the numbers in their names. Throws
 * like `openZip`.
 */
export async function readPictures(file: Buffer, sizes: ResumeSizes): Promise<Uint8Array[]> {
  const zip = await openZip(file, sizes)
  const names = [...zip.names].filter((name) => pictureFolders.test(name))
  names.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  return Promise.all(names.slice(0, sizes.scanPages).map((name) => zip.bytes(name)))
}
