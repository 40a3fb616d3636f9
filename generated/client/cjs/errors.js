"use strict";
/** What the client throws. */
Object.defineProperty(exports, "__esModule", { value: true });
exports.ScreeningError = void 0;
exports.errorOf = errorOf;
exports.connectionError = connectionError;
/**
 * A call that failed. `code` is one of the service's (`/errors` of a server explains each; more may be added), or one of
 * the client's own: `CONNECTION_FAILED` where no whole answer came, `WAIT_ENDED` where a score took longer than
 * `waitForScore` was told to wait.
 */
class ScreeningError extends Error {
    name = 'ScreeningError';
    code;
    /** The HTTP status; null where no answer came, and for a scoring job that failed. */
    status;
    /** Whether the same call may succeed later. The client has then already tried again, as often as it may. */
    retryable;
    /** Names the request in the service's log: give it to its operator. */
    traceId;
    /** One for each fault of the request; empty where the fault lies elsewhere. */
    details;
    /** How long the service asked to wait. */
    retryAfterSeconds;
    constructor(message, told, cause) {
        super(message, cause === undefined ? undefined : { cause });
        this.code = told.code;
        this.status = told.status;
        this.retryable = told.retryable;
        this.traceId = told.traceId ?? null;
        this.details = told.details ?? [];
        this.retryAfterSeconds = told.retryAfterSeconds ?? null;
    }
}
exports.ScreeningError = ScreeningError;
/** Statuses of proxies, which answer without our body, after which the same call may succeed. */
const passingStatuses = [429, 502, 503, 504];
/** The error that an answer tells of; `text` is its body, which may come from a proxy. */
function errorOf({ status, headers }, text) {
    const retryAfterSeconds = secondsOf(headers.get('Retry-After'));
    const traceId = headers.get('X-Trace-Id');
    const body = parsed(text);
    if (typeof body?.code === 'string') {
        const told = { code: body.code, retryable: body.retryable === true, details: body.details };
        return new ScreeningError(`${body.code}: ${body.message}`, { ...told, status, retryAfterSeconds, traceId });
    }
    const retryable = passingStatuses.includes(status);
    return new ScreeningError(`HTTP ${status}`, { code: 'UNKNOWN', status, retryable, retryAfterSeconds, traceId });
}
/** The error of a connection that gave no whole answer. */
function connectionError(cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new ScreeningError(`no answer: ${reason}`, { code: 'CONNECTION_FAILED', status: null, retryable: true }, cause);
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return null;
    }
}
/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
function secondsOf(text) {
    if (text === null)
        return null;
    const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
    return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
