"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.WebhookVerificationError = exports.verifyWebhook = exports.ScreeningError = exports.createClient = void 0;
/**
 * The client of the Candidate Screening Service: all exports of its package.
 *
 * Runs on every platform that has `fetch`: Node 18 and later, Deno, Bun, edge runtimes. It therefore imports only its
 * own files and generated ones.
 */
var client_js_1 = require("./client.js");
Object.defineProperty(exports, "createClient", { enumerable: true, get: function () { return client_js_1.createClient; } });
var errors_js_1 = require("./errors.js");
Object.defineProperty(exports, "ScreeningError", { enumerable: true, get: function () { return errors_js_1.ScreeningError; } });
var verify_webhook_js_1 = require("./verify-webhook.js");
Object.defineProperty(exports, "verifyWebhook", { enumerable: true, get: function () { return verify_webhook_js_1.verifyWebhook; } });
Object.defineProperty(exports, "WebhookVerificationError", { enumerable: true, get: function () { return verify_webhook_js_1.WebhookVerificationError; } });
