/**
 * Reads the character table of an embedded font. It is needed because some programs state no character for a glyph that
 * is part of a syllable.
 *
 * The table is OpenType's `cmap`, in format 4 or 12.
 */
import type { Pdfium } from './pdfium.ts'

/** A larger font is not read, because copying it would take too much memory. Embedded subsets of fonts are smaller. */
const fontBytesMax = 4 * 1024 * 1024

/** Returns code points by glyph; empty for a font without a readable table. */
export function lettersOfFont(pdfium: Pdfium, font: number): Map<number, number> {
  const size = pdfium.malloc(4)
  const isKnown = pdfium.FPDFFont_GetFontData(font, 0, 0, size) === 1
  const bytes = isKnown ? new Uint32Array(pdfium.memory.buffer, size, 1)[0]! : 0
  const at = bytes > 0 && bytes <= fontBytesMax ? pdfium.malloc(bytes) : 0
  if (at) pdfium.FPDFFont_GetFontData(font, at, bytes, size)
  const file = at ? Buffer.from(new Uint8Array(pdfium.memory.buffer, at, bytes).slice()) : Buffer.alloc(0)
  if (at) pdfium.free(at)
  pdfium.free(size)
  try {
    return readTable(file)
  } catch {
    return new Map() // a broken font makes the reader run past its end, which throws
  }
}

function readTable(file: Buffer): Map<number, number> {
  const letters = new Map<number, number>()
  for (let record = 12; record < 12 + 16 * file.readUInt16BE(4); record += 16) {
    if (file.toString('latin1', record, record + 4) !== 'cmap') continue
    const table = file.readUInt32BE(record + 8)
    for (let at = 0; at < file.readUInt16BE(table + 2); at++) {
      const part = table + file.readUInt32BE(table + 4 + 8 * at + 4)
      const format = file.readUInt16BE(part)
      if (format === 4) readSegments(file, part, letters)
      else if (format === 12) readGroups(file, part, letters)
    }
  }
  return letters
}

function readSegments(file: Buffer, part: number, letters: Map<number, number>): void {
  const double = file.readUInt16BE(part + 6)
  for (let at = part + 14; at < part + 14 + double; at += 2) {
    const [end, start] = [file.readUInt16BE(at), file.readUInt16BE(at + 2 + double)]
    const delta = file.readUInt16BE(at + 2 + 2 * double)
    const offsetAt = at + 2 + 3 * double
    const offset = file.readUInt16BE(offsetAt)
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const listed = offset === 0 ? code : file.readUInt16BE(offsetAt + offset + 2 * (code - start))
      letters.set((listed + delta) & 0xffff, code)
    }
  }
}

function readGroups(file: Buffer, part: number, letters: Map<number, number>): void {
  const glyphsMax = 0x10000
  for (let at = 0; at < file.readUInt32BE(part + 12); at++) {
    const group = part + 16 + 12 * at
    const [start, end, glyph] = [0, 4, 8].map((step) => file.readUInt32BE(group + step)) as [number, number, number]
    for (let code = start; code <= end && code - start < glyphsMax; code++) letters.set(glyph + code - start, code)
  }
}
