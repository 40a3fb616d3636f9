/** The errors that the client throws. */
/**
 * A failed call. `message` contains the code, its meaning, and the first details. `code` is one of the service's codes,
 * which a server explains at `/errors`; more may be added. The client adds three codes of its own: `CONNECTION_FAILED`
 * if no complete response arrived, `UNKNOWN` if a response has no error body of the service, and `WAIT_ENDED` if a score
 * took longer than the maximum wait of `waitForScore`.
 */
export class ScreeningError extends Error {
    name = 'ScreeningError';
    code;
    /** The HTTP status; null if no response arrived, or a scoring job failed. */
    status;
    /** Whether the same call may succeed later. The client makes no further retries of its own. */
    retryable;
    /** Identifies the request in the service's log. Send it to the operator when you report a problem. */
    traceId;
    /** One detail for each fault in the request; empty if the request is not the cause. */
    details;
    /** The wait that the service requested. */
    retryAfterSeconds;
    constructor(message, failure, cause) {
        super(message, cause === undefined ? undefined : { cause });
        this.code = failure.code;
        this.status = failure.status;
        this.retryable = failure.retryable;
        this.traceId = failure.traceId ?? null;
        this.details = failure.details ?? [];
        this.retryAfterSeconds = failure.retryAfterSeconds ?? null;
    }
}
/** Statuses that a proxy may send without the service's error body. The same call may succeed later. */
const passingStatuses = [429, 502, 503, 504];
/** Returns the error for a response. `text`: the response's body, which may come from a proxy. */
export function errorOf({ status, headers }, text) {
    const retryAfterSeconds = secondsOf(headers.get('Retry-After'));
    const traceId = headers.get('X-Trace-Id');
    const body = parsed(text);
    if (typeof body?.code === 'string') {
        const details = body.details;
        const failure = { code: body.code, retryable: body.retryable === true, details };
        const message = `${body.code}: ${body.message}${inWords(details ?? [])}`;
        return new ScreeningError(message, { ...failure, status, retryAfterSeconds, traceId });
    }
    const retryable = passingStatuses.includes(status);
    return new ScreeningError(`HTTP ${status}`, { code: 'UNKNOWN', status, retryable, retryAfterSeconds, traceId });
}
/** How many details the message contains. Logs often show only the message. */
const namedDetailsMax = 3;
function inWords(details) {
    if (details.length === 0)
        return '';
    const named = details.slice(0, namedDetailsMax).map(({ field, message }) => `${field} ${message}`.trim());
    const more = details.length - named.length;
    return ` (${named.join('; ')}${more > 0 ? `; and ${more} more` : ''})`;
}
/** Returns the error for a call that got no complete response. */
export function connectionError(cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new ScreeningError(`no response: ${reason}`, { code: 'CONNECTION_FAILED', status: null, retryable: true }, cause);
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return null;
    }
}
/** Returns the wait in seconds from a `Retry-After`, which may also be a date (RFC 9110, 10.2.3). */
function secondsOf(text) {
    if (text === null)
        return null;
    const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
    return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
