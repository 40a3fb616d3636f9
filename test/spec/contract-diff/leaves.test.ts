/**
 * Takes the contract apart: each node of it is removed, renamed and narrowed once, and the gate refuses every such
 * contract, but for what cannot break a client: the list of that, with reasons, stands in `exempt`. And each schema of a
 * request gets each restriction that it has not.
 */
import test from 'ava'
import { readFileSync } from 'node:fs'
import { contractTrees } from '../../../spec/contract-diff/contract.ts'
import { findingsOf } from '../../../spec/contract-diff/judge.ts'
import type { Json } from '../../../spec/contract-diff/tree.ts'
import { exempt, sidesOf } from './exempt.ts'
import { at, everyPath, mutations, restricted, type Path } from './mutations.ts'

const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as Json
const base = contractTrees(document)
const paths = everyPath(document)

/** Whether the gate lets it pass. What refers to nothing is no contract, and refused as that. */
function passes(mutated: Json): boolean {
  let next
  try {
    next = contractTrees(mutated)
  } catch {
    return false
  }
  return !findingsOf(base, next).some(({ breaks }) => breaks)
}

for (const [name, mutate] of Object.entries(mutations))
  test(`nothing of the contract can be ${name} unseen`, (t) => {
    t.timeout(600_000)
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

test('nothing that a request carries can be restricted unseen', (t) => {
  t.timeout(600_000)
  const schemas = paths.filter((path) => isSchema(path) && sidesOf(document, path).has('request'))
  const all = schemas.flatMap((path) => restricted(document, path).map((variant) => ({ path, ...variant })))
  const passed = all.filter((variant) => passes(variant.document))
  t.deepEqual(
    passed.map(({ path, keyword }) => `/${path.join('/')}: ${keyword}`),
    [],
  )
  t.true(all.length > 1000, `${all.length}`)
})

/** The schemas of components, of their members and of their items; a reference is restricted where it leads. */
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
