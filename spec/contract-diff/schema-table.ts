/**
 * The consequences of changes to a schema. A request may accept more than before, and a response may contain less or
 * promise more; the reverse breaks a client. A changed type or a removed value breaks on both sides.
 */
import { breaks, harmless, type Table } from './table.ts'

const members: Table = {
  'property added request': harmless('{it} may be sent; a client that leaves it out sees no difference.'),
  'property removed request': breaks(
    '{it} is not taken any more; a request that carries it is refused or loses its effect.',
  ),
  'property restricted request': breaks('{it} obeys a further rule; a request that does not, good so far, is refused.'),
  'property restricted response': harmless('{it} comes with answers, or obeys a further rule there.'),
  'property added response': harmless('{it} comes with answers; a client that does not know it passes over it.'),
  'property removed response': breaks('{it} is gone from answers; a client that reads it finds nothing.'),
  'required added request': breaks('{it} must be sent; a request without it, good so far, is refused.'),
  'required removed request': harmless('{it} may be left out of a request.'),
  'required added response': harmless('{it} is always in answers.'),
  'required removed response': breaks('{it} may be missing from answers; a client that relies on it fails.'),
  'closed added request': breaks('{it} refuses members that it does not name; a request that carries others fails.'),
  'closed removed request': harmless('{it} takes members that it does not name.'),
  'closed added response': breaks(
    '{it} holds no members beside the named ones; a client that reads others finds nothing.',
  ),
  'closed removed response': harmless('{it} may hold members that are not named; a client passes over them.'),
}

const values: Table = {
  'type added request': harmless('{it} may also be of type {name}.'),
  'type removed request': breaks('{it} is not taken as {name} any more; such a request is refused.'),
  'type added response': breaks('{it} may be {name} in answers; a client that reads the types it knew fails.'),
  'type removed response': breaks('{it} is never {name} any more; a client that reads it as that finds another type.'),
  'types added request': breaks('{it} must be of the types that it names; a request with another one is refused.'),
  'types removed request': breaks('{it} names no type any more; code over a generated client may not compile.'),
  'values added request': breaks(
    '{it} must be one of the values that it names; a request with another one is refused.',
  ),
  'values removed request': harmless('{it} takes other values than those it named.'),
  'values removed response': breaks('{it} may be any value in answers; a client that knows the named ones fails.'),
  'known-values added response': harmless('{it} names the values that it has today.'),
  'known-values removed response': breaks(
    '{it} names no values any more; code over a generated client may not compile.',
  ),
  'enum added request': harmless('{it} also takes `{name}`.'),
  'enum removed request': breaks('{it} does not take `{name}` any more; such a request is refused.'),
  'enum added response': harmless('{it} may be `{name}` in answers; clients tolerate values that they do not know.'),
  'enum removed response': breaks('{it} is never `{name}` any more; a client that waits for it waits forever.'),
  'nullable added request': harmless('{it} may be null in a request now.'),
  'nullable removed request': breaks('{it} must not be null any more; a request with null is refused.'),
  'nullable added response': breaks('{it} may be null in answers now; a client that always expects it fails.'),
  'nullable removed response': harmless('{it} is never null in answers any more.'),
  'const removed request': harmless('{it} takes other values than `{before}` too.'),
}

/** For keywords that restrict valid values, the request and response sides mirror each other. */
function narrowing(keyword: string, noun: string): Table {
  return {
    [`${keyword} added request`]: breaks(`{it} must ${noun}; a request that does not, good so far, is refused.`),
    [`${keyword} removed request`]: harmless(`{it} need not ${noun} any more.`),
    [`${keyword} added response`]: harmless(`{it} does ${noun} in all answers.`),
    [`${keyword} removed response`]: breaks(
      `{it} does not always ${noun} in answers; a client that relies on it fails.`,
    ),
  }
}

