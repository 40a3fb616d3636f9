/** The platform's WebCrypto. */
/** Returns WebCrypto: a global everywhere except in Node 18, where it is in a module that bundlers must not resolve. */
export async function webCrypto() {
    if (globalThis.crypto?.subtle)
        return globalThis.crypto;
    const module = 'node:crypto';
    const { webcrypto } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ module));
    return webcrypto;
}
