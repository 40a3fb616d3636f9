/**
 * The client of the Candidate Screening Service: all exports of its package.
 *
 * Runs wherever there is `fetch`: Node from 18 on, Deno, Bun, edge runtimes. So it
 * imports nothing of a platform, and nothing but its own files and what is generated beside them.
 */
export { createClient } from './client.js';
export { ScreeningError } from './errors.js';
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.js';
