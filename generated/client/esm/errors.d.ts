/** The errors that the client throws. */
/** A fault in one field of a request. */
export type ErrorDetail = {
    field: string;
    code: string;
    message: string;
};
type Failure = {
    code: string;
    status: number | null;
    retryable: boolean;
    traceId?: string | null;
    details?: ErrorDetail[] | null;
    retryAfterSeconds?: number | null;
};
/**
 * A failed call. `message` contains the code, its meaning, and the first details. `code` is one of the service's codes,
 * which a server explains at `/errors`; more may be added. The client adds three codes of its own: `CONNECTION_FAILED`
 * if no complete response arrived, `UNKNOWN` if a response has no error body of the service, and `WAIT_ENDED` if a score
 * took longer than the maximum wait of `waitForScore`.
 */
export declare class ScreeningError extends Error {
    readonly name = "ScreeningError";
    readonly code: string;
    /** The HTTP status; null if no response arrived, or a scoring job failed. */
    readonly status: number | null;
    /** Whether the same call may succeed later. The client makes no further retries of its own. */
    readonly retryable: boolean;
    /** Identifies the request in the service's log. Send it to the operator when you report a problem. */
    readonly traceId: string | null;
    /** One detail for each fault in the request; empty if the request is not the cause. */
    readonly details: ErrorDetail[];
    /** The wait that the service requested. */
    readonly retryAfterSeconds: number | null;
    constructor(message: string, failure: Failure, cause?: unknown);
}
/** Returns the error for a response. `text`: the response's body, which may come from a proxy. */
export declare function errorOf({ status, headers }: Response, text: string): ScreeningError;
/** Returns the error for a call that got no complete response. */
export declare function connectionError(cause: unknown): ScreeningError;
export {};
