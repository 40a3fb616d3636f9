/**
 * Runs ImageMagick in this thread, as one WebAssembly instance. It decodes TIFF, HEIC and AVIF, which Tesseract's own
 * decoders do not support or support only in part.
 *
 * Its memory is limited, and its policy allows only these three formats.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ResumeType } from '../../tasks.ts'
import { ReadingError } from '../reading.ts'
import { limitMemory } from '../wasm-memory.ts'

export type DecodedType = Extract<ResumeType, 'tiff' | 'heic' | 'avif'>
export type PictureSize = { width: number; height: number }

/**
 * Decodes images. Both functions throw RESUME_CORRUPTED, RESUME_TOO_LARGE if an image exceeds the memory limit, or
 * RESUME_CONVERSION_FAILED if its compression is not supported.
 */
export type Decoder = {
  /** Returns the sizes of up to `pagesMax` pages, without decoding them. */
  sizesOf(file: Uint8Array, type: DecodedType, pagesMax: number): PictureSize[]
  /** Returns a page as an upright grey image (PGM) with square pixels. */
  decode(file: Uint8Array, type: DecodedType, page: number): Uint8Array
}

/**
 * The memory limit. A HEIC photo of 24 million pixels takes 240 MB, and a TIFF scan of 40 million pixels takes 180 to
 * 280 MB (measured).
 */
const memoryBytesMax = 384 * 1024 * 1024

const policy = `<policymap>
  <policy domain="coder" rights="none" pattern="*" />
  <policy domain="coder" rights="read" pattern="{TIFF,HEIC,AVIF}" />
  <policy domain="coder" rights="write" pattern="PGM" />
  <policy domain="delegate" rights="none" pattern="*" />
  <policy domain="filter" rights="none" pattern="*" />
  <policy domain="path" rights="none" pattern="@*" />
</policymap>`

/**
 * Pixels are resized if the ratio of the two resolutions is below this. The pixels of a fax are twice as high as wide,
 * so its letters would be half as high as they should be. The tolerance is for scanners, which are not exact.
 */
const squareShareMin = 0.9

let decoder: Promise<Decoder> | null = null
let isWornOut = false

/** Returns whether the instance has crashed. The thread must then be replaced, because it has only one instance. */
export const isMagickSpent = (): boolean => isWornOut

/** Returns this thread's decoder. The first call takes 200 ms and 40 MB. */
export function openDecoder(): Promise<Decoder> {
  return (decoder ??= start())
}

async function start(): Promise<Decoder> {
  const magick = await import('@imagemagick/magick-wasm')
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm')))
  limitMemory(wasm, memoryBytesMax)
  const files = magick.ConfigurationFiles.default
  files.policy.data = policy
  await magick.initializeImageMagick(wasm, files)
  const { ImageMagick, MagickImageCollection, MagickReadSettings } = magick
  const settingsOf = (type: DecodedType, frameIndex: number, frameCount: number) =>
    new MagickReadSettings({ format: type.toUpperCase() as 'TIFF' | 'HEIC' | 'AVIF', frameIndex, frameCount })
  return {
    sizesOf: (file, type, pagesMax) =>
      guarded(type, () => {
        const pages = MagickImageCollection.create()
        pages.ping(file, settingsOf(type, 0, pagesMax))
        const sizes = pages.map(({ width, height }) => ({ width, height }))
        pages.dispose()
        return sizes
      }),
    decode: (file, type, page) =>
      guarded(type, () =>
        ImageMagick.read(file, settingsOf(type, page, 1), (image) => {
          image.autoOrient()
          // Transparent areas become white, like paper.
          image.backgroundColor = magick.MagickColors.White
          image.alpha(magick.AlphaAction.Remove)
          const { x, y } = image.density
          if (x > 0 && y > 0 && Math.min(x / y, y / x) < squareShareMin) {
            const square = new magick.MagickGeometry(
              Math.round(image.width * Math.max(1, y / x)),
              Math.round(image.height * Math.max(1, x / y)),
            )
            square.ignoreAspectRatio = true
            image.resize(square)
          }
          image.depth = 8
          return image.write(magick.MagickFormat.Pgm, (picture) => picture.slice())
        }),
      ),
  }
}

function guarded<Result>(type: DecodedType, work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    const message = String(cause)
    // A WebAssembly trap.
    if (cause instanceof Error && cause.name === 'RuntimeError') {
      isWornOut = true
      throw new ReadingError('RESUME_TOO_LARGE', `the decoder of ${type} crashed or ran out of memory`)
    }
    if (/memory|exhausted|exceed/i.test(message))
      throw new ReadingError('RESUME_TOO_LARGE', `the ${type} exceeded the memory of its decoder`)
    if (/compression (?:support|format)|CompressNotSupported|unsupported (?:codec|image type)/i.test(message))
      throw new ReadingError('RESUME_CONVERSION_FAILED', `the ${type} is compressed in an unsupported way`, {
        reason: 'unsupported_type',
        fileType: `image/${type} with an unsupported compression`,
      })
    throw new ReadingError('RESUME_CORRUPTED', `the ${type} is damaged`)
  }
}
