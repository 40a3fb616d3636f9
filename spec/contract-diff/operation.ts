/** Operations and webhooks as trees: their requirements, requests and responses. */
import { messageTree, parameterTree } from './message.ts'
import { below, isForPeople, isNode, itemsOf, leaf, membersOf, newTree, put, reference } from './tree.ts'
import type { Json, Node, Tree } from './tree.ts'

/** The maximum size of a body unless the operation sets another: 1 MiB, as in the contract's description. */
const bodyBytesMax = 1_048_576

/** The context that an operation's tree depends on. */
export type Around = {
  /** The document's parameters, by name. */
  parameters: Json | undefined
  /** The document's security, which applies to operations without their own. */
  security: Json | undefined
}

/** The tree of an operation. */
export function operationTree(node: Node, at: string, { parameters, security }: Around): Tree {
  const tree = newTree()
  for (const [name, member] of membersOf(node)) {
    const where = below(at, name)
    if (name === 'parameters') putParameters(tree, itemsOf(member), where, parameters)
    else if (name === 'requestBody') put(tree, 'body', where, messageTree(member, where))
    else if (name === 'responses') putAnswers(tree, member, where)
    else if (!isForPeople(name) && member !== false) putPolicy(tree, name, member, where)
  }
  if (node.requestBody)
    put(tree, 'bytesMax', below(at, 'x-body-bytes-max'), leaf(node['x-body-bytes-max'] ?? bodyBytesMax))
  putDemands(tree, node['x-scope'], below(at, 'x-scope'))
  putSecurity(tree, itemsOf(node.security ?? security), below(at, 'security'))
  return tree
}

/** Policy members that are lists; each item is compared separately. */
const lists: Record<string, string | undefined> = { 'x-error-codes': 'error-code', 'x-replay-omits': 'replay-omits' }
/** The requirements of each scope on a request; the scope with fewer requirements is the looser one. */
const demands: Record<string, string[] | undefined> = { public: [], partner: ['key'], tenant: ['key', 'tenant'] }

/** Members whose absence has a meaning. */
const judgedWhole = ['x-scope', 'x-body-bytes-max', 'security']

function putPolicy(tree: Tree, name: string, value: Json, at: string): void {
  const listed = lists[name]
  if (listed) itemsOf(value).forEach((item, index) => put(tree, `${listed} ${String(item)}`, below(at, index), true))
  else if (!judgedWhole.includes(name)) put(tree, name, at, leaf(value))
}

/** An unknown or missing scope counts as a separate requirement. */
function putDemands(tree: Tree, scope: Json | undefined, at: string): void {
  for (const demand of demands[String(scope)] ?? [`scope ${scope}`]) put(tree, `demand ${demand}`, at, true)
}

/** Adds the accepted security schemes, or nothing if a request without a key is accepted. */
function putSecurity(tree: Tree, accepted: Json[], at: string): void {
  if (accepted.length === 0 || accepted.some((one) => membersOf(one).length === 0)) return
  const schemes = newTree()
  accepted.forEach((one, index) => {
    const names = newTree()
    for (const [name] of membersOf(one))
      put(names, name, below(at, index, name), reference({ $ref: `#/components/securitySchemes/${name}` }) as string)
    put(schemes, `scheme ${JSON.stringify(one)}`, below(at, index), names)
  })
  put(tree, 'security', at, schemes)
}

/** A parameter is identified by its location and name; header names are case-insensitive (RFC 9110, section 5.1). */
function putParameters(tree: Tree, list: Json[], at: string, declared: Json | undefined): void {
  list.forEach((item, index) => {
    const target = isNode(item) && typeof item.$ref === 'string' ? item.$ref : null
    const found = target && isNode(declared) ? declared[target.split('/').at(-1) as string] : item
    if (!isNode(found)) throw new Error(`it refers to ${target}, which it does not hold`)
    const name = found.in === 'header' ? String(found.name).toLowerCase() : String(found.name)
    const where = below(at, index)
    put(tree, `parameter ${String(found.in)} ${name}`, where, reference(item) ?? parameterTree(item, where))
  })
}

function putAnswers(tree: Tree, answers: Json, at: string): void {
  for (const [status, answer] of membersOf(answers))
    put(tree, `${kindOf(status)} ${status}`, below(at, status), messageTree(answer, below(at, status)))
}

function kindOf(status: string): string {
  if (status.startsWith('2')) return 'success'
  if (status === '304') return 'unmodified'
  return /^([45]|default)/.test(status) ? 'failure' : 'redirect'
}
