/** The platform's WebCrypto. */
type WebCrypto = typeof globalThis.crypto;
/** Returns WebCrypto: a global everywhere except in Node 18, where it is in a module that bundlers must not resolve. */
export declare function webCrypto(): Promise<WebCrypto>;
export {};
