/** Makes one call, including its retries. */
import type { OperationFacts } from './client.gen.js';
import type { Answered, CallOptions } from './operation.js';
/** The settings that a client uses for all its calls. */
export type Transport = {
    /** Without a trailing slash. */
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
/**
 * Sends a request, and retries if that is safe and may help. @throws ScreeningError, or the abort reason of `signal`
 */
export declare function request(transport: Transport, operation: OperationFacts, input: AnyInput, options: AnyOptions): Promise<Answered<unknown>>;
/** Resolves after `ms` milliseconds. @throws the abort reason of `signal` */
export declare function pause(ms: number, signal: AbortSignal | undefined): Promise<void>;
