/** Finds the differences between two contracts, each once, with its place. */
import diff from 'microdiff'
import { referencesIn, resolved, sectionOf, type Contract } from './contract.ts'
import { isTree, newTree, pointerOf, referredKey } from './tree.ts'
import type { Tree, Value } from './tree.ts'

export type Difference = {
  /** Keys from the root of the contract's tree down to the difference. */
  path: string[]
  change: 'added' | 'removed' | 'changed'
  before: Value | undefined
  after: Value | undefined
  /** JSON pointer into the contract, or into the base if the part was removed. */
  pointer: string
}

/**
 * Returns all differences. A component is compared once, however often it is used. If a place refers to a different
 * component than before, the contents of the two are compared, so that renaming a component is not a difference.
 */
export function differencesOf(base: Contract, next: Contract): Difference[] {
  const sections = [...new Set([...Object.keys(base), ...Object.keys(next)])]
  const found = sections.flatMap((name) => {
    const [before, after] = [base[name] ?? newTree(), next[name] ?? newTree()]
    const place = { base, next, path: [], above: [] }
    return before === after ? [] : compare(withoutEqual(before, after), withoutEqual(after, before), place)
  })
  return found.filter((difference) => !isOfOneOnly(difference) || isReferred(next, difference.path[0] as string))
}

/**
 * Whether a component was added or removed. This is not reported, because the places that use the component are
 * themselves different.
 */
function isOfOneOnly({ path: [key = '', ...rest], change }: Difference): boolean {
  return key.startsWith('component ') && rest.length === 0 && change !== 'changed'
}

/** Whether the contract refers to a component that does not exist. */
function isReferred(contract: Contract, key: string): boolean {
  const values = Object.values(contract).flatMap((section) => Object.values(section))
  return !sectionOf(contract, key) && values.some((value) => referencesIn(value).includes(key))
}

/** The members whose trees are not the same object. */
function withoutEqual(tree: Tree, other: Tree): Tree {
  const rest = newTree()
  for (const [key, value] of Object.entries(tree)) if (other[key] !== value) rest[key] = value
  return rest
}

type Place = { base: Contract; next: Contract; path: string[]; above: string[] }

const changes = { CREATE: 'added', REMOVE: 'removed', CHANGE: 'changed' } as const

function compare(before: Tree, after: Tree, place: Place): Difference[] {
  const { base, next } = place
  return diff(before, after, { cyclesFix: false }).flatMap((each) => {
    const path = [...place.path, ...each.path.map(String)]
    const [old, fresh] = ['oldValue' in each ? each.oldValue : undefined, 'value' in each ? each.value : undefined]
    if (each.type === 'CHANGE' && (referredKey(old) || referredKey(fresh)))
      return compareReferred(old, fresh, { ...place, path })
    const pointer = each.type === 'REMOVE' ? locate(base, path) : locate(next, path)
    return [{ path, change: changes[each.type], before: old, after: fresh, pointer }]
  })
}

/** Compares the targets of two references, or a target with the inline definition that replaced it. */
function compareReferred(before: Value, after: Value, place: Place): Difference[] {
  const { base, next, path, above } = place
  const [bareBefore, bareAfter] = [withoutNull(before), withoutNull(after)]
  if ((bareBefore === null) !== (bareAfter === null)) {
    const change = bareAfter === null ? 'removed' : 'added'
    const pointer = locate(next, path)
    const isNull: Difference = { path: [...path, 'nullable'], change, before: undefined, after: undefined, pointer }
    const [old, fresh] = [bareBefore ?? before, bareAfter ?? after]
    return [isNull, ...(old === fresh ? [] : compareReferred(old, fresh, place))]
  }
  const pair = `${JSON.stringify(before)} ${JSON.stringify(after)}`
  if (above.includes(pair)) return [] // a recursive schema: these two are being compared already
  const [old, fresh] = [resolved(base, before), resolved(next, after)]
  if (isTree(old) && isTree(fresh)) return compare(old, fresh, { ...place, above: [...above, pair] })
  return [{ path, change: 'changed', before: old, after: fresh, pointer: locate(next, path) }]
}

/** The target of `oneOf: [$ref, null]`, the contract's idiom for a nullable component; null for anything else. */
function withoutNull(value: Value): Value | null {
  if (!isTree(value) || Object.keys(value).join() !== 'oneOf-forms') return null
  const forms = value['oneOf-forms'] as Tree
  const others = Object.keys(forms).filter((key) => key !== 'oneOf null')
  const [only] = others
  return 'oneOf null' in forms && others.length === 1 ? (forms[only as string] as Value) : null
}

/** The pointer to the end of a path, resolving the references on the way. */
function locate(contract: Contract, path: string[]): string {
  let tree: Value | undefined = sectionOf(contract, path[0] as string)
  for (const key of path.slice(0, -1)) tree = isTree(tree) ? resolved(contract, tree[key]) : undefined
  return isTree(tree) ? pointerOf(tree, path.at(-1) as string) : '#'
}
