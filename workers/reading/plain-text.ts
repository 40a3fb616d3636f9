/**
 * Decodes bytes to text, and normalises text to its one normal form.
 *
 * Owns character encodings and white space. Never judges what the text says (hidden-characters.ts does).
 */
import { isUtf8 } from 'node:buffer'

/** Control characters other than those of plain text: tab, line ends, form feed, vertical tab, escape. */
const binaryControl = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/g

/** Random bytes are some 11 % control characters and text has none; 2 % tolerates a damaged text file. */
const binaryShareMax = 0.02

/** How much of a file is sampled to tell its encoding, and whether it is text at all. */
const sampleBytes = 64 * 1024

/** Decoded at once: what is cut off anyway is never decoded. */
const stepBytes = 1024 * 1024

/**
 * Decodes the encodings that resumes come in: UTF-8 and UTF-16 with or without a byte order mark, otherwise
 * windows-1252, which fits every byte string. Of a longer text, its first `unitsMax` UTF-16 units and a few more.
 */
export function decodeText(bytes: Uint8Array, unitsMax = Infinity): string {
  const decoder = new TextDecoder(encodingOf(bytes))
  let text = ''
  for (let at = 0; at < bytes.length && text.length < unitsMax; at += stepBytes)
    text += decoder.decode(bytes.subarray(at, at + stepBytes), { stream: true })
  return text + decoder.decode()
}

/** Whether what `decodeText` made of a file's bytes shows that they were no text. */
export function isBinary(text: string): boolean {
  const sample = text.slice(0, sampleBytes)
  const controls = sample.match(binaryControl)?.length ?? 0
  return controls > sample.length * binaryShareMax
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const unmarked = unmarkedUtf16(bytes.subarray(0, sampleBytes))
  if (unmarked) return unmarked
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** UTF-16 of a Western text has a zero in every other byte; UTF-8 text has none. */
function unmarkedUtf16(sample: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0]
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2]! += 1
  const [even, odd] = zeros as [number, number]
  // 0.4 of all bytes, so that a text with some accents and dashes still passes; zeros at even offsets are high bytes
  // first.
  if (odd > sample.length * 0.4 && even === 0) return 'utf-16le'
  if (even > sample.length * 0.4 && odd === 0) return 'utf-16be'
  return null
}

/** Bullets of the Symbol and Wingdings fonts, which arrive as private-use code points. */
const privateBullet = /[\uf0a7\uf0b7\uf0a8\uf076\uf0d8\uf0fc]/g

/** Latin ligatures. NFC keeps them, and 'certiﬁed' would match no criterion. */
const ligatures = ['ff', 'fi', 'fl', 'ffi', 'ffl', 'st', 'st']

/**
 * The normal form that is hashed, scored and quoted: NFC, `\n` as the only line end, one space between words, at most
 * one blank line in a row, no control characters, no lone surrogates.
 */
export function normaliseText(text: string): string {
  return text
    .replace(/\r\n?|[\f\v\u0085\u2028\u2029]/g, '\n')
    .replace(/[\0-\x08\x0e-\x1f\x7f-\x9f\ufffe\uffff]|\p{Cs}/gu, '')
    .replace(privateBullet, '•')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligatures[ligature.charCodeAt(0) - 0xfb00]!)
    .replace(/[\t\p{Zs}\ue000-\uf8ff]+/gu, ' ')
    .replace(/^ | $/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .normalize('NFC')
}
