/** Changes one node in a document without modifying the document itself. */
import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../../spec/contract-diff/tree.ts'

export type Path = (string | number)[]
/** Returns the changed document, or undefined if the change does not apply to the node. */
type Mutate = (document: Json, path: Path) => Json | undefined

/** Returns the paths of all nodes below the root, including those with children. */
export function everyPath(node: Json, above: Path = []): Path[] {
  if (typeof node !== 'object' || node === null) return []
  const keys = Array.isArray(node) ? [...node.keys()] : Object.keys(node)
  return keys.flatMap((key) => [
    [...above, key],
    ...everyPath((node as Record<string, Json>)[key] as Json, [...above, key]),
  ])
}

/** Returns `next`, in which nodes that equal those of `base` are the same objects. */
export function sharing(base: Json | undefined, next: Json): Json {
  if (base !== undefined && isDeepStrictEqual(base, next)) return base
  if (typeof next !== 'object' || next === null || typeof base !== 'object' || base === null) return next
  const before = base as Record<string, Json>
  if (Array.isArray(next)) return next.map((item, index) => sharing(before[index], item))
  return Object.fromEntries(Object.entries(next).map(([key, member]) => [key, sharing(before[key], member)]))
}

export const mutations: Record<string, Mutate> = {
  removed: (document, path) => edited(document, path, () => []),
  renamed: (document, path) => {
    const isItem = typeof path.at(-1) === 'number'
    return isItem && typeof at(document, path) !== 'string' ? undefined : edited(document, path, renamed)
  },
  narrowed: (document, path) => {
    const changed = narrowed(at(document, path), path.at(-1) as string | number)
    return changed === undefined ? undefined : edited(document, path, (key) => [[key, changed]])
  },
}

/** Keywords that each restrict a schema. */
const restrictions: Record<string, Json> = {
  type: 'string',
  enum: ['a'],
  const: 'a',
  pattern: '^a$',
  format: 'uuid',
  minLength: 9,
  maxLength: 1,
  minimum: 9,
  maximum: 1,
  exclusiveMaximum: 1,
  multipleOf: 7,
  minItems: 9,
  maxItems: 0,
  uniqueItems: true,
  contains: { const: 'a' },
  minProperties: 9,
  maxProperties: 0,
  required: ['a'],
  additionalProperties: false,
  propertyNames: { maxLength: 1 },
  dependentRequired: { a: ['b'] },
  dependentSchemas: { a: false },
  allOf: [false],
  anyOf: [{ const: 'a' }],
  oneOf: [{ const: 'a' }],
  not: {},
  readOnly: true,
  'x-bytes-max': 1,
}

/** Returns, for each restriction that the schema at the path lacks, a document that has it. */
export function restricted(document: Json, path: Path): { keyword: string; document: Json }[] {
  const schema = at(document, path) as Record<string, Json>
  return Object.entries(restrictions)
    .filter(([keyword]) => !(keyword in schema))
    .map(([keyword, value]) => ({
      keyword,
      document: edited(document, path, (key) => [[key, { ...schema, [keyword]: value }]]),
    }))
}

export function at(node: Json, path: Path): Json {
  return path.reduce((inner, key) => (inner as Record<string, Json>)[key] as Json, node)
}

type Entry = [string | number, Json]

/** Returns a copy in which the entry at the path is replaced, and all other nodes are shared. */
function edited(node: Json, [key, ...rest]: Path, change: (key: string | number, value: Json) => Entry[]): Json {
  const entries: Entry[] = Array.isArray(node) ? [...node.entries()] : Object.entries(node as Record<string, Json>)
  const fresh = entries.flatMap(([name, value]): Entry[] => {
    if (name !== key) return [[name, value]]
    return rest.length > 0 ? [[name, edited(value, rest, change)]] : change(name, value)
  })
  return Array.isArray(node) ? fresh.map(([, value]) => value) : Object.fromEntries(fresh)
}

/** Gives a member another key, or an item another text. */
function renamed(key: string | number, value: Json): Entry[] {
  return typeof key === 'string' ? [[`${key}Renamed`, value]] : [[key, `${String(value)}Renamed`]]
}

/**
 * Returns a stricter limit, the opposite boolean, or another string. Returns undefined for nodes with members, and for
 * named items.
 */
function narrowed(value: Json, key: string | number): Json | undefined {
  if (typeof value === 'number') return /^min|Min$/.test(String(key)) ? value + 1 : value - 1
  if (typeof value === 'boolean') return !value
  return typeof value === 'string' && typeof key === 'string' ? `${value}x` : undefined
}
