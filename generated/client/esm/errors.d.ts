/** The errors that the client throws. */
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
 * A failed call. `message` has the code, what it means, and the first details. `code` is one of the service's codes (a
 * server explains them at `/errors`; more may be added) or one of the client's own: `CONNECTION_FAILED` if no complete
 * response arrived, `WAIT_ENDED` if a score took longer than the maximum wait of `waitForScore`.
 */
export declare class ScreeningError extends Error {
    readonly name = "ScreeningError";
    readonly code: string;
    /** The HTTP status; null if no response arrived, and for a failed scoring job. */
    readonly status: number | null;
    /** Whether the same call may succeed later. The client has already used all its retries. */
    readonly retryable: boolean;
    /** Identifies the request in the service's log: report it to the operator. */
    readonly traceId: string | null;
    /** One for each fault in the request; empty if the request is not the cause. */
    readonly details: ErrorDetail[];
    /** The wait that the service requested. */
    readonly retryAfterSeconds: number | null;
    constructor(message: string, told: Told, cause?: unknown);
}
/** The error in a response; `text` is its body, which may come from a proxy. */
export declare function errorOf({ status, headers }: Response, text: string): ScreeningError;
/** The error for a connection without a complete response. */
export declare function connectionError(cause: unknown): ScreeningError;
export {};
