/**
 * The consequences of changes to a schema. A request may accept more than before, and a response may contain less or
 * promise more; the reverse breaks a client. A changed type or a removed value breaks on both sides.
 */
import { breaks, harmless, type Table } from './table.ts'

const members: Table = {
  'property added request': harmless('{it} is new in requests; a client that omits it sees no difference.'),
  'property removed request': breaks('{it} is no longer accepted in requests; it is refused or ignored.'),
  'property restricted request': breaks(
    '{it} has an additional rule; requests that break it, which were accepted before, are refused.',
  ),
  'property restricted response': harmless('{it} is new in responses, or has an additional rule there.'),
  'property added response': harmless('{it} is new in responses; clients ignore unknown members.'),
  'property removed response': breaks('{it} was removed from responses; a client that reads it finds nothing.'),
  'required added request': breaks(
    '{it} is now required; requests without it, which were accepted before, are refused.',
  ),
  'required removed request': harmless('{it} may be omitted from requests.'),
  'required added response': harmless('{it} is always in responses.'),
  'required removed response': breaks('{it} may be missing from responses; a client that relies on it fails.'),
  'closed added request': breaks('{it} no longer accepts unknown members; requests that contain any are refused.'),
  'closed removed request': harmless('{it} accepts unknown members.'),
  'closed added response': breaks('{it} contains only the listed members; a client that reads others finds nothing.'),
  'closed removed response': harmless('{it} may contain members that are not listed; clients ignore them.'),
}

const values: Table = {
  'type added request': harmless('{it} may also be of type {name}.'),
  'type removed request': breaks('{it} can no longer be {name}; such requests are refused.'),
  'type added response': breaks('{it} may be {name} in responses; a client that expects the old types fails.'),
  'type removed response': breaks('{it} can no longer be {name}; a client that expects this type fails.'),
  'types added request': breaks('{it} must have one of the listed types; requests with another type are refused.'),
  'types removed request': breaks('{it} no longer states a type; code that uses a generated client may not compile.'),
  'values added request': breaks('{it} must be one of the listed values; requests with another value are refused.'),
  'values removed request': harmless('{it} accepts other values than those listed before.'),
  'values removed response': breaks('{it} may be any value in responses; a client that expects the listed ones fails.'),
  'known-values added response': harmless('{it} lists its current values.'),
  'known-values removed response': breaks(
    '{it} no longer lists its values; code that uses a generated client may not compile.',
  ),
  'enum added request': harmless('{it} also accepts `{name}`.'),
  'enum removed request': breaks('{it} no longer accepts `{name}`; such requests are refused.'),
  'enum added response': harmless('{it} may be `{name}` in responses; clients accept unknown values.'),
  'enum removed response': breaks('{it} can no longer be `{name}`; a client that waits for it waits forever.'),
  'nullable added request': harmless('{it} may now be null in requests.'),
  'nullable removed request': breaks('{it} can no longer be null; requests with null are refused.'),
  'nullable added response': breaks('{it} may now be null in responses; a client that always expects a value fails.'),
  'nullable removed response': harmless('{it} can no longer be null in responses.'),
  'const removed request': harmless('{it} also accepts other values than `{before}`.'),
}

/** For keywords that restrict valid values, the request and response sides mirror each other. */
function narrowing(keyword: string, noun: string): Table {
  return {
    [`${keyword} added request`]: breaks(`{it} must ${noun}; other requests, which were accepted before, are refused.`),
    [`${keyword} removed request`]: harmless(`{it} no longer needs to ${noun}.`),
    [`${keyword} added response`]: harmless(`{it} does ${noun} in all responses.`),
    [`${keyword} removed response`]: breaks(
      `{it} does not always ${noun} in responses; a client that relies on it fails.`,
    ),
  }
}

const narrowings: Table = {
  ...narrowing('pattern', 'match its pattern'),
  ...narrowing('format', 'have its format'),
  ...narrowing('uniqueItems', 'contain no duplicate items'),
  ...narrowing('dependentRequired', 'contain {name}'),
  ...narrowing('dependentSchemas', 'follow the rule for requests with `{name}`'),
  'pattern changed request': breaks(
    '{it} must match `{after}` instead of `{before}`; a request that matches only the old pattern is refused.',
  ),
  'pattern changed response': breaks(
    '{it} matches `{after}` instead of `{before}` in responses; a client that checks the old pattern refuses them.',
  ),
  'format changed request': breaks(
    '{it} must have the format `{after}` instead of `{before}`; requests with the old format are refused.',
  ),
  'format changed response': breaks(
    '{it} has the format `{after}` instead of `{before}` in responses; a client cannot read it.',
  ),
  'pattern added request': breaks(
    '{it} must match `{after}`; other requests, which were accepted before, are refused.',
  ),
  'format added request': breaks(
    '{it} must have the format `{after}`; other requests, which were accepted before, are refused.',
  ),
  'oneOf added request': breaks('{it} has an additional form; a request that matches two forms is refused.'),
  'oneOf added response': breaks('{it} may have another form in responses; a client that expects the old forms fails.'),
  'anyOf added response': breaks('{it} may have another form in responses; a client that expects the old forms fails.'),
  'anyOf added request': harmless('{it} may have another form.'),
  'anyOf removed request': breaks('{it} no longer accepts the form {name}; such requests are refused.'),
  'oneOf removed request': breaks('{it} no longer accepts the form {name}; such requests are refused.'),
}

