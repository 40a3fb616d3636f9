/** What the client throws. */
/** A fault of one field of a request. */
export type ErrorDetail = {
    field: string;
    code: string;
    message: string;
};
type Told = {
    code: string;
    status: number | null;
    retryable: boolean;
    traceId?: string | null;
    details?: ErrorDetail[] | null;
    retryAfterSeconds?: number | null;
};
/**
 * A call that failed. `code` is one of the service's (`/errors` of a server explains each; more may be added), or one of
 * the client's own: `CONNECTION_FAILED` where no whole answer came, `WAIT_ENDED` where a score took longer than
 * `waitForScore` was told to wait.
 */
export declare class ScreeningError extends Error {
    readonly name = "ScreeningError";
    readonly code: string;
    /** The HTTP status; null where no answer came, and for a scoring job that failed. */
    readonly status: number | null;
    /** Whether the same call may succeed later. The client has then already tried again, as often as it may. */
    readonly retryable: boolean;
    /** Names the request in the service's log: give it to its operator. */
    readonly traceId: string | null;
    /** One for each fault of the request; empty where the fault lies elsewhere. */
    readonly details: ErrorDetail[];
    /** How long the service asked to wait. */
    readonly retryAfterSeconds: number | null;
    constructor(message: string, told: Told, cause?: unknown);
}
/** The error that an answer tells of; `text` is its body, which may come from a proxy. */
export declare function errorOf({ status, headers }: Response, text: string): ScreeningError;
/** The error of a connection that gave no whole answer. */
export declare function connectionError(cause: unknown): ScreeningError;
export {};
