/**
 * The piece of PDFium's memory that its functions write their answers to.
 *
 * Owns the views of it, which cost more to make for each answer than the answer itself.
 */
import type { Pdfium } from './pdfium.ts'

/** Space for one answer at the address `at`; the caller that allocates it frees it. */
export class Scratch {
  readonly at: number
  readonly #pdfium: Pdfium
  #floats = new Float32Array()
  #doubles = new Float64Array()

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium
    // The largest value that PDFium writes for us is a box of four 8-byte floats.
    this.at = pdfium.malloc(32)
  }

  /** The answer as floats, to be read before the next call. */
  get floats(): Float32Array {
    // When the memory grows, the views of it become empty.
    if (this.#floats.length === 0) this.#floats = new Float32Array(this.#pdfium.memory.buffer, this.at, 8)
    return this.#floats
  }

  /** The same, as doubles. */
  get doubles(): Float64Array {
    if (this.#doubles.length === 0) this.#doubles = new Float64Array(this.#pdfium.memory.buffer, this.at, 4)
    return this.#doubles
  }
}
