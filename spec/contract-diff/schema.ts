/** Schemas as trees: every keyword that the gate can judge, under a key of its kind. */
import { below, isForPeople, isNode, itemsOf, leaf, membersOf, newTree, put, reference } from './tree.ts'
import type { Json, Node, Tree, Value } from './tree.ts'

/** Descriptions that promise what no other member says: the formula of the score, and the thresholds over it. */
const promisedInWords = [
  '#/components/schemas/Score/description',
  '#/components/schemas/Assessment/properties/verdict/description',
]

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
  if (referred) put(tree, 'allOf reference', below(at, '$ref'), referred)
  for (const [keyword, value] of own)
    (keywords[keyword] ?? plain)({ tree, keyword, value, at: below(at, keyword), schema })
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
  /** The whole schema. */
  schema: Node
}

const keywords: Record<string, (keyword: Keyword) => void> = {
  properties: members('property'),
  dependentSchemas: members('dependentSchemas'),
  required: names,
  type: types,
  enum: ({ tree, value, at }) =>
    itemsOf(value).forEach((item, index) => put(tree, `enum ${JSON.stringify(item)}`, below(at, index), true)),
  items: ({ tree, value, at }) => put(tree, 'items', at, schemaTree(value, at)),
  additionalProperties: additional,
  uniqueItems: ({ tree, value, at }) => value !== false && put(tree, 'uniqueItems', at, leaf(value)),
  oneOf: alternatives,
  anyOf: alternatives,
  allOf: alternatives,
  dependentRequired: ({ tree, value, at }) =>
    membersOf(value).forEach(([trigger, needed]) =>
      names({ tree, keyword: `dependentRequired ${trigger}`, value: needed, at: below(at, trigger), schema: {} }),
    ),
  'x-catalogue': catalogue,
}

function plain({ tree, keyword, value, at }: Keyword): void {
  put(tree, keyword, at, leaf(value))
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

function types({ tree, value, at }: Keyword): void {
  for (const type of [value].flat()) {
    put(tree, `type ${String(type)}`, at, true)
    if (type === 'number') put(tree, 'type integer', at, true) // an integer is a number
  }
}

function additional({ tree, value, at }: Keyword): void {
  if (value === false) put(tree, 'closed', at, true)
  else if (value !== true) put(tree, 'additional', at, schemaTree(value, at))
}

/** Alternatives have no names: each goes by its component or its type, or by its place where two share one. */
function alternatives({ tree, keyword, value, at }: Keyword): void {
  const labels = itemsOf(value).map((item) => (isNode(item) ? String(item.$ref ?? item.type ?? '') : ''))
  itemsOf(value).forEach((item, index) => {
    const label = labels[index] as string
    const isUnique = label !== '' && labels.indexOf(label) === labels.lastIndexOf(label)
    put(tree, `${keyword} ${isUnique ? label : index}`, below(at, index), schemaTree(item, below(at, index)))
  })
}

/** The catalogue of error codes; its texts, `meaning` and `action`, are for people. */
function catalogue({ tree, value, at }: Keyword): void {
  for (const [code, entry] of membersOf(value)) {
    const branch = newTree()
    const where = below(at, code)
    for (const [name, member] of membersOf(entry)) {
      if (name === 'statuses') statuses(branch, itemsOf(member), below(where, name))
      else if (name !== 'meaning' && name !== 'action') put(branch, name, below(where, name), leaf(member))
    }
    put(tree, `code ${code}`, where, branch)
  }
}

/** The first status is the one that a code usually has. */
function statuses(branch: Tree, list: Json[], at: string): void {
  list.forEach((status, index) => put(branch, `status ${String(status)}`, below(at, index), true))
  if (list.length > 0) put(branch, 'usual', below(at, 0), String(list[0]))
}