/** The largest or smallest valid value. */
function bound(keyword: string, direction: 'most' | 'least', unit = ''): Table {
  const [tighter, looser] = direction === 'most' ? ['lowered', 'raised'] : ['raised', 'lowered']
  const range = (n: string) => `at ${direction} ${n}${unit}`
  return {
    [`${keyword} ${tighter} request`]: breaks(
      `{it} accepts ${range('{after}')} instead of {before}; requests between the two are refused.`,
    ),
    [`${keyword} added request`]: breaks(
      `{it} accepts ${range('{after}')}; requests outside this limit, which were accepted before, are refused.`,
    ),
    [`${keyword} ${looser} request`]: harmless(`{it} accepts ${range('{after}')} instead of {before}.`),
    [`${keyword} removed request`]: harmless(`{it} no longer has the limit of ${range('{before}')}.`),
    [`${keyword} ${tighter} response`]: harmless(
      `{it} is ${range('{after}')} in responses, a tighter limit than before.`,
    ),
    [`${keyword} added response`]: harmless(`{it} is ${range('{after}')} in responses.`),
    [`${keyword} ${looser} response`]: breaks(
      `{it} is ${range('{after}')} instead of {before} in responses; a client that relies on the old limit fails.`,
    ),
    [`${keyword} removed response`]: breaks(
      `{it} is without its bound of ${range('{before}')} in responses; a client that relies on the old limit fails.`,
    ),
  }
}

const bounds: Table = {
  ...bound('maxLength', 'most', ' characters'),
  ...bound('minLength', 'least', ' characters'),
  ...bound('maxItems', 'most', ' items'),
  ...bound('minItems', 'least', ' items'),
  ...bound('maxProperties', 'most', ' members'),
  ...bound('minProperties', 'least', ' members'),
  ...bound('x-bytes-max', 'most', ' bytes'),
  ...bound('maximum', 'most'),
  ...bound('minimum', 'least'),
}

/** Consequences that are the same on both sides, because they do not concern validity. */
function both(kind: string, word: string, sentence: string): Table {
  return { [`${kind} ${word} request`]: breaks(sentence), [`${kind} ${word} response`]: breaks(sentence) }
}

const meanings: Table = {
  'default added request': breaks('{it} is `{after}` if a request omits it; such requests may now do something else.'),
  'default changed request': breaks(
    '{it} is `{after}` instead of `{before}` if a request omits it; such requests now do something else.',
  ),
  'default removed request': breaks('{it} no longer has a default; requests that omit it may now do something else.'),
  ...both(
    'const',
    'changed',
    '{it} is `{after}` instead of `{before}`; a client that sends or expects the old value fails.',
  ),
  ...both('x-error-code', 'added', 'If {it} is invalid, the error now has the code `{after}`.'),
  ...both('x-error-code', 'removed', 'If {it} is invalid, the error no longer has the code `{before}`.'),
  ...both('x-error-code', 'changed', 'If {it} is invalid, the error has the code `{after}` instead of `{before}`.'),
  ...both(
    'x-formula',
    'changed',
    'The numbers of {it} have changed; the same verdicts may give another score or grade.',
  ),
  ...both('promise', 'changed', 'The rule of {it} has changed; the same verdicts may give another score or grade.'),
}

const catalogue: Table = {
  'code added response': harmless('The catalogue has the new code `{name}`; clients accept unknown codes.'),
  'code removed response': breaks(
    'The code `{name}` was removed from the catalogue; a client that handles it never gets it again.',
  ),
  'status added response': harmless('{it} may also have the status {name}.'),
  'status removed response': breaks('{it} no longer has the status {name}; a client that expects it fails.'),
  'usual added response': harmless('{it} can now be the response to a request, with the status {after}.'),
  'usual removed response': breaks('{it} no longer has a status; a client that expects {before} fails.'),
  'usual changed response': breaks(
    '{it} has the status {after} instead of {before}; a client that expects {before} fails.',
  ),
  'retryable changed response': breaks(
    '`retryable` of {it} is {after} instead of {before}; a client that follows the catalogue does the wrong thing.',
  ),
}

export const schemaTable: Table = { ...members, ...values, ...narrowings, ...bounds, ...meanings, ...catalogue }
