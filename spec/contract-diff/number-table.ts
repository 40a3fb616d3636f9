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
    [`${kind} removed document`]: breaks('`{name}` is gone; a client that obeys it does not know what holds instead.'),
  }
}

const refused = 'a client that goes beyond it, good so far, is refused'
const later = 'a client that gives up after the old time misses the outcome'
const sooner = 'what takes longer, good so far, fails'

/** Allowances: a lower number breaks a client. */
const allowances: Table = {
  ...number('limit', 'a client paced for the old one gets 429', null, refused),
  ...number('quota', 'a client that keeps or uses as many as before is refused', null, refused),
  // Higher than a well-behaved client can reach under the default limits: DECISIONS.md says by how much.
  ...number('backstop', 'a client that keeps or uses as many as before is refused', null, null),
  ...number('size', 'what is larger, good so far, is refused or left out', null, refused),
  ...number('guard', 'a client that reads slower, or more at once, is refused or cut off', null, null),
  ...number('time', sooner, null, sooner),
  ...number('tries', 'what came through on a later try fails', null, 'what came through on a later try fails'),
  ...number('kept', 'a client that comes back after that finds nothing', null, null),
}

/** Burdens: a higher number breaks a client. */
const demands: Table = {
  ...number('window', null, 'a client paced for the old one gets 429', refused),
  ...number('size-least', null, 'what is smaller, good so far, is refused', 'what is smaller, good so far, is refused'),
  ...number('wait', null, 'a client that tries again, or gives up, after the old time does so too early', null),
  ...number('age', null, 'a client that reads after the old time does not find the latest', null),
}

const others: Table = {
  ...number('deadline', sooner, later, sooner),
  ...number('pace', null, null, null),
  'webhook-try lowered document': breaks(
    'Try {name} of a webhook follows after {after} s instead of {before}; a receiver that is away for as long as was safe so far loses it.',
  ),
  'webhook-try raised document': breaks(
    'Try {name} of a webhook follows after {after} s instead of {before}; a receiver that counts on it gets it later.',
  ),
  'webhook-try added document': harmless('A webhook has a try {name}, {after} s after the one before.'),
  'webhook-try removed document': breaks(
    'A webhook has no try {name} any more; a receiver that is away for as long as was safe so far loses it.',
  ),
}

const groups: Table = {
  'bucket added document': harmless('The bucket `{name}` is new; the operations that take from it say so.'),
  'bucket removed document': breaks('The bucket `{name}` is gone; a client that paces itself by it does not know how.'),
  'plan added document': harmless('The plan `{name}` is new; the partners of the others keep theirs.'),
  'impact added document': harmless('The contract bounds impact analyses, which are new themselves.'),
  'reportLinks added document': harmless('The contract limits the views of report links, which are new themselves.'),
  'uploads added document': harmless('The contract bounds concurrent uploads, which are new themselves.'),
  'answer added document': harmless(
    'The contract bounds the answers that wait to be read; a client that reads its own meets no bound.',
  ),
  'plan removed document': breaks('The plan `{name}` is gone; what its partners may keep is not known.'),
  ...Object.fromEntries(
    numberRoots.map((root) => [
      `${root} added document`,
      harmless('The contract names the numbers of `{kind}`; a request is answered as before.'),
    ]),
  ),
}

export const numberTable: Table = { ...allowances, ...demands, ...others, ...groups }
