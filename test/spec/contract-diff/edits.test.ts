/** Every kind of change to the current contract, with the exact report. */
import test from 'ava'
import { readFileSync } from 'node:fs'
import { contractTrees } from '../../../spec/contract-diff/contract.ts'
import { findingsOf, type Finding } from '../../../spec/contract-diff/judge.ts'
import type { Json } from '../../../spec/contract-diff/tree.ts'
import { answers, webhooks } from './breaking-answers.ts'
import { around, operations } from './breaking-operations.ts'
import { requests } from './breaking-requests.ts'
import { set, type Edit, type Row } from './edits.ts'
import * as harmless from './harmless.ts'
import { at, everyPath, sharing } from './mutations.ts'
import { breakingNumbers, harmlessNumbers } from './numbers.ts'

const released = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as { [name: string]: Json }

function findingsAfter(edit: Edit, prepare?: Edit): Finding[] {
  const base = prepare ? after(prepare, released) : released
  return findingsOf(contractTrees(base), contractTrees(after(edit, base)))
}

/**
 * Returns the document after the edit. Equal nodes are shared with `base`, so that the comparison builds each node's
 * tree only once.
 */
function after(edit: Edit, base: Json): Json {
  const next = structuredClone(base)
  edit(next)
  return sharing(base, next)
}

const breaking = [...answers, ...webhooks, ...requests, ...operations, ...around, ...breakingNumbers]
const passing = [
  ...harmless.additions,
  ...harmless.others,
  ...harmless.webhooks,
  ...harmless.unnoticed,
  ...harmlessNumbers,
]

for (const [title, edit, sentences, base] of breaking)
  test(`a client breaks when ${title}`, (t) => {
    const findings = findingsAfter(edit, base)
    t.true(findings[0]?.breaks)
    t.deepEqual(sentencesOf(findings), sentences)
  })

for (const [title, edit, sentences, base] of passing)
  test(`no client breaks when ${title}`, (t) => {
    const findings = findingsAfter(edit, base)
    t.deepEqual(
      findings.filter(({ breaks }) => breaks),
      [],
    )
    t.deepEqual(sentencesOf(findings), sentences)
  })

test('the tables contain at least 40 edits that break a client and 20 that do not', (t) => {
  const titles = (rows: Row[]) => new Set(rows.map(([title]) => title)).size
  t.true(titles(breaking) >= 40, `${titles(breaking)}`)
  t.true(titles(passing) >= 20, `${titles(passing)}`)
})

test("contract-diff knows what each number at the contract's top level means for a client, whether it rises or falls", (t) => {
  const roots = Object.keys(released).filter((name) => name.startsWith('x-'))
  const numbers = everyPath(Object.fromEntries(roots.map((name) => [name, released[name] as Json])))
    .map((path) => ({ path, value: at(released, path) }))
    .filter(({ value }) => typeof value === 'number')
  t.true(numbers.length > 80, `${numbers.length}`)
  for (const { path, value } of numbers)
    for (const step of [-1, 1]) {
      const pointer = `/${path.join('/')}`
      const findings = findingsAfter(set(pointer, (value as number) + step))
      t.is(findings.length, 1, pointer)
      t.is(findings[0]?.pointer, `#${pointer}`)
      t.notRegex(findings[0]?.sentence ?? '', /is not known, so it counts/, pointer)
    }
})

test('a change shared by many operations is reported once, with its operations', (t) => {
  const [finding, ...more] = findingsAfter((document) => {
    delete (document as Shared).components.schemas.ErrorBody.properties.traceId
  })
  t.is(finding?.pointer, '#/components/schemas/ErrorBody/properties/traceId')
  t.true((finding?.users.length ?? 0) > 50)
  t.deepEqual(more, [])
})

type Shared = { components: { schemas: { ErrorBody: { properties: { traceId?: Json } } } } }

function sentencesOf(findings: Finding[]): string[] {
  return findings.map(({ sentence }) => sentence)
}
