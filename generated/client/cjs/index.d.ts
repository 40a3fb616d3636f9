/**
 * The client of the Candidate Screening Service: all exports of its package.
 *
 * Runs wherever there is `fetch`: Node from 18 on, Deno, Bun, edge runtimes. So it
 * imports nothing of a platform, and nothing but its own files and what is generated beside them.
 */
export { createClient, type Client, type ClientOptions, type WaitOptions } from './client.js';
export { ScreeningError, type ErrorDetail } from './errors.js';
export type { Answer, Answered, Call, CallOptions, Input, Item, ListId, Options } from './operation.js';
export { verifyWebhook, WebhookVerificationError, type Delivery } from './verify-webhook.js';
export type { WebhookEvent } from './client.gen.js';
export type * from './types.gen.js';
