/**
 * The client of the Candidate Screening Service: all exports of its package.
 *
 * Runs on every platform that has `fetch`: Node 18 and later, Deno, Bun, edge runtimes. It therefore imports only its
 * own files and generated ones.
 */
export { createClient, type Client, type ClientOptions, type ScoreFileInput, type WaitOptions } from './client.js';
export { ScreeningError, type ErrorDetail } from './errors.js';
export type { Answer, Answered, Call, CallOptions, Input, Item, ListId, Options } from './operation.js';
export { verifyWebhook, WebhookVerificationError, type Delivery } from './verify-webhook.js';
export type { WebhookEvent } from './client.gen.js';
export type * from './types.gen.js';
