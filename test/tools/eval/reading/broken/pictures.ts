/** Images that are broken, or that take more time or memory than a page, in the formats that ImageMagick decodes. */
import { readFileSync } from 'node:fs'
import { makeTiff } from '../../../samples/scans.ts'
import { type BrokenFiles, noise } from './broken.ts'

const scan = (name: string) => readFileSync(new URL(`../../../../data/scans/${name}`, import.meta.url))
const small = { width: 10, height: 10, pixels: new Uint8Array(100).fill(255) }
const cut = (name: string, share: number) => () => {
  const file = scan(name)
  return file.subarray(0, file.length * share)
}
const behind = (mark: string) => () => Buffer.concat([Buffer.from(mark, 'latin1'), noise(20_000)])

/** The offset of the only directory that `makeTiff` writes, and the offset of the value in a directory entry. */
const directoryAt = 8
const entryValueAt = (entry: number) => directoryAt + 2 + entry * 12 + 8
const [width, height, compression, stripAt, stripBytes] = [0, 1, 3, 5, 8]

function changedTiff(values: Record<number, number>, nextDirectory = 0) {
  return () => {
    const file = makeTiff([small])
    for (const [entry, value] of Object.entries(values)) file.writeUInt32LE(value, entryValueAt(Number(entry)))
    file.writeUInt32LE(nextDirectory, directoryAt + 2 + 9 * 12)
    return file
  }
}

export const brokenPictures: BrokenFiles = {
  'a TIFF that is its mark alone': ['RESUME_CORRUPTED', () => Buffer.from('II*\0', 'latin1')],
  'a TIFF without a directory': ['RESUME_CORRUPTED', () => Buffer.from('MM\0*\0\0\0\0', 'latin1')],
  'noise behind the mark of a TIFF': ['RESUME_CORRUPTED', behind('II*\0\x08\0\0\0')],
  'noise behind the mark of a BigTIFF': ['RESUME_CORRUPTED', behind('MM\0+\0\x08\0\0')],
  'a TIFF whose directory is cut off': ['RESUME_CORRUPTED', cut('lzw.tiff', 0.98)],
  'a TIFF of which half is missing': ['RESUME_CORRUPTED', cut('planes.tiff', 0.5)],
  'a TIFF whose directories form a circle': ['RESUME_EMPTY', changedTiff({}, directoryAt)],
  'a TIFF of a billion pixels': ['RESUME_TOO_LARGE', changedTiff({ [width]: 40_000, [height]: 40_000 })],
  'a TIFF without pixels': ['RESUME_CORRUPTED', changedTiff({ [width]: 0 })],
  'a TIFF that claims more pixels than it holds': [
    'RESUME_CORRUPTED',
    changedTiff({ [width]: 5_000, [height]: 5_000, [stripBytes]: 25_000_000 }),
  ],
  'a TIFF whose pixels are beyond its end': ['RESUME_CORRUPTED', changedTiff({ [stripAt]: 0xfffffff0 })],
  'a TIFF with an unknown compression': ['RESUME_CONVERSION_FAILED', changedTiff({ [compression]: 60_000 })],
  'a TIFF with a compression that is not supported': ['RESUME_CONVERSION_FAILED', () => scan('zstd.tiff')],
  'a TIFF with a broken JPEG in it': [
    'RESUME_CORRUPTED',
    () => Buffer.from(scan('jpeg.tiff')).fill(0xff, 10_000, 10_008),
  ],
  'a HEIC that is its brand alone': ['RESUME_CORRUPTED', () => scan('photo.heic').subarray(0, 24)],
  'a HEIC that is cut off': ['RESUME_CORRUPTED', cut('photo.heic', 0.5)],
  'noise behind the brand of a HEIC': ['RESUME_CORRUPTED', behind('\0\0\0\x14ftypheic\0\0\0\0mif1')],
  'an AVIF that is cut off': ['RESUME_CORRUPTED', cut('turned.avif', 0.5)],
  'noise behind the brand of an AVIF': ['RESUME_CORRUPTED', behind('\0\0\0\x14ftypmif1\0\0\0\0avif')],
  'a film': ['RESUME_CONVERSION_FAILED', behind('\0\0\0\x14ftypisom\0\0\0\0mp42')],
}
