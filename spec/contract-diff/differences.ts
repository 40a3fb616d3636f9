/** What differs between two contracts, each difference once, with the place where it stands. */
import diff from 'microdiff'
import { referencesIn, resolved, sectionOf, type Contract } from './contract.ts'
import { isTree, newTree, pointerOf, referredKey } from './tree.ts'
import type { Tree, Value } from './tree.ts'

export type Difference = {
  /** Keys from the contract's tree down to what differs. */
  path: string[]
  change: 'added' | 'removed' | 'changed'
  before: Value | undefined
  after: Value | undefined
  /** JSON pointer into the contract; of what was removed, into the base. */
  pointer: string
}

/**
 * All differences. A component is compared once, whoever uses it; where a place refers to another component than
 * before, what the two hold is compared, so that a name alone is no difference.
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

/** A component that is new or lost: what uses it, or used it, differs itself. */
function isOfOneOnly({ path: [key = '', ...rest], change }: Difference): boolean {
  return key.startsWith('component ') && rest.length === 0 && change !== 'changed'
}

/** Whether the contract refers to a component that it has not. */
function isReferred(contract: Contract, key: string): boolean {
  const values = Object.values(contract).flatMap((section) => Object.values(section))
  return !sectionOf(contract, key) && values.some((value) => referencesIn(value).includes(key))
}

/** The members whose trees are not the very same. */
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

/** Compares what two references hold, or a reference and what stands in its stead. */
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
  if (above.includes(pair)) return [] // a schema within itself: the same two are being compared already
  const [old, fresh] = [resolved(base, before), resolved(next, after)]
  if (isTree(old) && isTree(fresh)) return compare(old, fresh, { ...place, above: [...above, pair] })
  return [{ path, change: 'changed', before: old, after: fresh, pointer: locate(next, path) }]
}

/** What `oneOf: [$ref, null]` refers to, the contract's idiom for a component that may be null; null for all else. */
function withoutNull(value: Value): Value | null {
  if (!isTree(value) || Object.keys(value).join() !== 'oneOf-forms') return null
  const forms = value['oneOf-forms'] as Tree
  const others = Object.keys(forms).filter((key) => key !== 'oneOf null')
  const [only] = others
  return 'oneOf null' in forms && others.length === 1 ? (forms[only as string] as Value) : null
}

/** The pointer of a path's end, through the references on the way. */
function locate(contract: Contract, path: string[]): string {
  let tree: Value | undefined = sectionOf(contract, path[0] as string)
  for (const key of path.slice(0, -1)) tree = isTree(tree) ? resolved(contract, tree[key]) : undefined
  return isTree(tree) ? pointerOf(tree, path.at(-1) as string) : '#'
}
