/**
 * What a picture's head says of it, before anything decodes it.
 *
 * Owns the limits of pages and pixels, and the pages of a TIFF. Decoding is Tesseract's.
 */
import { imageSize } from 'image-size'
import type { ResumeSizes } from '../../tasks.ts'
import type { ImageType } from '../file-type.ts'
import { ReadingError } from '../reading.ts'

/** `orientation`: that of Exif, from 1 to 8. */
export type Picture = { bytes: Uint8Array; orientation: number }

/** The pages of a picture. Throws RESUME_CORRUPTED, and RESUME_TOO_LARGE beyond `scanPages` or `scanPixels`. */
export function pagesOf(file: Buffer, type: ImageType, sizes: ResumeSizes): Picture[] {
  try {
    if (type === 'tiff') return tiffPages(file, sizes)
    // In memory of its own: image-size reads on past the end of a part, into what lies behind it.
    const { width, height, orientation = 1 } = imageSize(new Uint8Array(file))
    checkPixels(width, height, sizes)
    return [{ bytes: file, orientation }]
  } catch (cause) {
    throw cause instanceof ReadingError ? cause : new ReadingError('RESUME_CORRUPTED', `the ${type} is broken`)
  }
}

function checkPixels(width: number, height: number, sizes: ResumeSizes): void {
  if (!(width > 0 && height > 0)) throw new ReadingError('RESUME_CORRUPTED', 'the picture has no pixels')
  if (width * height > sizes.scanPixels)
    throw new ReadingError('RESUME_TOO_LARGE', `the picture has ${width} by ${height} pixels`)
}

/** TIFF 6.0, section 2: the head says where the first directory is, and each directory where the next one is. */
const firstDirectoryAt = 4
const entryBytes = 12
const [widthTag, heightTag] = [256, 257]
const shortType = 3

function tiffPages(file: Buffer, sizes: ResumeSizes): Picture[] {
  const isLittle = file.toString('latin1', 0, 2) === 'II'
  const read = (at: number, bytes: number) => (isLittle ? file.readUIntLE(at, bytes) : file.readUIntBE(at, bytes))
  const pages: Picture[] = []
  for (let directory = read(firstDirectoryAt, 4); directory !== 0;) {
    if (pages.length === sizes.scanPages)
      throw new ReadingError('RESUME_TOO_LARGE', `the scan has more than ${sizes.scanPages} pages`)
    const entries = read(directory, 2)
    const valueOf = (tag: number): number => {
      for (let at = directory + 2; at < directory + 2 + entries * entryBytes; at += entryBytes)
        if (read(at, 2) === tag) return read(at + 8, read(at + 2, 2) === shortType ? 2 : 4)
      return 0
    }
    checkPixels(valueOf(widthTag), valueOf(heightTag), sizes)
    // The decoder reads the first page, so the file's head names each page in turn as the first.
    const bytes = Buffer.from(file)
    if (isLittle) bytes.writeUInt32LE(directory, firstDirectoryAt)
    else bytes.writeUInt32BE(directory, firstDirectoryAt)
    pages.push({ bytes, orientation: 1 })
    directory = read(directory + 2 + entries * entryBytes, 4)
  }
  if (pages.length === 0) throw new ReadingError('RESUME_CORRUPTED', 'the TIFF has no pages')
  return pages
}
