import type { Answer, Input, Item, ListId, Operations, Options } from './operation.js';
export type ClientOptions = {
    /** Of the service, such as `https://screening.example.com`. */
    baseUrl: string;
    /** `sk_test_…` is the sandbox, `sk_live_…` production. */
    apiKey: string;
    /** The customer that calls are for, unless they name another. */
    tenantId?: string;
    /** How often a call is tried again after a failure that may pass; 3 where absent, 0 for never. */
    retries?: number;
    /** How long one try may take; somewhat longer than the service's longest operation where absent. */
    timeoutMs?: number;
    /** In place of the platform's. */
    fetch?: typeof globalThis.fetch;
};
export type WaitOptions = Options<'getLatestScore'> & {
    /** For how long to wait; 15 minutes where absent, which a job takes at most once it has started. */
    timeoutMs?: number;
};
export type Client = Operations & {
    /**
     * Waits until an application is scored: by its newest scoring job, or by the one that is named.
     *
     * @throws ScreeningError with the job's `code` where it failed, with `WAIT_ENDED` where the time is over
     */
    waitForScore(input: Input<'getLatestScore'> & {
        scoringJobId?: string;
    }, options?: WaitOptions): Promise<Answer<'getLatestScore'>>;
    /** All items of a list, page after page as they are asked for; of `listEvents`, all that can be read now. */
    listAll<Id extends ListId>(operation: Id, input?: Input<Id>, options?: Options<Id>): AsyncGenerator<Item<Id>>;
};
/** Makes a client. @throws TypeError for a live key in a web page, where every visitor could read it */
export declare function createClient(options: ClientOptions): Client;
