/** Finds the operations whose requests or responses contain a difference. */
import { referencesIn, sectionOf, type Contract } from './contract.ts'
import { isTree } from './tree.ts'
import type { Value } from './tree.ts'

/**
 * `request`: data that a client sends; `response`: data that a client reads; `operation`: a property of the operation
 * itself, such as its permission; `document`: not part of any operation.
 */
export type Side = 'request' | 'response' | 'operation' | 'document'
export type Use = { side: Side; users: string[] }

const isOperation = (key: string) => /^(operation|webhook) /.test(key)
const travels = /^component #\/components\/(schemas|parameters|headers|responses|requestBodies)\//

/** The side of an operation's member. In a webhook the client reads the body and sends the response. */
function sideOf(operation: string, member: string | undefined): Side {
  const kind = (member ?? '').split(' ')[0] as string
  const isSent = kind === 'parameter' || kind === 'body'
  if (!isSent && !['success', 'unmodified', 'redirect', 'failure'].includes(kind)) return 'operation'
  return isSent === operation.startsWith('operation ') ? 'request' : 'response'
}

/** The sides on which a difference occurs, each with its operations. */
export function usesOf(base: Contract, [key = '', member]: string[]): Use[] {
  if (isOperation(key)) return [{ side: sideOf(key, member), users: [operationName(key, sectionOf(base, key)?.[key])] }]
  if (!travels.test(key)) return [{ side: 'document', users: [] }]
  const uses = (['request', 'response'] as const)
    .map((side) => ({ side, users: [...(usersIn(base).get(`${side} ${key}`) ?? [])] }))
    .filter(({ users }) => users.length > 0)
  // A component without a known use counts as used on both sides, so that no break is missed.
  return uses.length > 0 ? uses : [use('request'), use('response')]
}

const use = (side: Side): Use => ({ side, users: [] })

const known = new WeakMap<Contract, Map<string, Set<string>>>()

/** By side and component, the operations that reach it. */
function usersIn(contract: Contract): Map<string, Set<string>> {
  const users = known.get(contract) ?? new Map<string, Set<string>>()
  if (known.has(contract)) return users
  known.set(contract, users)
  const visit = (key: string, side: Side, user: string): void => {
    const label = `${side} ${key}`
    const names = users.get(label) ?? new Set()
    if (names.has(user)) return
    users.set(label, names.add(user))
    for (const inner of referencesIn(sectionOf(contract, key)?.[key] ?? '')) visit(inner, side, user)
  }
  for (const [key, value] of Object.entries({ ...contract.paths, ...contract.webhooks }))
    for (const [member, part] of isTree(value) ? Object.entries(value) : [])
      for (const component of referencesIn(part)) visit(component, sideOf(key, member), operationName(key, value))
  return users
}

/** The operation's id, or its method and path if it has no id. */
function operationName(key: string, value: Value | undefined): string {
  const id = isTree(value) ? value.operationId : undefined
  return typeof id === 'string' ? id : key.replace(/^\w+ /, '')
}
