/** The platform's WebCrypto. */

type WebCrypto = typeof globalThis.crypto

/** Returns WebCrypto: a global everywhere except in Node 18, where it is in a module that bundlers must not resolve. */
export async function webCrypto(): Promise<WebCrypto> {
  if ((globalThis.crypto as WebCrypto | undefined)?.subtle) return globalThis.crypto
  const module = 'node:crypto'
  const { webcrypto } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ module)) as { webcrypto: WebCrypto }
  return webcrypto
}
