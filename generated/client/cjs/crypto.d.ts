/** The platform's WebCrypto. */
type WebCrypto = typeof globalThis.crypto;
/** Everywhere a global; Node 18 alone keeps it in a module, which bundlers must not look for. */
export declare function webCrypto(): Promise<WebCrypto>;
export {};
