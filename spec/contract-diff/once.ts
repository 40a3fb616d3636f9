import { isNode, type Json, type Value } from './tree.ts'

const made = new WeakMap<object, { around: unknown[]; value: Value }>()

/**
 * Returns the tree of a node. Reuses the tree that was made before for the same node and the same `around`, the context
 * that the tree depends on. So two documents that share most nodes share most trees, and only the rest is built and
 * compared.
 */
export function once<Made extends Value>(node: Json | undefined, around: unknown[], make: () => Made): Made {
  if (!isNode(node)) return make()
  const known = made.get(node)
  if (known?.around.every((each, index) => each === around[index])) return known.value as Made
  const value = make()
  if (!known) made.set(node, { around, value })
  return value
}
