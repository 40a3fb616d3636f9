/** Schemas as trees: every keyword that the comparison can judge, under a key with its kind. */
import { below, isForPeople, isNode, itemsOf, leaf, membersOf, newTree, put, reference } from './tree.ts'
import type { Json, Tree, Value } from './tree.ts'

/** Descriptions that contain a promise of their own: how the score is computed from the numbers of its formula. */
const promisedInWords = ['#/components/schemas/Score/description']

/** The tree of a schema, or the leaf of a reference to one. */
export function schemaTree(schema: Json, at: string): Value {
  const tree = newTree()
  if (!isNode(schema)) {
    if (schema !== true) put(tree, 'never', at, leaf(schema))
    return tree
  }
  const referred = reference(schema)
  const own = Object.entries(schema).filter(([keyword]) => keyword !== '$ref' && !isForPeople(keyword))
  if (referred && own.length === 0) return referred
  if (referred) put(tree, '$ref', below(at, '$ref'), referred)
  for (const [keyword, value] of own) (keywords[keyword] ?? plain)({ tree, keyword, value, at: below(at, keyword) })
  const description = below(at, 'description')
  if (promisedInWords.includes(description)) put(tree, 'promise', description, leaf(schema.description ?? ''))
  return tree
}

type Keyword = {
  tree: Tree
  keyword: string
  value: Json
  /** The keyword's pointer. */
  at: string
}

const keywords: Record<string, (keyword: Keyword) => void> = {
  properties: members('property'),
  dependentSchemas: members('dependentSchemas'),
  required: names,
  type: types,
  enum: values('values'),
  'x-extensible-enum': values('known-values'),
  items: ({ tree, value, at }) => put(tree, 'items', at, schemaTree(value, at)),
  contentSchema: ({ tree, value, at }) => put(tree, 'contentSchema', at, schemaTree(value, at)),
  additionalProperties: additional,
  uniqueItems: ({ tree, value, at }) => value !== false && put(tree, 'uniqueItems', at, leaf(value)),
  oneOf: alternatives,
  anyOf: alternatives,
  allOf: alternatives,
  dependentRequired: ({ tree, value, at }) =>
    membersOf(value).forEach(([trigger, needed]) =>
      itemsOf(needed).forEach((name, index) =>
        put(
          tree,
          `dependentRequired \`${String(name)}\` together with \`${trigger}\``,
          below(at, trigger, index),
          true,
        ),
      ),
    ),
  default: asText,
  const: asText,
  'x-formula': asText,
  'x-catalogue': catalogue,
}

function plain({ tree, keyword, value, at }: Keyword): void {
  put(tree, keyword, at, leaf(value))
}

/** A value that is compared for equality, not for order. */
function asText({ tree, keyword, value, at }: Keyword): void {
  put(tree, keyword, at, JSON.stringify(value))
}

function members(kind: string) {
  return ({ tree, value, at }: Keyword) =>
    membersOf(value).forEach(([name, member]) =>
      put(tree, `${kind} ${name}`, below(at, name), schemaTree(member, below(at, name))),
    )
}

function names({ tree, keyword, value, at }: Keyword): void {
  itemsOf(value).forEach((name, index) => put(tree, `${keyword} ${String(name)}`, below(at, index), true))
}

/** Types, values and forms have a tree of their own, because a schema without any of them allows everything. */
function types({ tree, value, at }: Keyword): void {
  const all = newTree()
  for (const type of [value].flat()) {
    put(all, `type ${String(type)}`, at, true)
    if (type === 'number') put(all, 'type integer', at, true) // an integer is a number
  }
  put(tree, 'types', at, all)
}

function values(key: string) {
  return ({ tree, value, at }: Keyword): void => {
    const all = newTree()
    itemsOf(value).forEach((item, index) => put(all, `enum ${JSON.stringify(item)}`, below(at, index), true))
    put(tree, key, at, all)
  }
}

function additional({ tree, value, at }: Keyword): void {
  if (value === false) put(tree, 'closed', at, true)
  else if (value !== true) put(tree, 'additional', at, schemaTree(value, at))
}

/** Alternatives have no names: each is identified by its component or type, or by its position if two share one. */
function alternatives({ tree, keyword, value, at }: Keyword): void {
  const all = newTree()
  const labels = itemsOf(value).map(labelOf)
  itemsOf(value).forEach((item, index) => {
    const label = labels[index] as string
    const isUnique = label !== '' && labels.indexOf(label) === labels.lastIndexOf(label)
    put(all, `${keyword} ${isUnique ? label : index}`, below(at, index), schemaTree(item, below(at, index)))
  })
  put(tree, `${keyword}-forms`, at, all)
}

function labelOf(alternative: Json): string {
  if (!isNode(alternative)) return ''
  return typeof alternative.$ref === 'string'
    ? String(alternative.$ref.split('/').at(-1))
    : String(alternative.type ?? '')
}

/** Members of the catalogue that only people read. */
const forPeople = ['meaning', 'action', 'related', 'details']

/** The catalogue of error codes. */
function catalogue({ tree, value, at }: Keyword): void {
  for (const [code, entry] of membersOf(value)) {
    const branch = newTree()
    const where = below(at, code)
    for (const [name, member] of membersOf(entry)) {
      if (name === 'statuses') statuses(branch, itemsOf(member), below(where, name))
      else if (!forPeople.includes(name)) put(branch, name, below(where, name), leaf(member))
    }
    put(tree, `code ${code}`, where, branch)
  }
}

/** The first status in the list is the one that a code usually has. */
function statuses(branch: Tree, list: Json[], at: string): void {
  list.forEach((status, index) => put(branch, `status ${String(status)}`, below(at, index), true))
  if (list.length > 0) put(branch, 'usual', below(at, 0), String(list[0]))
}
