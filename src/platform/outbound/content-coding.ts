/**
 * Decodes bodies that are compressed although no encoding was requested. Object stores send a file as it was stored,
 * with the Content-Encoding that was stored with it.
 *
 * Every step is limited, because a few bytes can unpack to gigabytes, or keep a decoder running forever without output.
 */
import { pipeline } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'

type Bytes = AsyncIterable<Uint8Array>
type Decoder = NodeJS.ReadWriteStream & Bytes

/** Thrown if a body does not match its Content-Encoding, or the encoding is not supported. */
export class UndecodableBody extends Error {}

/** Thrown if the input of a decoding step has more bytes than a file may have, plus `packedBytesMore`. */
export class BodyTooLarge extends Error {}

/** The number of bytes by which the compressed body may be larger than the decoded one. */
const packedBytesMore = 64 * 1024
/** The maximum number of encodings on one body. More indicate a zip bomb. */
const codingsMax = 3

/** Creates a decoder, given the first bytes of its input; null if the bytes do not have this encoding. */
type Coding = (head: Uint8Array) => Decoder | null

const gzip: Coding = ([first, second]) => (first === 0x1f && second === 0x8b ? createGunzip() : null)
// A window of at most 8 MiB, as RFC 9659 requires.
const zstd: Coding = ([first, second]) =>
  first === 0x28 && second === 0xb5 ? createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } }) : null
/** Creates a decoder for zlib format, or for raw deflate, which some hosts send instead (RFC 9110, 8.4.1.2). */
const deflate: Coding = ([first = 0, second = 0]) =>
  (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0 ? createInflate() : createInflateRaw()

const codings: Record<string, Coding> = {
  ...{ gzip, 'x-gzip': gzip, deflate, zstd },
  br: () => createBrotliDecompress(),
}
/**
 * Encodings that exist but are not supported here. Other values, such as `aws-chunked`, `none` or `UTF-8`, are not
 * encodings and are ignored.
 */
const unsupported = new Set(['compress', 'x-compress', 'dcb', 'dcz', 'exi', 'pack200-gzip', 'aes128gcm', 'bzip2', 'xz'])

/**
 * Returns the encodings in a Content-Encoding header, in the order in which they were applied. @throws UndecodableBody
 */
export function readCodings(contentEncoding: string): string[] {
  const named = contentEncoding.toLowerCase().split(',')
  const names = named.map((name) => name.trim())
  const applied = names.filter((name) => Object.hasOwn(codings, name))
  if (names.some((name) => unsupported.has(name)) || applied.length > codingsMax)
    throw new UndecodableBody('its Content-Encoding is not supported')
  return applied
}

/** Returns the decoded body. Iterating throws UndecodableBody or BodyTooLarge. */
export function decodeBody(body: Bytes, applied: string[], bytesMax: number): Bytes {
  return applied.reduceRight((packed, name) => decoded(packed, codings[name]!, bytesMax), body)
}

async function* decoded(packed: Bytes, coding: Coding, bytesMax: number): AsyncGenerator<Uint8Array> {
  let sourceError: { cause: unknown } | null = null
  async function* source() {
    let length = 0
    try {
      for await (const chunk of packed) {
        length += chunk.byteLength
        if (length > bytesMax + packedBytesMore) throw new BodyTooLarge()
        yield chunk
      }
    } catch (cause) {
      sourceError = { cause }
      throw cause
    }
  }
  const { head, rest } = await peek(source())
  const decoder = head.length === 0 ? null : coding(head)
  if (!decoder) {
    yield* rest
    return
  }
  try {
    yield* pipeline(rest, decoder, () => {}) as Bytes
  } catch {
    throw sourceError ? (sourceError as { cause: unknown }).cause : new UndecodableBody('it is damaged')
  }
}

/** Returns the first two bytes (or fewer, if there are no more), and an iterator over all bytes, including these. */
async function peek(
  chunks: AsyncGenerator<Uint8Array>,
): Promise<{ head: Uint8Array; rest: AsyncGenerator<Uint8Array> }> {
  const read: Uint8Array[] = []
  while (read.reduce((sum, { byteLength }) => sum + byteLength, 0) < 2) {
    const next = await chunks.next()
    if (next.done) break
    read.push(next.value)
  }
  async function* rest() {
    yield* read
    yield* chunks
  }
  return { head: Buffer.concat(read), rest: rest() }
}
