/** The numbers at the contract's root that bound the service, as trees, each under its kind. */
import { below, isForPeople, isNode, itemsOf, leaf, membersOf, newTree, put } from './tree.ts'
import type { Json, Tree, Value } from './tree.ts'

/**
 * The root members that contain them. `x-objectives` is not one of them: the names of its leaves, such as
 * `p99Milliseconds`, already are the kinds.
 */
export const numberRoots = [
  ...['x-rate-limits', 'x-quotas', 'x-trial', 'x-sizes', 'x-sandbox', 'x-operator'],
  ...['x-retries', 'x-timeouts', 'x-retention', 'x-freshness'],
]

/** The kind of each number, by its path; the first match counts. `numberTable` has the consequences for each kind. */
const kinds: [kind: string, paths: RegExp][] = [
  ['limit', /^x-rate-limits\/.*\/(limit|unknownKeys|addressShare)$/],
  ['window', /^x-rate-limits\/.*\/windowSeconds$/],
  [
    'wait',
    /^x-rate-limits\/(inFlight|simulations|uploads|strangers)\/(slotSeconds|retryAfterSecondsMax|delaySeconds)$/,
  ],
  ['backstop', /^x-quotas\/\w+\/(openScoringJobs|keptBytes)$/],
  ['quota', /^(x-quotas|x-trial)\//],
  ['size-least', /^x-sizes\/.*Min$/],
  ['guard', /^(x-sizes\/answer\/|x-timeouts\/(unreadAnswer|upload)Seconds)/],
  ['size', /^x-sizes\//],
  [
    'tries',
    /^x-retries\/(scoring\/(failuresMax|lostWorkersMax)|deletion\/failuresMax|webhooks\/disabledAfterSeconds)$/,
  ],
  ['pace', /^x-retries\/(scoring\/(firstSeconds|mostSeconds|jitter)|webhooks\/jitter|provider\/\w+)$/],
  ['wait', /^x-retries\/retryAfter\//],
  ['wait', /^x-timeouts\/(preferWaitSeconds|idempotencySeconds)$/],
  ['deadline', /^x-timeouts\/(generation|scoringFromStart|scoringFromAcceptance)Seconds$/],
  ['time', /^x-timeouts\/(requestHeaders|request|idleConnection|fetch|parse|scan|engine|webhook)Seconds$/],
  ['pace', /^x-timeouts\/(worker|shutdown|lameDuck|readiness)Seconds$/],
  ['pace', /^x-operator\//],
  ['wait', /^(x-retention\/unreadableFiles|x-sandbox\/slow)Seconds$/],
  ['kept', /^x-retention\//],
  ['age', /^x-freshness\//],
]

/**
 * Members whose entries are alike, such as the buckets, with the word for one entry. A new entry does not affect
 * clients that do not use it.
 */
const groups: Record<string, string | undefined> = { 'x-rate-limits/buckets': 'bucket', 'x-quotas': 'plan' }

/** A list of waits: the first item is the wait before the second attempt. */
const waits = 'x-retries/webhooks/waitsSeconds'

/** The tree of a root member, or of a part of it. A number without a kind appears under its own name. */
export function numbersTree(name: string, value: Json, at: string): Value {
  if (!isNode(value)) return leaf(value)
  const tree = newTree()
  for (const [key, member] of membersOf(value)) {
    const path = `${name}/${key}`
    if (path === waits) putWaits(tree, itemsOf(member), below(at, key))
    else if (!isForPeople(key))
      put(tree, keyOf(name, key, member), below(at, key), numbersTree(path, member, below(at, key)))
  }
  return tree
}

function keyOf(name: string, key: string, member: Json): string {
  if (isNode(member)) return groups[name] ? `${groups[name]} ${key}` : key
  const path = `${name}/${key}`
  const kind = typeof member === 'number' ? kinds.find(([, paths]) => paths.test(path))?.[0] : undefined
  return kind ? `${kind} ${path}` : key
}

function putWaits(tree: Tree, items: Json[], at: string): void {
  items.forEach((item, index) => put(tree, `webhook-try ${index + 2}`, below(at, index), leaf(item)))
}
