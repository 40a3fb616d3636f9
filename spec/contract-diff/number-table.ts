/** The consequences of changed numbers at the contract's root; `numbers.ts` assigns the kinds. */
import { numberRoots } from './numbers.ts'
import { breaks, harmless, type Table } from './table.ts'

const now = '`{name}` is {after} instead of {before}'

/** A kind of number: the consequence for a client if it falls, if it rises, and if it is new; null if there is none. */
function number(kind: string, lowered: string | null, raised: string | null, added: string | null): Table {
  const rule = (fact: string, loss: string | null) => (loss ? breaks(`${fact}; ${loss}.`) : harmless(`${fact}.`))
  return {
    [`${kind} lowered document`]: rule(now, lowered),
    [`${kind} raised document`]: rule(now, raised),
    [`${kind} added document`]: rule('`{name}` is new, {after}', added),
    [`${kind} removed document`]: breaks(
      '`{name}` was removed; clients that rely on it do not know what applies instead.',
    ),
  }
}

const refused = 'requests beyond it, which were accepted before, are refused'
const later = 'a client that stops waiting after the old time misses the outcome'
const sooner = 'work that takes longer, which succeeded before, now fails'

/** Allowances: a lower number breaks a client. */
const allowances: Table = {
  ...number('limit', 'a client that keeps to the old limit gets 429', null, refused),
  ...number('quota', 'a client that uses as many as before is refused', null, refused),
  // A backstop is higher than a well-behaved client can reach under the default limits. DECISIONS.md says by how much.
  ...number('backstop', 'a client that uses as many as before is refused', null, null),
  ...number('size', 'larger input, which was accepted before, is refused or left out', null, refused),
  ...number('guard', 'a client that reads more slowly, or leaves more unread, is refused or disconnected', null, null),
  ...number('time', sooner, null, sooner),
  ...number('tries', 'work that needed a later attempt fails', null, 'work that needed a later attempt fails'),
  ...number('kept', 'a client that reads later finds nothing', null, null),
}

/** Burdens: a higher number breaks a client. */
const demands: Table = {
  ...number('window', null, 'a client that keeps to the old limit gets 429', refused),
  ...number(
    'size-least',
    null,
    'smaller input, which was accepted before, is refused',
    'smaller input, which was accepted before, is refused',
  ),
  ...number('wait', null, 'a client that retries or gives up after the old time does so too early', null),
  ...number('age', null, 'a client that reads after the old time may get outdated data', null),
}

const others: Table = {
  ...number('deadline', sooner, later, sooner),
  ...number('pace', null, null, null),
  'webhook-try lowered document': breaks(
    'Attempt {name} to deliver a webhook follows after {after} s instead of {before}; a receiver whose outage was short enough before may now miss the webhook.',
  ),
  'webhook-try raised document': breaks(
    'Attempt {name} to deliver a webhook follows after {after} s instead of {before}; a receiver that relies on this attempt gets the webhook later.',
  ),
  'webhook-try added document': harmless('A webhook has an attempt {name}, {after} s after the previous one.'),
  'webhook-try removed document': breaks(
    'A webhook no longer has an attempt {name}; a receiver whose outage was short enough before may now miss the webhook.',
  ),
}

const groups: Table = {
  'bucket added document': harmless('The bucket `{name}` is new; it applies to the operations that name it.'),
  'bucket removed document': breaks(
    'The bucket `{name}` was removed; clients that rely on it do not know their limit.',
  ),
  'plan added document': harmless('The plan `{name}` is new; existing partners keep their plans.'),
  'impact added document': harmless('The contract limits impact analyses, which are new.'),
  'reportLinks added document': harmless('The contract limits the views of report links, which are new.'),
  'uploads added document': harmless('The contract limits concurrent uploads, which are new.'),
  'answer added document': harmless(
    'The contract limits unread responses; a client that reads its responses never reaches the limit.',
  ),
  'plan removed document': breaks('The plan `{name}` was removed; its partners do not know their quotas.'),
  ...Object.fromEntries(
    numberRoots.map((root) => [
      `${root} added document`,
      harmless('The contract now states the numbers of `{kind}`; responses do not change.'),
    ]),
  ),
}

export const numberTable: Table = { ...allowances, ...demands, ...others, ...groups }
