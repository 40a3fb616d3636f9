/**
 * The client of the Candidate Screening Service: all exports of its package.
 *
 * Runs on every platform that has `fetch`: Node 18 and later, Deno, Bun, edge runtimes. It therefore imports only its
 * own files and generated ones.
 */
export { createClient } from './client.js';
export { ScreeningError } from './errors.js';
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.js';
