/**
 * Runs Tesseract in this thread: one WebAssembly instance with limited memory, which reads one image at a time.
 *
 * Uses the core of tesseract.js directly. tesseract.js itself would start another thread, and download models and store
 * them on disk. Here, the models are from npm packages.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ReadingError } from '../reading.ts'
import { limitMemory } from '../wasm-memory.ts'

/** The part of the core that we call; the package has no types. */
type Core = {
  FS: { writeFile(path: string, content: Uint8Array): void; unlink(path: string): void }
  TessBaseAPI: new () => {
    Init(folder: null, languages: string, engine: number): number
    SetVariable(name: string, value: string): boolean
    /** The Exif orientation, from 1 to 8; 1 if it cannot be read. */
    SetImageFile(orientation: number): number
    Recognize(monitor: null): number
    GetUTF8Text(): string
    /** The mean confidence of the words, from 0 to 100. */
    MeanTextConf(): number
    Clear(): void
  }
}
type Options = { wasmBinary: Uint8Array; print(): void; printErr(): void }

/** `sure` means that the image contains letters of a script that the models know. */
export type Recognised = { text: string; sure: boolean }
/** Reads the text in an image: PNG, JPEG, WebP or PGM. Throws RESUME_CORRUPTED, RESUME_TOO_LARGE. */
export type Recogniser = (picture: Uint8Array, orientation?: number) => Recognised

/**
 * The memory limit, which is enough for a colour page with 40 million pixels: with the model, it takes 244 MB
 * (measured). A typical page takes 96 MB.
 */
const memoryBytesMax = 256 * 1024 * 1024

const packages = createRequire(import.meta.url)
/** Selects the neural engine, which is one of three. */
const neuralEngine = 1
/** Detects columns and reads them one after the other (`PSM_AUTO`). */
const automaticSegmentation = '3'

/**
 * Below this confidence, the page is also tried upside down. Tesseract turns pages whose lines run up or down, but the
 * result may be upside down. In seven images, each in four orientations, the confidence was 93 to 96 for upright pages
 * and 22 to 38 for pages upside down.
 */
const confidenceMin = 60
/**
 * The confidence from which a page is `sure`. With the English model, it was 33 to 48 for pages in Arabic, Hebrew,
 * Hindi and Japanese scripts, and 93 to 96 for English pages.
 */
const sureMin = 55
/** For each Exif orientation, the same orientation turned by 180 degrees. */
const upsideDown: Record<number, number> = { 1: 3, 2: 4, 3: 1, 4: 2, 5: 7, 6: 8, 7: 5, 8: 6 }

/** Loads the core and the models for these languages. Takes about 100 ms. */
export async function openRecogniser(languages: readonly string[]): Promise<Recogniser> {
  const wasm = await readFile(packages.resolve('tesseract.js-core/tesseract-core-simd-lstm.wasm'))
  limitMemory(wasm, memoryBytesMax)
  const load = packages('tesseract.js-core/tesseract-core-simd-lstm.js') as (options: Options) => Promise<Core>
  const core = await load({ wasmBinary: new Uint8Array(wasm), print() {}, printErr() {} })
  for (const language of languages) core.FS.writeFile(`${language}.traineddata`, await readModel(language))
  const api = new core.TessBaseAPI()
  if (api.Init(null, languages.join('+'), neuralEngine) !== 0) throw new Error('the models cannot be loaded')
  api.SetVariable('tessedit_pageseg_mode', automaticSegmentation)
  const readAt = (orientation: number): { text: string; confidence: number } => {
    if (api.SetImageFile(orientation) !== 0) throw new ReadingError('RESUME_CORRUPTED', 'the image is damaged')
    api.Recognize(null)
    const page = { text: api.GetUTF8Text(), confidence: api.MeanTextConf() }
    api.Clear()
    return page
  }
  return (picture, orientation = 1) => {
    try {
      core.FS.writeFile('/input', picture)
      const page = readAt(orientation)
      if (page.confidence >= confidenceMin) return { text: page.text, sure: true }
      const turned = readAt(upsideDown[orientation] ?? 3)
      const { text, confidence } = turned.confidence > page.confidence ? turned : page
      return { text, sure: confidence >= sureMin }
    } catch (cause) {
      if (cause instanceof ReadingError) throw cause
      throw new ReadingError('RESUME_TOO_LARGE', 'Tesseract crashed or ran out of memory')
    }
  }
}

async function readModel(language: string): Promise<Uint8Array> {
  const file = packages.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`)
  return promisify(gunzip)(await readFile(file))
}
