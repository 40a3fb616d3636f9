/** Verifies deliveries, by Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`. */
import type { WebhookEvent } from './client.gen.js';
/** A delivery that nobody may act on; the message says why. */
export declare class WebhookVerificationError extends Error {
    readonly name = "WebhookVerificationError";
}
export type Delivery = {
    /** The bytes, or their text, exactly as they came: before any JSON parser. */
    body: string | Uint8Array;
    /** Of the request: `Headers`, or an object as Node's, whose names are in lower case. */
    headers: Headers | Record<string, string | string[] | undefined>;
    /** `whsec_…`; several while a secret is being replaced. */
    secrets: string | readonly string[];
    /** How far the delivery's time may be from `now`, so that nobody can send an old one again. Five minutes. */
    toleranceSeconds?: number;
    /** Epoch ms; the clock's where absent. */
    now?: number;
};
/**
 * Resolves to the event of a genuine delivery. Kinds may be added: pass over one that you do not know.
 *
 * @throws WebhookVerificationError where a header is missing, the time is off, or no secret made the signature
 * @throws TypeError where a secret is none
 */
export declare function verifyWebhook(delivery: Delivery): Promise<WebhookEvent>;
