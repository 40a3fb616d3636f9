/** One call: its request, its tries, its answer. */
import type { OperationFacts } from './client.gen.js';
import type { Answered, CallOptions } from './operation.js';
/** How the calls of a client go out. */
export type Transport = {
    /** Without a slash at the end. */
    baseUrl: string;
    apiKey: string;
    tenantId: string | null;
    retries: number;
    timeoutMs: number;
    fetch: typeof globalThis.fetch;
};
export type AnyInput = Record<string, unknown> & {
    body?: unknown;
};
export type AnyOptions = CallOptions & {
    tenantId?: string;
    idempotencyKey?: string;
    ifMatch?: string;
    waitSeconds?: number;
};
/** Sends a request, again where that is safe and may help. @throws ScreeningError, or what `signal` was aborted with */
export declare function request(transport: Transport, operation: OperationFacts, input: AnyInput, options: AnyOptions): Promise<Answered<unknown>>;
/** Resolves after a time. @throws what `signal` was aborted with */
export declare function pause(ms: number, signal: AbortSignal | undefined): Promise<void>;
