import type { Answer, Input, Item, ListId, Operations, Options } from './operation.js';
export type ClientOptions = {
    /** The service's base URL, such as `https://screening.example.com`. */
    baseUrl: string;
    /** An API key: `sk_test_…` for the sandbox, `sk_live_…` for production. */
    apiKey: string;
    /** The tenant for all calls that do not set their own. */
    tenantId?: string;
    /** The maximum number of retries after a transient failure; 3 by default, 0 for none. */
    retries?: number;
    /** The timeout of one attempt; by default slightly longer than the service's longest operation. */
    timeoutMs?: number;
    /** Replaces the platform's `fetch`. */
    fetch?: typeof globalThis.fetch;
};
export type WaitOptions = Options<'getLatestScore'> & {
    /** The maximum wait; by default 15 minutes, which is a job's time limit after its start. */
    timeoutMs?: number;
};
export type ScoreFileInput = Input<'getLatestScore'> & Omit<Input<'submitScoringJob'>['body'], 'resumeUrl'> & {
    /** The resume: its bytes, or the path of its file on platforms with a file system. */
    file: string | Blob | Uint8Array;
};
export type Client = Operations & {
    /**
     * Uploads a file, submits it, and waits for its score. If the application already has a scoring job that has not
     * failed, waits for that job instead, unless `rescore` is true.
     *
     * @throws ScreeningError as `waitForScore` does
     */
    scoreFile(input: ScoreFileInput, options?: WaitOptions & Options<'submitScoringJob'>): Promise<Answer<'getLatestScore'>>;
    /**
     * Waits until the application's newest scoring job, or the given one, is complete.
     *
     * @throws ScreeningError with the job's `code` if the job failed, or with `WAIT_ENDED` after the maximum wait
     */
    waitForScore(input: Input<'getLatestScore'> & {
        scoringJobId?: string;
    }, options?: WaitOptions): Promise<Answer<'getLatestScore'>>;
    /**
     * Iterates over all items in a list, and reads its pages on demand. For `listEvents`, iterates over all current
     * events.
     */
    listAll<Id extends ListId>(operation: Id, input?: Input<Id>, options?: Options<Id>): AsyncGenerator<Item<Id>>;
};
/** Creates a client. @throws TypeError for a live key in a web page, where every visitor could read it */
export declare function createClient(options: ClientOptions): Client;
