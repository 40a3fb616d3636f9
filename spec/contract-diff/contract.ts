/** A contract as trees: its operations, its webhooks, and each component once. */
import { messageTree, parameterTree } from './message.ts'
import { numberRoots, numbersTree } from './numbers.ts'
import { once } from './once.ts'
import { operationTree, type Around } from './operation.ts'
import { schemaTree } from './schema.ts'
import { below, isForPeople, isNode, isTree, itemsOf, membersOf, newTree } from './tree.ts'
import { put, referredKey, verbatim, type Json, type Node, type Tree, type Value } from './tree.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Trees by section: operations, webhooks, each kind of component, and the rest of the document. */
export type Contract = Record<string, Tree>

/**
 * The trees of a contract, an OpenAPI document of version 3.
 *
 * @throws Error in one line if the document is not a contract
 */
export function contractTrees(document: Json): Contract {
  if (!isNode(document) || !/^3\./.test(String(document.openapi)) || !isNode(document.paths))
    throw new Error('it needs `openapi: 3.…` and `paths`')
  const { paths, webhooks, components, security, info: _, ...rest } = document
  const declared = isNode(components) ? components : {}
  const around = { parameters: declared.parameters, security }
  return {
    ...Object.fromEntries(membersOf(declared).map(([section, named]) => [section, componentsTree(section, named)])),
    paths: routesTree('paths', paths, around),
    webhooks: routesTree('webhooks', webhooks, { ...around, security: undefined }), // sent without our key
    document: documentTree(rest),
  }
}

/** The section that contains this key; undefined if none does. */
export function sectionOf(contract: Contract, key: string): Tree | undefined {
  return Object.values(contract).find((section) => key in section)
}

/** The target of a reference; any other value is returned unchanged. */
export function resolved(contract: Contract, value: Value | undefined): Value | undefined {
  const key = referredKey(value)
  return key === null ? value : resolved(contract, sectionOf(contract, key)?.[key])
}

function documentTree({ servers, ...rest }: Node): Tree {
  const tree = newTree()
  itemsOf(servers).forEach((server, index) => {
    const at = below('#', 'servers', index)
    put(tree, `server ${isNode(server) ? String(server.url) : index}`, at, verbatim(server, at))
  })
  for (const [name, member] of membersOf(rest))
    if (!isForPeople(name)) {
      const make = numberRoots.includes(name) ? numbersTree.bind(null, name) : verbatim
      const at = below('#', name)
      const value = once(member, [at], () => make(member, at))
      put(tree, name, at, value)
    }
  return tree
}

function routesTree(section: 'paths' | 'webhooks', routes: Json | undefined, around: Around): Tree {
  const { parameters, security } = around
  const kind = section === 'paths' ? 'operation' : 'webhook'
  return once(routes, [section, parameters, security], () => {
    const tree = newTree()
    for (const [path, item] of membersOf(routes))
      for (const [name, member] of membersOf(item)) {
        const at = below('#', section, path, name)
        if (methods.includes(name) && isNode(member)) {
          const operation = once(member, [at, parameters, security], () => operationTree(member, at, around))
          put(tree, `${kind} ${name.toUpperCase()} ${path}`, at, operation)
        } else if (!isForPeople(name)) put(tree, `${section} ${path} ${name}`, at, verbatim(member, at))
      }
    return tree
  })
}

const makers: Record<string, ((node: Json, at: string) => Value) | undefined> = {
  schemas: schemaTree,
  parameters: parameterTree,
  headers: parameterTree,
  responses: messageTree,
  requestBodies: messageTree,
}

function componentsTree(section: string, named: Json): Tree {
  const make = makers[section] ?? verbatim
  return once(named, [section], () => {
    const tree = newTree()
    for (const [name, node] of section === 'examples' ? [] : membersOf(named)) {
      const at = below('#', 'components', section, name)
      const component = once(node, [at], () => make(node, at))
      put(tree, `component ${at}`, at, component)
    }
    return tree
  })
}

const references = new WeakMap<Tree, string[]>()

/** The keys of the components that a value itself refers to. */
export function referencesIn(value: Value): string[] {
  if (!isTree(value)) return [referredKey(value)].filter((key) => key !== null)
  const found = references.get(value) ?? [...new Set(Object.values(value).flatMap(referencesIn))]
  references.set(value, found)
  return found
}
