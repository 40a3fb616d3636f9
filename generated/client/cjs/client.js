"use strict";
var __createBinding = (this && this.__createBinding) || (Object.create ? (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    var desc = Object.getOwnPropertyDescriptor(m, k);
    if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) {
      desc = { enumerable: true, get: function() { return m[k]; } };
    }
    Object.defineProperty(o, k2, desc);
}) : (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    o[k2] = m[k];
}));
var __setModuleDefault = (this && this.__setModuleDefault) || (Object.create ? (function(o, v) {
    Object.defineProperty(o, "default", { enumerable: true, value: v });
}) : function(o, v) {
    o["default"] = v;
});
var __importStar = (this && this.__importStar) || (function () {
    var ownKeys = function(o) {
        ownKeys = Object.getOwnPropertyNames || function (o) {
            var ar = [];
            for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
            return ar;
        };
        return ownKeys(o);
    };
    return function (mod) {
        if (mod && mod.__esModule) return mod;
        var result = {};
        if (mod != null) for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
        __setModuleDefault(result, mod);
        return result;
    };
})();
Object.defineProperty(exports, "__esModule", { value: true });
exports.createClient = createClient;
/** The client: a method for each operation, and helpers that make several calls. */
const client_gen_js_1 = require("./client.gen.js");
const errors_js_1 = require("./errors.js");
const request_js_1 = require("./request.js");
const retriesByDefault = 3;
/** Time for the network, in addition to the time that the service takes. */
const transitSeconds = 5;
/** Creates a client. @throws TypeError for a live key in a web page, where every visitor could read it */
function createClient(options) {
    const { apiKey, tenantId = null, retries = retriesByDefault, fetch = globalThis.fetch } = options;
    const { timeoutMs = (client_gen_js_1.seconds.longestOperation + transitSeconds) * 1000 } = options;
    if (apiKey.startsWith('sk_live_') && 'window' in globalThis && 'document' in globalThis)
        throw new TypeError('do not use a live key in a web page, where every visitor can read it: call the API from a server');
    const baseUrl = options.baseUrl.replace(/\/+$/, '');
    const transport = { baseUrl, apiKey, tenantId, retries, timeoutMs, fetch };
    const methods = Object.entries(client_gen_js_1.operations).map(([id, facts]) => [id, methodOf(transport, facts)]);
    const client = Object.fromEntries(methods);
    return {
        ...client,
        scoreFile: (input, options) => scoreFile(client, input, options),
        waitForScore: (input, options) => waitForScore(client, input, options),
        listAll: (operation, input, options) => listAll(client, operation, input, options),
    };
}
function methodOf(transport, facts) {
    return (input = {}, options = {}) => {
        const answered = (0, request_js_1.request)(transport, facts, input, options);
        const call = answered.then(({ data }) => data);
        return Object.assign(call, {
            withResponse() {
                // The caller handles only one of the two promises. The other must not become an unhandled rejection.
                call.catch(() => { });
                return answered;
            },
        });
    };
}
async function scoreFile(client, { jobId, applicationId, file, ...submission }, { timeoutMs, ...options } = {}) {
    const { resume } = await client.uploadResume({ body: typeof file === 'string' ? await readBytes(file) : file }, options);
    const body = { ...submission, resumeUrl: resume.url };
    const { scoringJobId } = await client.submitScoringJob({ jobId, applicationId, body }, options);
    return waitForScore(client, { jobId, applicationId, scoringJobId }, { ...options, timeoutMs });
}
/**
 * Reads a file. The module is imported by a variable name, so that bundlers do not resolve it: not every platform has a
 * file system.
 */
async function readBytes(path) {
    const module = 'node:fs/promises';
    const { readFile } = (await Promise.resolve(`${module}`).then(s => __importStar(require(s))));
    return readFile(path);
}
async function waitForScore(client, { jobId, applicationId, scoringJobId }, { timeoutMs = client_gen_js_1.seconds.scoring * 1000, ...options } = {}) {
    const endsAt = Date.now() + timeoutMs;
    for (;;) {
        const left = Math.max(0, endsAt - Date.now());
        const waiting = { ...options, waitSeconds: Math.min(client_gen_js_1.seconds.preferWait, Math.floor(left / 1000)) };
        const score = await (scoringJobId === undefined
            ? client.getLatestScore({ jobId, applicationId }, waiting)
            : client.getScoringJob({ jobId, applicationId, scoringJobId }, waiting));
        if (score.status === 'completed')
            return score;
        if (score.status === 'failed')
            throw failureOf(score);
        if (left === 0)
            throw new errors_js_1.ScreeningError(`no score after ${timeoutMs} ms`, { code: 'WAIT_ENDED', status: null, retryable: true });
        await (0, request_js_1.pause)(Math.min(left, client_gen_js_1.seconds.betweenPolls * 1000), options.signal);
    }
}
function failureOf({ scoringJob, error }) {
    const code = error?.code ?? scoringJob.errorCode ?? 'UNKNOWN';
    const message = `${code}: ${error?.message ?? scoringJob.errorMessage}`;
    return new errors_js_1.ScreeningError(message, { code, status: null, retryable: error?.retryable ?? false });
}
async function* listAll(client, operation, input, options) {
    let next = { ...input };
    for (;;) {
        const page = await client[operation](next, options);
        yield* page.data;
        // The cursor of the event feed does not become null at the end, so `hasMore` decides.
        if (page.nextCursor === null || page.hasMore === false)
            return;
        next = { ...input, cursor: page.nextCursor };
    }
}
