/** The consequences of changes to operations, webhooks, parameters, headers and responses. */
import { breaks, harmless, type Table } from './table.ts'

const routes: Table = {
  'operation added operation': harmless('The operation `{name}` is new.'),
  'operation removed operation': breaks('The operation `{name}` was removed; a client that calls it gets 404 or 405.'),
  'webhook added operation': harmless('The webhook `{name}` is new.'),
  'webhook removed operation': breaks('The webhook `{name}` was removed; a client that waits for it waits forever.'),
  'operationId changed operation': breaks(
    'The operation is called `{after}` instead of `{before}`; code that uses the old method name of a generated client does not compile.',
  ),
  'openapi changed document': breaks(
    'The contract is in OpenAPI {after} instead of {before}; tools for the old version cannot read it.',
  ),
  'server added document': harmless('The service is also at `{name}`.'),
  'server removed document': breaks('The service is no longer at `{name}`; a client that calls it there fails.'),
}

const policy: Table = {
  'x-permission added operation': breaks('The operation needs the permission `{after}`; a key without it gets 403.'),
  'x-permission changed operation': breaks(
    'The operation needs the permission `{after}` instead of `{before}`; a key with only the old permission gets 403.',
  ),
  'x-permission removed operation': harmless('The operation no longer needs a permission.'),
  'demand added operation': breaks(
    'Requests must now be made for a {name}; others, which were accepted before, are refused.',
  ),
  'demand removed operation': harmless('Requests no longer need to be made for a {name}.'),
  'security added operation': breaks('The operation needs a key; a request without one gets 401.'),
  'security removed operation': harmless('The operation no longer needs a key.'),
  'scheme added operation': harmless('Requests can also be authenticated by `{name}`.'),
  'scheme removed operation': breaks('Requests can no longer be authenticated by `{name}`; such requests get 401.'),
  'x-rate-limit-bucket added operation': breaks(
    'Requests take tokens from the bucket `{after}`; a client may get 429.',
  ),
  'x-rate-limit-bucket removed operation': breaks(
    'Requests no longer take tokens from a bucket; a client that keeps to the limit of `{before}` waits for no reason.',
  ),
  'x-rate-limit-bucket changed operation': breaks(
    'Requests take tokens from the bucket `{after}` instead of `{before}`; a client that keeps to the limit of the old bucket may get 429.',
  ),
  'x-tenant-window added operation': breaks("Requests count towards the tenant's window; a client may get 429."),
  'x-tenant-window removed operation': harmless("Requests no longer count towards the tenant's window."),
  'x-in-flight-cap added operation': breaks(
    'Concurrent requests are limited; a client that sends several may get 429.',
  ),
  'x-in-flight-cap removed operation': harmless('Concurrent requests are no longer limited.'),
  'x-idempotent added operation': harmless('Repeating a request with the same `Idempotency-Key` is safe.'),
  'x-idempotent removed operation': breaks('Repeating a request with the same `Idempotency-Key` takes effect twice.'),
  'replay-omits added operation': breaks(
    'A replayed response omits `{name}`; a client that lost the first response cannot get it again.',
  ),
  'replay-omits removed operation': harmless('A replayed response also contains `{name}`.'),
  'bytesMax lowered operation': breaks('A body may have {after} bytes instead of {before}; a larger one gets 413.'),
  'bytesMax raised operation': harmless('A body may have {after} bytes instead of {before}.'),
  'bytesMax added operation': harmless('A body may have {after} bytes.'),
  'bytesMax removed operation': harmless('The operation takes no body, so the limit on its size was removed.'), // the body itself is judged separately
  'error-code added operation': harmless('The operation may return the code `{name}`; clients accept unknown codes.'),
  'error-code removed operation': breaks(
    'The operation no longer returns the code `{name}`; a client that relies on it fails.',
  ),
}

/**
 * `request` is what a client sends, and `response` is what it reads. In a webhook, the client therefore sends the
 * response.
 */
const messages: Table = {
  'parameter added request': harmless('Requests may contain {it}; a client that omits it sees no difference.'),
  'parameter required request': breaks(
    'Requests must contain {it}; requests without it, which were accepted before, are refused.',
  ),
  'parameter removed request': breaks('Requests can no longer contain {it}; it is refused or ignored.'),
  'parameter added response': harmless('The webhook has {it}; receivers ignore unknown ones.'),
  'parameter required response': harmless('The webhook has {it}; receivers ignore unknown ones.'),
  'parameter removed response': breaks('The webhook no longer has {it}; a receiver that reads it finds nothing.'),
  'body added request': harmless('A request may have a body.'),
  'body required request': breaks(
    'Requests must have a body; requests without one, which were accepted before, are refused.',
  ),
  'body removed request': breaks('Requests can no longer have a body; a body that a client sends has no effect.'),
  'body removed response': breaks('The webhook no longer has a body; a receiver that reads it finds nothing.'),
  'media added request': harmless('A body may be sent as {name}.'),
  'media removed request': breaks('Bodies of the type {name} are no longer accepted; such requests get 415.'),
  'media removed response': breaks('Responses no longer have the type {name}; a client that reads it fails.'),
  'media added response': breaks(
    'Responses may have the type {name}; a client that does not request another type cannot read them.',
  ),
  'success removed response': breaks(
    'The status {name} was removed; a client that expects it mistakes success for failure.',
  ),
  'success added response': breaks(
    'A success may have the status {name}; a client that expects the old one mistakes it for a failure.',
  ),
  'success removed request': breaks(
    'The status {name} from a receiver is no longer a success; the webhook is sent again.',
  ),
  'success added request': harmless('A receiver may respond with {name}.'),
  'unmodified added response': harmless('A request with `If-None-Match` may get {name}; other requests never do.'),
  'unmodified removed response': breaks(
    'The status {name} is no longer returned; a client that polls with `If-None-Match` reads everything again.',
  ),
  'failure added response': harmless('A failure may have the status {name}, with the usual body.'),
  'failure new response': breaks('Failures with the status {name} have a different body; clients cannot read it.'),
  'failure removed response': breaks('The status {name} was removed; a client that handles it gets another one.'),
  'header added response': harmless('Responses have {it}; clients ignore unknown ones.'),
  'header removed response': breaks('Responses no longer have {it}; a client that reads it finds nothing.'),
}

/** Promises of speed and availability: lowering one breaks clients that rely on it. */
const objectives: Table = {
  'x-objectives added document': harmless('The contract now states objectives; responses do not change.'),
  'exports added document': harmless('The contract now states objectives for the new bucket `exports`.'),
  'p95Milliseconds lowered document': harmless('95 % of responses are promised within {after} ms instead of {before}.'),
  'p95Milliseconds raised document': breaks('95 % of responses may take up to {after} ms instead of {before}.'),
  'p99Milliseconds lowered document': harmless('99 % of responses are promised within {after} ms instead of {before}.'),
  'p99Milliseconds raised document': breaks('99 % of responses may take up to {after} ms instead of {before}.'),
  'availabilityPercent raised document': harmless('{after} % of requests are promised to succeed, not {before}.'),
  'availabilityPercent lowered document': breaks('{after} % of requests are promised to succeed, not {before}.'),
}

export const operationTable: Table = { ...routes, ...policy, ...messages, ...objectives }
