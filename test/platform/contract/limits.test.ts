/**
 * The service takes its numbers from the contract: each number is changed in a copy of the contract, and the effect is
 * measured.
 */
import test from 'ava'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import { changedContract } from '../../support/contract/changed.ts'
import { addressCases } from './limits/addresses.ts'
import { answerCases } from './limits/answers.ts'
import { keepingCases } from './limits/keeping.ts'
import { operationCases } from './limits/operations.ts'
import { requestCases } from './limits/requests.ts'
import { resumeCases } from './limits/resumes.ts'
import { scoringCases } from './limits/scoring.ts'

const cases = {
  ...answerCases,
  ...requestCases,
  ...addressCases,
  ...scoringCases,
  ...resumeCases,
  ...keepingCases,
  ...operationCases,
}

/** Top-level members of the contract that have no numbers for the service to use. */
const withoutNumbers = ['x-objectives']

function leavesOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]]
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, path === '' ? name : `${path}/${name}`))
}

const members = Object.entries(loadContract().document).filter(
  ([name]) => name.startsWith('x-') && !withoutNumbers.includes(name),
)
const leaves = leavesOf(Object.fromEntries(members), '')

test('every number in the contract has a case, and every case belongs to a number', (t) => {
  t.deepEqual(Object.keys(cases).sort(), leaves.map(([path]) => path).sort())
})

// Serial, because some tests measure a second, which would be disturbed by many concurrent servers.
for (const [path, released] of leaves)
  test.serial(`the service takes ${path} from the contract`, async (t) => {
    const one = cases[path]
    if (!one) return t.fail('the number has no case')
    t.notDeepEqual(one.value, released)
    t.deepEqual(await one.observe(t, changedContract({ ...one.beside, [path]: one.value })), one.value)
  })
