/** The platform's WebCrypto. */

type WebCrypto = typeof globalThis.crypto

/** Everywhere a global; Node 18 alone keeps it in a module, which bundlers must not look for. */
export async function webCrypto(): Promise<WebCrypto> {
  if ((globalThis.crypto as WebCrypto | undefined)?.subtle) return globalThis.crypto
  const module = 'node:crypto'
  const { webcrypto } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ module)) as { webcrypto: WebCrypto }
  return webcrypto
}
