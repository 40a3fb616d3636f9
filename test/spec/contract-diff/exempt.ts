/**
 * Changes that cannot break a client: a short list, each with its reason, independent of the tables that the
 * contract-diff check itself uses.
 */
import type { Json } from '../../../spec/contract-diff/tree.ts'
import { at, type Path } from './mutations.ts'

type Place = {
  path: Path
  value: Json
  /** The keyword of the node, or of the list that contains it. */
  keyword: string
  sides: Set<string>
}
type Exemption = { why: string; mutations: string[]; holds: (place: Place) => boolean }

const textForPeople = /(^|\/)(description|summary|title|tags|example|examples|x-pattern-message|x-sentences)(\/|$)/
const promisedInWords = /^components\/schemas\/Score\/description$/
const narrowingKeywords =
  /^(required|additionalProperties|(min|max)\w+|x-bytes-max|pattern|format|enum|uniqueItems|const|dependentRequired|dependentSchemas)$/
const isShorterWait =
  /^x-(freshness\/|retries\/retryAfter\/|rate-limits\/.*(window|slot|delay)Seconds$|rate-limits\/\w+\/retryAfter|timeouts\/(preferWait|idempotency)Seconds$|retention\/unreadableFiles|sandbox\/)/
const isOwnPace =
  /^x-(retries\/(provider\/|scoring\/(first|most)Seconds|\w+\/jitter)|timeouts\/(worker|shutdown|lameDuck|readiness)Seconds$|operator\/)/
const only = (side: string, { sides }: Place) => sides.size === 1 && sides.has(side)

const exemptions: Exemption[] = [
  {
    why: 'text and samples for people, which no program reads; but not where a description holds the formula',
    mutations: ['removed', 'renamed', 'narrowed'],
    holds: ({ path }) => textForPeople.test(withoutMembers(path)) && !promisedInWords.test(path.join('/')),
  },
  {
    why: 'what the service writes into its own log, which no client sees',
    mutations: ['removed', 'renamed', 'narrowed'],
    holds: ({ keyword }) => keyword === 'x-sensitive',
  },
  {
    why: 'the name of a type for one generator, which the others ignore',
    mutations: ['removed', 'renamed', 'narrowed'],
    holds: ({ keyword }) => keyword === 'x-go-type',
  },
  {
    why: 'who made the contract, and which edition it is; and how the catalogue words an error',
    mutations: ['removed', 'renamed', 'narrowed'],
    holds: ({ path }) =>
      path[0] === 'info' || /x-catalogue\/\w+\/(meaning|action|related|details)(\/|$)/.test(path.join('/')),
  },
  {
    why: 'a webhook is sent without the key of a partner, whether it says so or not',
    mutations: ['removed'],
    holds: ({ path, keyword }) => path[0] === 'webhooks' && keyword === 'security',
  },
  {
    why: 'a request is taken that was refused before',
    mutations: ['removed'],
    holds: (place) => only('request', place) && narrowingKeywords.test(place.keyword),
  },
  {
    why: 'the same, where the keyword is a switch',
    mutations: ['narrowed'],
    holds: (place) => only('request', place) && typeof place.value === 'boolean' && place.keyword !== 'const',
  },
  {
    why: 'an answer stays within what it could be',
    mutations: ['narrowed'],
    holds: (place) => only('response', place) && /^(min|max)/.test(place.keyword) && typeof place.value === 'number',
  },
  {
    why: 'a policy that asks less, or hides less',
    mutations: ['removed'],
    holds: ({ keyword }) => /^(x-permission|x-in-flight-cap|x-tenant-window|x-replay-omits)$/.test(keyword),
  },
  {
    why: 'the same, where the policy is a switch',
    mutations: ['narrowed'],
    holds: ({ keyword }) => /^(x-in-flight-cap|x-tenant-window)$/.test(keyword),
  },
  {
    why: 'an objective of less time promises more',
    mutations: ['narrowed'],
    holds: ({ path, keyword }) => path[0] === 'x-objectives' && /^p9[59]Milliseconds$/.test(keyword),
  },
  {
    why: 'a client need not wait so long, and what it reads is newer',
    mutations: ['narrowed'],
    holds: ({ path }) => isShorterWait.test(path.join('/')),
  },
  {
    why: 'how the service paces its own work, as long as it gives up no sooner',
    mutations: ['narrowed'],
    holds: ({ path }) => isOwnPace.test(path.join('/')),
  },
  {
    why: 'without the security of the document, no operation needs a key',
    mutations: ['removed'],
    holds: ({ path }) => path[0] === 'security',
  },
  {
    why: 'an empty list says what no list says, and so do members that are allowed as everywhere',
    mutations: ['removed'],
    holds: ({ value, keyword }) =>
      (Array.isArray(value) && value.length === 0 && keyword !== 'security') ||
      (keyword === 'additionalProperties' && value === true),
  },
]

/** Returns whether this mutation of the node cannot break a client. */
export function exempt(document: Json, path: Path, mutation: string): boolean {
  const place = { path, value: at(document, path), keyword: keywordOf(path), sides: sidesOf(document, path) }
  return exemptions.some(({ mutations, holds }) => mutations.includes(mutation) && holds(place))
}

/** Skips the names of members, because a member may have the same name as a keyword. */
function withoutMembers(path: Path): string {
  return path.filter((_, index) => path[index - 1] !== 'properties').join('/')
}

function keywordOf(path: Path): string {
  const names = path.filter((key, index) => typeof key === 'string' && path[index - 1] !== 'properties')
  const inner = names.findLast((key) => /^dependent/.test(String(key)))
  return String(inner && names.indexOf(inner) >= names.length - 2 ? inner : names.at(-1))
}

/** Returns whether the node is used in requests, in responses or in both. Outside operations, the set is empty. */
export function sidesOf(document: Json, path: Path): Set<string> {
  if (path[0] === 'components') return reached(document).get(path.slice(0, 3).join('/')) ?? new Set()
  const side = sideOf(path[0], path[3])
  return new Set(side ? [side] : [])
}

/** Clients send requests to paths and read the requests of webhooks. */
function sideOf(section: string | number | undefined, member: string | number | undefined): string | undefined {
  if (section !== 'paths' && section !== 'webhooks') return undefined
  const isRequest = member === 'parameters' || member === 'requestBody'
  if (!isRequest && member !== 'responses') return undefined
  return isRequest === (section === 'paths') ? 'request' : 'response'
}

type Routes = Record<string, Record<string, Record<string, Record<string, Json>>>>

let known: Map<string, Set<string>> | undefined

/** Returns on which sides each component is used. */
function reached(document: Json): Map<string, Set<string>> {
  if (known) return known
  known = new Map()
  for (const section of ['paths', 'webhooks'])
    for (const item of Object.values((document as Routes)[section] ?? {}))
      for (const [member, value] of Object.values(item).flatMap((operation) => Object.entries(operation))) {
        const side = sideOf(section, member)
        if (side) follow(document, value, side, known)
      }
  return known
}

function follow(document: Json, value: Json, side: string, sides: Map<string, Set<string>>): void {
  for (const [, target = ''] of JSON.stringify(value).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const seen = sides.get(target) ?? new Set()
    if (seen.has(side)) continue
    sides.set(target, seen.add(side))
    follow(document, at(document, target.split('/')), side, sides)
  }
}
