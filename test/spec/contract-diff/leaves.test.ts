/**
 * Mutates the contract: each node is removed, renamed and narrowed once, and each request schema gets each restriction
 * that it lacks. contract-diff must refuse every such contract, except for the changes in `exempt`, which cannot break
 * a client.
 */
import test from 'ava'
import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { contractTrees } from '../../../spec/contract-diff/contract.ts'
import { findingsOf } from '../../../spec/contract-diff/judge.ts'
import type { Json } from '../../../spec/contract-diff/tree.ts'
import { exempt, sidesOf } from './exempt.ts'
import { at, everyPath, mutations, restricted, type Path } from './mutations.ts'

const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as Json
const base = contractTrees(document)
const paths = everyPath(document)

/**
 * Returns whether contract-diff accepts the contract. A document with a dangling reference is not a contract, so it is
 * refused.
 */
function passes(mutated: Json): boolean {
  let next
  try {
    next = contractTrees(mutated)
  } catch {
    return false
  }
  return !findingsOf(base, next).some(({ breaks }) => breaks)
}

// The tests are serial and return to the event loop in between, so that ava receives their results: it ends a file that
// reports none for too long.
for (const [name, mutate] of Object.entries(mutations))
  test.serial(`contract-diff detects each node of the contract that is ${name}`, async (t) => {
    t.timeout(600_000)
    await nextTurn()
    const passed: string[] = []
    let refused = 0
    for (const path of paths) {
      const mutated = mutate(document, path)
      if (mutated === undefined || exempt(document, path, name)) continue
      if (passes(mutated)) passed.push(`/${path.join('/')}`)
      else refused += 1
    }
    t.deepEqual(passed, [])
    t.true(refused > 1000, `${refused}`)
  })

test.serial('contract-diff detects each additional restriction in a request', async (t) => {
  t.timeout(600_000)
  await nextTurn()
  const schemas = paths.filter((path) => isSchema(path) && sidesOf(document, path).has('request'))
  const all = schemas.flatMap((path) => restricted(document, path).map((variant) => ({ path, ...variant })))
  const passed = all.filter((variant) => passes(variant.document))
  t.deepEqual(
    passed.map(({ path, keyword }) => `/${path.join('/')}: ${keyword}`),
    [],
  )
  t.true(all.length > 1000, `${all.length}`)
})

/**
 * Returns whether a node is the schema of a component, a member or an item. For a reference, the target is restricted,
 * not the reference.
 */
function isSchema(path: Path): boolean {
  const [above, key] = path.slice(-2)
  const isPlace =
    key === 'schema' || key === 'items' || above === 'properties' || (above === 'schemas' && path.length === 3)
  return (
    isPlace &&
    !path.includes('examples') &&
    !path.includes('dependentSchemas') &&
    !('$ref' in (at(document, path) as object))
  )
}
