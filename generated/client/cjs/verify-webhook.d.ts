/** Verifies webhook deliveries according to Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`. */
import type { WebhookEvent } from './client.gen.js';
/** The error for a delivery that must not be processed. The message contains the reason. */
export declare class WebhookVerificationError extends Error {
    readonly name = "WebhookVerificationError";
}
export type Delivery = {
    /** The body exactly as received, as bytes or a string, before any JSON parser. */
    body: string | Uint8Array;
    /** The headers of the request: a `Headers` object, or a plain object with lower-case names, as in Node. */
    headers: Headers | Record<string, string | string[] | undefined>;
    /** The endpoint's secret, `whsec_…`; a list of secrets during a rotation. */
    secrets: string | readonly string[];
    /**
     * The maximum difference between the delivery's time and `now`, which prevents replays of old deliveries; five
     * minutes by default.
     */
    toleranceSeconds?: number;
    /** The time to compare with, in epoch ms; the current time by default. */
    now?: number;
};
/**
 * Resolves to the event of a genuine delivery. More event types may be added, so ignore unknown ones.
 *
 * @throws WebhookVerificationError if a header is missing, the time differs too much, or the signature matches no
 * secret
 * @throws TypeError if a secret is malformed
 */
export declare function verifyWebhook(delivery: Delivery): Promise<WebhookEvent>;
