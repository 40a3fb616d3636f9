/** Copies of the contract with other numbers, for servers that run under them. */
import { loadContract, readContract, type Contract } from '../../../src/platform/contract/contract.ts'

/** The contract with other values at these paths, such as `x-sizes/request/bodyBytes`; a name's own slashes are `~1`. */
export function changedContract(values: Record<string, unknown>): Contract {
  const { document, yaml } = loadContract()
  const copy = structuredClone(document)
  for (const [path, value] of Object.entries(values)) {
    const names = path.split('/').map((name) => name.replaceAll('~1', '/'))
    const last = names.pop() as string
    const parent = names.reduce((node, name) => node[name] as Tree, copy as unknown as Tree)
    if (!(last in parent)) throw new Error(`the contract has no ${path}`)
    parent[last] = value
  }
  return readContract(copy, yaml)
}

type Tree = { [name: string]: unknown }
