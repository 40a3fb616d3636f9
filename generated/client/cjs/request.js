"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.request = request;
exports.pause = pause;
const crypto_js_1 = require("./crypto.js");
const errors_js_1 = require("./errors.js");
/** The waits before retries grow from the first of these numbers to the second. */
const firstWaitMs = 500;
const longestWaitMs = 8_000;
/**
 * If `Retry-After` is longer than this, the client does not wait, and the call fails. The longest window in the
 * service's limits is a minute.
 */
const longestRetryAfterSeconds = 60;
/**
 * Sends a request, and retries if that is safe and may help. @throws ScreeningError, or the abort reason of `signal`
 */
async function request(transport, operation, input, options) {
    const url = transport.baseUrl + targetOf(operation, input);
    const retries = options.retries ?? transport.retries;
    const headers = headersOf(transport, operation, input, options);
    // An idempotency key is needed only for retries.
    if (operation.isIdempotent && retries > 0)
        headers['Idempotency-Key'] ??= await newKey();
    const init = {
        method: operation.method,
        headers,
        body: operation.takesFile || input.body === undefined
            ? input.body
            : JSON.stringify(input.body),
    };
    for (let failures = 0;; failures += 1) {
        try {
            return await send(transport, url, init, options.signal);
        }
        catch (error) {
            const waitMs = failures < retries ? waitAfter(error, failures, operation) : null;
            if (waitMs === null)
                throw error;
            await pause(waitMs, options.signal);
        }
    }
}
function targetOf({ path }, { body: _body, ...input }) {
    const left = new Map(Object.entries(input));
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
        const value = left.get(name);
        // An id that is a dot segment would change the path, even if it is percent-encoded.
        if (typeof value !== 'string' || ['', '.', '..'].includes(value))
            throw new TypeError(`${name} is not a valid id`);
        left.delete(name);
        return encodeURIComponent(value);
    });
    const query = new URLSearchParams();
    for (const [name, value] of left)
        if (value !== undefined && value !== null)
            query.set(name, String(value));
    const text = query.toString();
    return text === '' ? filled : `${filled}?${text}`;
}
function headersOf(transport, { tenant, takesFile }, { body }, { tenantId = transport.tenantId ?? undefined, idempotencyKey, ifMatch, waitSeconds }) {
    if (tenant === 'required' && !tenantId)
        throw new TypeError('pass tenantId to this call or to createClient');
    return {
        Authorization: `Bearer ${transport.apiKey}`,
        ...(tenant && tenantId ? { 'X-Tenant-Id': tenantId } : {}),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        ...(body === undefined ? {} : { 'Content-Type': takesFile ? 'application/octet-stream' : 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
        ...(waitSeconds === undefined ? {} : { Prefer: `wait=${waitSeconds}` }),
    };
}
async function newKey() {
    const bytes = (await (0, crypto_js_1.webCrypto)()).getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
async function send({ fetch, timeoutMs }, url, init, signal) {
    signal?.throwIfAborted();
    const ends = new AbortController();
    const timer = setTimeout(() => ends.abort(new Error(`timed out after ${timeoutMs} ms`)), timeoutMs);
    const abort = () => ends.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    try {
        const response = await fetch(url, { ...init, signal: ends.signal });
        const text = await response.text();
        if (!response.ok)
            throw (0, errors_js_1.errorOf)(response, text);
        const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
        return { data: response.status === 204 ? undefined : isJson ? JSON.parse(text) : text, response };
    }
    catch (error) {
        if (signal?.aborted)
            throw signal.reason;
        throw error instanceof errors_js_1.ScreeningError ? error : (0, errors_js_1.connectionError)(error);
    }
    finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
    }
}
/** Returns the wait before the next attempt; null if the call must not be repeated. */
function waitAfter(error, failures, { method, isIdempotent, isShownOnce }) {
    if (!(error instanceof errors_js_1.ScreeningError) || !error.retryable)
        return null;
    if (method !== 'GET' && !isIdempotent)
        return null;
    // Without `Retry-After`, a conflict means that the request must change: the caller has to read the resource again
    // first.
    const isOfRequest = error.status !== null && error.status < 500 && error.status !== 429;
    if (isOfRequest && error.retryAfterSeconds === null)
        return null;
    // Without a response, the request may still have taken effect. In that case the response to a repeat would lack the
    // secret, which is shown only once.
    if (isShownOnce && error.status === null)
        return null;
    const asked = error.retryAfterSeconds ?? 0;
    if (asked > longestRetryAfterSeconds)
        return null;
    const half = Math.min(firstWaitMs * 2 ** failures, longestWaitMs) / 2;
    // The wait is randomised, so that clients that failed together do not retry together. It is never shorter than the
    // service requested.
    return Math.max(asked * 1000, half) + Math.random() * half;
}
/** Resolves after `ms` milliseconds. @throws the abort reason of `signal` */
function pause(ms, signal) {
    return new Promise((resolve, reject) => {
        const abort = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener('abort', abort);
            resolve();
        }, ms);
        if (signal?.aborted)
            abort();
        else
            signal?.addEventListener('abort', abort, { once: true });
    });
}
