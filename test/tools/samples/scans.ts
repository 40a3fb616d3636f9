/**
 * Scanned resumes, made at run time: pages rendered from a PDF, as images and inside a PDF. Every function returns a
 * whole file's bytes.
 */
import { crc32, deflateSync } from 'node:zlib'
import { readRenderedPages } from '../../../workers/reading/pdf/scan/pages.ts'
import { makePdf, type PdfPen } from './resumes.ts'

/** A grey image with one byte per pixel. */
export type GreyPicture = { width: number; height: number; pixels: Uint8Array }

/** Returns a PDF's only page as a scanner sees it, at 200 dots per inch. */
export async function scanOf(pdf: Uint8Array): Promise<GreyPicture> {
  const pictures: Uint8Array[] = []
  const keep = (picture: Uint8Array) => (pictures.push(picture), '')
  await readRenderedPages(pdf, [0], Infinity, keep)
  const [page] = pictures as [Uint8Array]
  const [head, width, height] = /^P5 (\d+) (\d+) 255\n/.exec(Buffer.from(page.subarray(0, 40)).toString('latin1'))!
  return { width: Number(width), height: Number(height), pixels: page.subarray(head.length) }
}

/** Returns an image rotated clockwise by this many quarter turns. */
export function turned(picture: GreyPicture, quarters: number): GreyPicture {
  if (quarters === 0) return picture
  const { width, height, pixels } = picture
  const right = new Uint8Array(pixels.length)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      right[column * height + height - 1 - row] = pixels[row * width + column]!
  return turned({ width: height, height: width, pixels: right }, quarters - 1)
}

/** Returns a PNG (ISO/IEC 15948) with unfiltered lines. `claims` is the size to write into its header. */
export function makePng({ width, height, pixels }: GreyPicture, claims = { width, height }): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(claims.width, 0)
  head.writeUInt32BE(claims.height, 4)
  head.writeUInt8(8, 8)
  const lines = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; row++)
    lines.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  const chunks = { IHDR: head, IDAT: deflateSync(lines), IEND: Buffer.alloc(0) }
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...Object.entries(chunks).map(([n, c]) => chunk(n, c))])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Returns an uncompressed TIFF with these pages. */
export function makeTiff(pages: GreyPicture[]): Buffer {
  const parts = [Buffer.from('49492a0008000000', 'hex')]
  let at = 8
  pages.forEach(({ width, height, pixels }, index) => {
    const tags: [tag: number, value: number][] = [
      ...[[256, width] as const, [257, height] as const, [258, 8] as const, [259, 1] as const, [262, 1] as const],
      ...[
        [273, at + 2 + 9 * 12 + 4] as const,
        [277, 1] as const,
        [278, height] as const,
        [279, pixels.length] as const,
      ],
    ].map(([tag, value]) => [tag, value])
    const directory = Buffer.alloc(2 + tags.length * 12 + 4)
    directory.writeUInt16LE(tags.length, 0)
    tags.forEach(([tag, value], entry) => {
      directory.writeUInt16LE(tag, 2 + entry * 12)
      directory.writeUInt16LE(4, 4 + entry * 12)
      directory.writeUInt32LE(1, 6 + entry * 12)
      directory.writeUInt32LE(value, 10 + entry * 12)
    })
    const even = Buffer.alloc(pixels.length + (pixels.length % 2))
    even.set(pixels)
    at += directory.length + even.length
    directory.writeUInt32LE(index === pages.length - 1 ? 0 : at, 2 + tags.length * 12)
    parts.push(directory, even)
  })
  return Buffer.concat(parts)
}

type PicturePen = PdfPen & { image(file: Buffer, x: number, y: number, options: { width: number }): PdfPen }

/** Returns a PDF whose pages show only these images. */
export function scannedPdf(pictures: Buffer[], pageOptions: Record<string, unknown> = {}): Promise<Buffer> {
  return makePdf(
    (pen) => {
      pictures.forEach((picture, index) => {
        if (index > 0) pen.addPage()
        ;(pen as PicturePen).image(picture, 0, 0, { width: pen.page.width })
      })
    },
    { margin: 0, ...pageOptions },
  )
}
