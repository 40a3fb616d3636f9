/**
 * The form in which two contracts are compared: a tree whose keys begin with their kind, such as `property score` or
 * `parameter query limit`. Lists whose order has no meaning become members, and parts that no client can notice are
 * omitted.
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Node = { [key: string]: Json }
export type Value = Tree | string | number | boolean
export type Tree = { [key: string]: Value }

/** For each tree and key: the JSON pointer to the key's value in the document that the tree was made from. */
const pointers = new WeakMap<Tree, Map<string, string>>()

/** A tree without members. It has no prototype, because a contract may name a member `constructor`. */
export function newTree(): Tree {
  const tree = Object.create(null) as Tree
  pointers.set(tree, new Map())
  return tree
}

export function put(tree: Tree, key: string, pointer: string, value: Value): void {
  tree[key] = value
  pointers.get(tree)?.set(key, pointer)
}

/** The JSON pointer, in the document, of the value under the key. */
export function pointerOf(tree: Tree, key: string): string {
  return pointers.get(tree)?.get(key) ?? '#'
}

/** The pointer of a node's member (RFC 6901, section 3). */
export function below(pointer: string, ...names: (string | number)[]): string {
  return [pointer, ...names.map((name) => String(name).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')
}

export function isNode(value: Json | undefined): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isTree(value: Value | undefined): value is Tree {
  return typeof value === 'object'
}

/** The members of a node; empty without a node. */
export function membersOf(value: Json | undefined): [string, Json][] {
  return isNode(value) ? Object.entries(value) : []
}

/** The items of a list; empty without a list. */
export function itemsOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

/** A leaf for any value: a scalar unchanged, anything else as text. */
export function leaf(value: Json): Value {
  return typeof value === 'object' ? JSON.stringify(value) : value
}

/** A tree with the node's own nesting, for parts without a specific form here. */
export function verbatim(value: Json, at: string): Value {
  if (!isNode(value)) return leaf(value)
  const tree = newTree()
  for (const [name, member] of membersOf(value))
    if (!isForPeople(name)) put(tree, name, below(at, name), verbatim(member, below(at, name)))
  return tree
}

/** Members of the contract that do not affect a client program: texts and examples for people, and notes. */
const forPeople = new Set([
  ...['description', 'summary', 'title', 'tags', 'example', 'examples', 'externalDocs'],
  ...['x-pattern-message', 'x-sentences'],
  'x-sensitive', // controls which values the service omits from its log
  'x-go-type', // names a type for a generator that would fail without it
  ...['$comment', 'deprecated'], // only a warning; deprecated parts still work
])

export function isForPeople(name: string): boolean {
  return forPeople.has(name)
}

const referenceMark = '$ref:'

/** A reference stays one leaf, so that a shared component is compared once. */
export function reference(node: Json | undefined): string | null {
  return isNode(node) && typeof node.$ref === 'string' ? `${referenceMark}${node.$ref}` : null
}

/** The key of the component that a leaf refers to; null for any other value. */
export function referredKey(value: Value | undefined): string | null {
  return typeof value === 'string' && value.startsWith(referenceMark)
    ? `component ${value.slice(referenceMark.length)}`
    : null
}
