/** The consequences of changes to operations, webhooks, parameters, headers and responses. */
import { breaks, harmless, type Table } from './table.ts'

const routes: Table = {
  'operation added operation': harmless('The operation `{name}` is new.'),
  'operation removed operation': breaks('The operation `{name}` is gone; a client that calls it gets 404 or 405.'),
  'webhook added operation': harmless('The webhook `{name}` is new.'),
  'webhook removed operation': breaks('The webhook `{name}` is gone; a client that waits for it waits forever.'),
  'operationId changed operation': breaks(
    'The operation is called `{after}` instead of `{before}`; code that calls a generated client by the old name does not compile.',
  ),
  'openapi changed document': breaks(
    'The contract is in OpenAPI {after} instead of {before}; tools for that cannot read it.',
  ),
  'server added document': harmless('The service is also at `{name}`.'),
  'server removed document': breaks('The service is not at `{name}` any more; a client that calls it there fails.'),
}

const policy: Table = {
  'x-permission added operation': breaks('The operation needs the permission `{after}`; a key without it gets 403.'),
  'x-permission changed operation': breaks(
    'The operation needs the permission `{after}` instead of `{before}`; a key that holds only the old one gets 403.',
  ),
  'x-permission removed operation': harmless('The operation needs no permission any more.'),
  'demand added operation': breaks('A request must be that of a {name}; one that is not, good so far, is refused.'),
  'demand removed operation': harmless('A request need not be that of a {name} any more.'),
  'security added operation': breaks('The operation needs a key; a request without one gets 401.'),
  'security removed operation': harmless('The operation needs no key any more.'),
  'scheme added operation': harmless('A request may also prove itself by `{name}`.'),
  'scheme removed operation': breaks('A request cannot prove itself by `{name}` any more; such a request gets 401.'),
  'x-rate-limit-bucket added operation': breaks('Requests take from the bucket `{after}`; a client may get 429.'),
  'x-rate-limit-bucket removed operation': breaks(
    'Requests take from no bucket; a client that paces itself by `{before}` is wrong.',
  ),
  'x-rate-limit-bucket changed operation': breaks(
    'Requests take from the bucket `{after}` instead of `{before}`; a client paced for that one may get 429.',
  ),
  'x-tenant-window added operation': breaks("Requests count towards the tenant's window; a client may get 429."),
  'x-tenant-window removed operation': harmless("Requests do not count towards the tenant's window any more."),
  'x-in-flight-cap added operation': breaks('Requests at once are capped; a client that sends several may get 429.'),
  'x-in-flight-cap removed operation': harmless('Requests at once are not capped any more.'),
  'x-idempotent added operation': harmless('A repeat under the same `Idempotency-Key` is safe.'),
  'x-idempotent removed operation': breaks('A repeat under the same `Idempotency-Key` acts twice.'),
  'replay-omits added operation': breaks(
    'A replayed answer leaves `{name}` out; a client that lost the first answer lost it.',
  ),
  'replay-omits removed operation': harmless('A replayed answer holds `{name}` too.'),
  'bytesMax lowered operation': breaks('A body may have {after} bytes instead of {before}; a larger one gets 413.'),
  'bytesMax raised operation': harmless('A body may have {after} bytes instead of {before}.'),
  'bytesMax added operation': harmless('A body may have {after} bytes.'),
  'bytesMax removed operation': harmless('The operation takes no body, so no size of one.'), // the body itself is judged separately
  'error-code added operation': harmless(
    'The operation may answer the code `{name}`; clients tolerate codes that they do not know.',
  ),
  'error-code removed operation': breaks(
    'The operation does not answer the code `{name}` any more; a client that handles it fails.',
  ),
}

/** In a webhook, the client sends the response. */
const messages: Table = {
  'parameter added request': harmless('A request may carry {it}; a client that leaves it out sees no difference.'),
  'parameter required request': breaks('A request must carry {it}; one without it, good so far, is refused.'),
  'parameter removed request': breaks(
    'A request cannot carry {it} any more; one that does is refused or loses its effect.',
  ),
  'parameter added response': harmless('The webhook comes with {it}; a receiver that does not know it passes over it.'),
  'parameter required response': harmless(
    'The webhook comes with {it}; a receiver that does not know it passes over it.',
  ),
  'parameter removed response': breaks('The webhook comes without {it}; a receiver that reads it finds nothing.'),
  'body added request': harmless('A request may have a body.'),
  'body required request': breaks('A request must have a body; one without, good so far, is refused.'),
  'body removed request': breaks('A request cannot have a body any more; what a client sends has no effect.'),
  'body removed response': breaks('The webhook comes without a body; a receiver that reads it finds nothing.'),
  'media added request': harmless('A body may be sent as {name}.'),
  'media removed request': breaks('A body is not taken as {name} any more; such a request gets 415.'),
  'media removed response': breaks('The body does not come as {name} any more; a client that reads that fails.'),
  'media added response': breaks(
    'The body may come as {name}; a client that does not ask for another type cannot read it.',
  ),
  'success removed response': breaks(
    'The status {name} is gone; a client that waits for it takes success for failure.',
  ),
  'success added response': breaks(
    'Success may be the status {name}; a client that waits for the known one takes it for failure.',
  ),
  'success removed request': breaks(
    'A receiver that answers {name} is not understood any more and gets the webhook again.',
  ),
  'success added request': harmless('A receiver may answer {name}.'),
  'unmodified added response': harmless('A request with `If-None-Match` may be answered {name}; no other request is.'),
  'unmodified removed response': breaks(
    '{name} is not answered any more; a client that polls by `If-None-Match` reads everything again.',
  ),
  'failure added response': harmless('A failure may have the status {name}, with the usual body.'),
  'failure new response': breaks(
    'A failure with the status {name} has another body than the usual one; a client cannot read it.',
  ),
  'failure removed response': breaks('The status {name} is gone; a client that handles it sees another one.'),
  'header added response': harmless('Answers carry {it}; a client that does not know it passes over it.'),
  'header removed response': breaks('Answers do not carry {it} any more; a client that reads it finds nothing.'),
}

/** Promises of speed and availability: lowering one breaks clients that rely on it. */
const objectives: Table = {
  'x-objectives added document': harmless('The contract names objectives; a request is answered as before.'),
  'exports added document': harmless('The contract names objectives for the new bucket `exports`.'),
  'p95Milliseconds lowered document': harmless('95 % of answers are promised within {after} ms instead of {before}.'),
  'p95Milliseconds raised document': breaks('95 % of answers take up to {after} ms instead of {before}.'),
  'p99Milliseconds lowered document': harmless('99 % of answers are promised within {after} ms instead of {before}.'),
  'p99Milliseconds raised document': breaks('99 % of answers take up to {after} ms instead of {before}.'),
  'availabilityPercent raised document': harmless('{after} % of requests are promised to succeed, not {before}.'),
  'availabilityPercent lowered document': breaks('{after} % of requests are promised to succeed, not {before}.'),
}

export const operationTable: Table = { ...routes, ...policy, ...messages, ...objectives }
