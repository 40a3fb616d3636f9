/** Parameters, headers, bodies and responses as trees. */
import { once } from './once.ts'
import { schemaTree } from './schema.ts'
import { below, isForPeople, leaf, membersOf, newTree, put, reference } from './tree.ts'
import type { Json, Tree, Value } from './tree.ts'

/** A parameter, a header or a media type. A parameter's name and location are in the key above it. */
export function parameterTree(node: Json, at: string): Value {
  return reference(node) ?? once(node, [at], () => parameterMembers(node, at))
}

function parameterMembers(node: Json, at: string): Tree {
  const tree = newTree()
  for (const [name, member] of membersOf(node)) {
    const where = below(at, name)
    if (name === 'schema') put(tree, 'schema', where, schemaTree(member, where))
    else if (name !== 'name' && name !== 'in' && !isDefault(name, member) && !isForPeople(name))
      put(tree, name, where, leaf(member))
  }
  return tree
}

/** A response, or the body of a request. Header names are case-insensitive (RFC 9110, section 5.1). */
export function messageTree(node: Json, at: string): Value {
  return reference(node) ?? once(node, [at], () => messageMembers(node, at))
}

function messageMembers(node: Json, at: string): Tree {
  const tree = newTree()
  for (const [name, member] of membersOf(node)) {
    const where = below(at, name)
    if (name === 'headers')
      for (const [header, value] of membersOf(member))
        put(tree, `header ${header.toLowerCase()}`, below(where, header), parameterTree(value, below(where, header)))
    else if (name === 'content')
      for (const [type, media] of membersOf(member))
        put(tree, `media ${type}`, below(where, type), parameterTree(media, below(where, type)))
    else if (!isDefault(name, member) && !isForPeople(name)) put(tree, name, where, leaf(member))
  }
  return tree
}

function isDefault(name: string, value: Json): boolean {
  return name === 'required' && value === false
}
