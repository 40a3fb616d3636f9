/**
 * Reads an image's header before anything decodes the image.
 *
 * Enforces the limits on pages and pixels.
 */
import { imageSize } from 'image-size'
import type { ResumeSizes } from '../../tasks.ts'
import type { ImageType } from '../file-type.ts'
import { ReadingError } from '../reading.ts'
import { type DecodedType, openDecoder, type PictureSize } from './magick.ts'

/**
 * One page of an image file. `bytes` converts it, if needed, to an image that Tesseract can read. `orientation` is the
 * Exif value, 1 to 8.
 */
export type Picture = { bytes: () => Uint8Array; orientation: number }

/**
 * Returns the pages in an image file. Throws RESUME_CORRUPTED, RESUME_TOO_LARGE above `scanPages` or `scanPixels`, and
 * the errors of `Decoder`.
 */
export async function pagesOf(file: Buffer, type: ImageType, sizes: ResumeSizes): Promise<Picture[]> {
  return isDecoded(type) ? decodedPages(file, type, sizes) : [pictureOf(file, type, sizes)]
}

function isDecoded(type: ImageType): type is DecodedType {
  return type === 'tiff' || type === 'heic' || type === 'avif'
}

function pictureOf(file: Buffer, type: ImageType, sizes: ResumeSizes): Picture {
  try {
    // A copy, because image-size reads past the end of a subarray into the memory behind it.
    const { width, height, orientation = 1 } = imageSize(new Uint8Array(file))
    checkPixels({ width, height }, sizes)
    return { bytes: () => file, orientation }
  } catch (cause) {
    throw cause instanceof ReadingError ? cause : new ReadingError('RESUME_CORRUPTED', `the ${type} is damaged`)
  }
}

async function decodedPages(file: Buffer, type: DecodedType, sizes: ResumeSizes): Promise<Picture[]> {
  const { sizesOf, decode } = await openDecoder()
  const pages = sizesOf(file, type, sizes.scanPages + 1)
  if (pages.length > sizes.scanPages)
    throw new ReadingError('RESUME_TOO_LARGE', `the scan has more than ${sizes.scanPages} pages`)
  if (pages.length === 0) throw new ReadingError('RESUME_CORRUPTED', `the ${type} has no pages`)
  for (const page of pages) checkPixels(page, sizes)
  return pages.map((_, index) => ({ bytes: () => decode(file, type, index), orientation: 1 }))
}

function checkPixels({ width, height }: PictureSize, sizes: ResumeSizes): void {
  if (!(width > 0 && height > 0)) throw new ReadingError('RESUME_CORRUPTED', 'the image has no pixels')
  if (width * height > sizes.scanPixels)
    throw new ReadingError('RESUME_TOO_LARGE', `the image has ${width} by ${height} pixels`)
}