const narrowings: Table = {
  ...narrowing('pattern', 'match its pattern'),
  ...narrowing('format', 'keep its format'),
  ...narrowing('uniqueItems', 'contain no duplicate items'),
  ...narrowing('dependentRequired', 'carry {name}'),
  ...narrowing('dependentSchemas', 'obey the rule for requests with `{name}`'),
  'pattern changed request': breaks(
    '{it} must match `{after}` instead of `{before}`; a request that matches only the old pattern is refused.',
  ),
  'pattern changed response': breaks(
    '{it} matches `{after}` instead of `{before}` in answers; a client that checks the old pattern refuses them.',
  ),
  'format changed request': breaks(
    '{it} must have the format `{after}` instead of `{before}`; a request as before is refused.',
  ),
  'format changed response': breaks(
    '{it} has the format `{after}` instead of `{before}` in answers; a client cannot read it.',
  ),
  'pattern added request': breaks('{it} must match `{after}`; a request that does not, good so far, is refused.'),
  'format added request': breaks(
    '{it} must have the format `{after}`; a request that has not, good so far, is refused.',
  ),
  'oneOf added request': breaks('{it} has a further form; a request that fits it beside another one is refused.'),
  'oneOf added response': breaks('{it} may take another form in answers; a client that reads the forms it knew fails.'),
  'anyOf added response': breaks('{it} may take another form in answers; a client that reads the forms it knew fails.'),
  'anyOf added request': harmless('{it} may take another form.'),
  'anyOf removed request': breaks('{it} does not take the form {name} any more; such a request is refused.'),
  'oneOf removed request': breaks('{it} does not take the form {name} any more; such a request is refused.'),
}

/** The largest or smallest valid value. */
function bound(keyword: string, direction: 'most' | 'least', unit = ''): Table {
  const [tighter, looser] = direction === 'most' ? ['lowered', 'raised'] : ['raised', 'lowered']
  const range = (n: string) => `at ${direction} ${n}${unit}`
  return {
    [`${keyword} ${tighter} request`]: breaks(
      `{it} takes ${range('{after}')} instead of {before}; a request between the two is refused.`,
    ),
    [`${keyword} added request`]: breaks(
      `{it} takes ${range('{after}')}; a request beyond that, good so far, is refused.`,
    ),
    [`${keyword} ${looser} request`]: harmless(`{it} takes ${range('{after}')} instead of {before}.`),
    [`${keyword} removed request`]: harmless(`{it} has no bound of ${range('{before}')} any more.`),
    [`${keyword} ${tighter} response`]: harmless(`{it} is ${range('{after}')} in answers, within what it was.`),
    [`${keyword} added response`]: harmless(`{it} is ${range('{after}')} in answers.`),
    [`${keyword} ${looser} response`]: breaks(
      `{it} is ${range('{after}')} instead of {before} in answers; a client made for that cannot hold it.`,
    ),
    [`${keyword} removed response`]: breaks(
      `{it} is without its bound of ${range('{before}')} in answers; a client made for that cannot hold it.`,
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
  'default added request': breaks(
    '{it} is `{after}` where a request leaves it out; such a request may do something else.',
  ),
  'default changed request': breaks(
    '{it} is `{after}` instead of `{before}` where a request leaves it out; such a request does something else.',
  ),
  'default removed request': breaks(
    '{it} has no default any more; a request that leaves it out may do something else.',
  ),
  ...both(
    'const',
    'changed',
    '{it} is `{after}` instead of `{before}`; a client that sends or expects the old value fails.',
  ),
  ...both('x-error-code', 'added', '{it} is answered with the code `{after}` when it is at fault, and not as before.'),
  ...both('x-error-code', 'removed', '{it} is not answered with the code `{before}` any more when it is at fault.'),
  ...both('x-error-code', 'changed', '{it} is answered with `{after}` instead of `{before}` when it is at fault.'),
  ...both('x-formula', 'changed', '{it} follows other numbers; the same verdicts may give another score or grade.'),
  ...both('promise', 'changed', '{it} promises another rule; the same verdicts may give another score or grade.'),
}

const catalogue: Table = {
  'code added response': harmless('The catalogue has the code `{name}`; clients tolerate codes that they do not know.'),
  'code removed response': breaks(
    'The catalogue lost the code `{name}`; a client that handles it never sees it again.',
  ),
  'status added response': harmless('{it} may come with the status {name} too.'),
  'status removed response': breaks(
    '{it} does not come with the status {name} any more; a client that expects it fails.',
  ),
  'usual added response': harmless('{it} can answer a request, with the status {after}.'),
  'usual removed response': breaks('{it} has no status any more; a client that expects {before} fails.'),
  'usual changed response': breaks(
    '{it} comes with the status {after} instead of {before}; a client that expects {before} fails.',
  ),
  'retryable changed response': breaks(
    '{it} is retryable: {after}, instead of {before}; a client that retries by the catalogue does the wrong thing.',
  ),
}

export const schemaTable: Table = { ...members, ...values, ...narrowings, ...bounds, ...meanings, ...catalogue }
