/** The platform's WebCrypto. */
/** Everywhere a global; Node 18 alone keeps it in a module, which bundlers must not look for. */
export async function webCrypto() {
    if (globalThis.crypto?.subtle)
        return globalThis.crypto;
    const module = 'node:crypto';
    const { webcrypto } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ module));
    return webcrypto;
}
