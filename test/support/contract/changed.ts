/** Modified copies of the contract, for servers that run with them. */
import { loadContract, readContract, type Contract, type Operation } from '../../../src/platform/contract/contract.ts'

/**
 * Returns the contract with other values at these paths, such as `x-sizes/request/bodyBytes`; a slash in a name is
 * written `~1`. The unchanged parts are the same objects as in the released contract, so that their compiled validators
 * serve both.
 */
export function changedContract(values: Record<string, unknown>): Contract {
  const { document, yaml } = loadContract()
  const copy = { ...document }
  for (const [path, value] of Object.entries(values)) {
    const names = path.split('/').map((name) => name.replaceAll('~1', '/'))
    const last = names.pop() as string
    const parent = names.reduce(
      (node, name) => (node[name] = structuredClone(node[name]) as Tree),
      copy as unknown as Tree,
    )
    if (!(last in parent)) throw new Error(`the contract has no ${path}`)
    parent[last] = value
  }
  return readContract(copy, yaml)
}

type Tree = { [name: string]: unknown }

/** Returns the contract with other members, such as `x-permission`, in each operation. */
export function withPolicies(change: (operation: Operation) => Partial<Operation['definition']>): Contract {
  const { document, yaml, operations } = loadContract()
  const copy = structuredClone(document)
  for (const operation of operations)
    Object.assign(copy.paths[operation.path]?.[operation.method] ?? {}, change(operation))
  return readContract(copy, yaml)
}
