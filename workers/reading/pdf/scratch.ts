/**
 * A piece of PDFium's memory that is reserved for the results of its functions.
 *
 * Creates its views of this memory only once, because creating them takes longer than computing a result.
 */
import type { Pdfium } from './pdfium.ts'

/** Space for one result at the address `at`. The caller that allocates it must also free it. */
export class Scratch {
  readonly at: number
  readonly #pdfium: Pdfium
  #floats = new Float32Array()
  #doubles = new Float64Array()

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium
    // The largest result is a box, which has four 8-byte floats.
    this.at = pdfium.malloc(32)
  }

  /** Returns the result as floats. Read it before the next call. */
  get floats(): Float32Array {
    // When the memory grows, existing views become empty.
    if (this.#floats.length === 0) this.#floats = new Float32Array(this.#pdfium.memory.buffer, this.at, 8)
    return this.#floats
  }

  /** Returns the result as doubles. Read it before the next call. */
  get doubles(): Float64Array {
    if (this.#doubles.length === 0) this.#doubles = new Float64Array(this.#pdfium.memory.buffer, this.at, 4)
    return this.#doubles
  }
}
