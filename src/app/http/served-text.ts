/** Prepares a public document once: its hash, and its bytes with and without gzip. */
import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** Returns the bytes and headers for a request's `Accept-Encoding`. */
export type ServedText = (acceptEncoding: string | undefined) => { bytes: Buffer; headers: Record<string, string> }

export function createServedText(text: string): ServedText {
  const plain = Buffer.from(text)
  const zipped = gzipSync(plain)
  // Each encoding has its own entity tag, because two representations must not share a strong one (RFC 9110, section
  // 8.8.3.3).
  const tag = hash('sha256', plain).slice(0, 32)
  const both = { Vary: 'Accept-Encoding' }
  const asIs = { bytes: plain, headers: { ...both, ETag: `"${tag}"` } }
  const asGzip = { bytes: zipped, headers: { ...both, ETag: `"${tag}-gzip"`, 'Content-Encoding': 'gzip' } }
  return (acceptEncoding) => (takesGzip(acceptEncoding) ? asGzip : asIs)
}

/**
 * Returns whether a client accepts gzip. `*` applies only if gzip is not listed. A weight of 0 means "not acceptable"
 * (RFC 9110, section 12.5.3).
 */
function takesGzip(acceptEncoding = ''): boolean {
  const codings = acceptEncoding.split(',').map((coding) => coding.trim().toLowerCase())
  const named =
    codings.find((coding) => /^(x-)?gzip\b/.test(coding)) ?? codings.find((coding) => coding.startsWith('*'))
  return named !== undefined && !/;\s*q=0(\.0*)?$/.test(named)
}
