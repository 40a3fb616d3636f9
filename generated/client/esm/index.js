/**
 * The client of the Candidate Screening Service: all exports of its package.
 *
 * Runs wherever there is `fetch`: Node 18 and later, Deno, Bun, edge runtimes. So it imports nothing platform-specific,
 * only its own files and generated ones.
 */
export { createClient } from './client.js';
export { ScreeningError } from './errors.js';
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.js';
