/**
 * Limits how far the memory of a WebAssembly module may grow, so that a malicious file cannot exhaust the process's
 * memory.
 */

/** WebAssembly 1.0, 4.2.8. */
const pageBytes = 65_536

/** Each section in a WebAssembly binary has an id; the memory section has 5 (WebAssembly 1.0, 5.5.8). */
const memorySection = 5

/**
 * Lowers the maximum in the memory section, in place. Throws if the section has no maximum, because files would then be
 * read without a memory limit.
 */
export function limitMemory(wasm: Uint8Array, bytesMax: number): void {
  // After the magic number and the version, which have 4 bytes each, sections follow as id, length, content.
  for (let at = 8; at < wasm.length;) {
    const length = readLeb(wasm, at + 1)
    if (wasm[at] !== memorySection) {
      at = length.end + length.value
      continue
    }
    // One memory (1), limits with a maximum (1), minimum, maximum.
    const hasMaximum = wasm[length.end] === 1 && wasm[length.end + 1] === 1
    if (!hasMaximum) break
    const maximum = readLeb(wasm, readLeb(wasm, length.end + 2).end)
    return writeLeb(wasm, maximum.start, maximum.end, Math.min(maximum.value, Math.floor(bytesMax / pageBytes)))
  }
  throw new Error('the WebAssembly module has no memory section with a maximum')
}

/**
 * Reads an unsigned LEB128 number. Each byte contains seven bits, the low ones first, and its top bit is set if another
 * byte follows.
 */
function readLeb(bytes: Uint8Array, start: number): { value: number; start: number; end: number } {
  let value = 0
  let end = start
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[end++]
    if (byte === undefined) throw new Error('the WebAssembly module is truncated')
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return { value, start, end }
  }
}

/** Writes a LEB128 number. Pads the number to its previous length with zeros, which LEB128 allows. */
function writeLeb(bytes: Uint8Array, start: number, end: number, value: number): void {
  for (let at = start, rest = value; at < end; at++, rest = Math.floor(rest / 128)) {
    bytes[at] = (rest % 128) | (at < end - 1 ? 0x80 : 0)
  }
}
