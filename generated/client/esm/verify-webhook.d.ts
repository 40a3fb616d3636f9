/** Verifies deliveries, by Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`. */
import type { WebhookEvent } from './client.gen.js';
/** A delivery that must not be processed; the message says why. */
export declare class WebhookVerificationError extends Error {
    readonly name = "WebhookVerificationError";
}
export type Delivery = {
    /** The raw bytes, or their text, exactly as received: before any JSON parser. */
    body: string | Uint8Array;
    /** The headers of the request: `Headers`, or an object like Node's with lower-case names. */
    headers: Headers | Record<string, string | string[] | undefined>;
    /** `whsec_…`; several during a rotation. */
    secrets: string | readonly string[];
    /**
     * The maximum difference between the delivery's time and `now`, against replays of old deliveries; five minutes by
     * default.
     */
    toleranceSeconds?: number;
    /** Epoch ms; the current time by default. */
    now?: number;
};
/**
 * Resolves to the event of a genuine delivery. More event types may be added: ignore unknown ones.
 *
 * @throws WebhookVerificationError if a header is missing, the time differs too much, or the signature matches no
 * secret
 * @throws TypeError if a secret is malformed
 */
export declare function verifyWebhook(delivery: Delivery): Promise<WebhookEvent>;
