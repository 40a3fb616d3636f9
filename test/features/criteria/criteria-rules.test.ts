import test from 'ava'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import type { Criterion } from '../../../generated/types.gen.ts'
import { keepIds, readIfMatch, setFaults } from '../../../src/features/criteria/edits.ts'
import { inOrder } from '../../../src/features/criteria/criteria-items.ts'
import { ServiceError } from '../../../src/kit/errors.ts'
import type { CriteriaVersionRow } from '../../../src/tables/criteria-versions.ts'

/** Returns criteria with these `text` values and the ids `cr_0`, `cr_1` and so on. */
function criteriaOf(...texts: string[]): Criterion[] {
  return texts.map((text, order) => ({ id: `cr_${order}`, text, importance: 'PREFERRED', order }))
}

/** Returns the thrown error's code and the fields in its details; null if nothing is thrown. */
function refusal(work: () => unknown): [string, ...string[]] | null {
  try {
    work()
    return null
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return [error.code, ...(error.details ?? []).map(({ field, code }) => `${field} ${code}`)]
  }
}

test('a set contains 1 to 30 criteria', (t) => {
  const texts = Array.from({ length: 31 }, (_, index) => `Skill ${index}`)
  t.deepEqual(setFaults(criteriaOf(...texts.slice(0, 30))), [])
  t.deepEqual(
    setFaults(criteriaOf(...texts)).map(({ code }) => code),
    ['too_many'],
  )
  t.deepEqual(
    setFaults([]).map(({ code }) => code),
    ['none_left'],
  )
})

test('criteria whose text differs only in case or outer white space are duplicates, and each duplicate is listed', (t) => {
  const faults = setFaults(criteriaOf('Straße', 'Kafka', ' STRASSE\n', 'kafka', 'Kafka Streams', 'KAFKA'))
  t.deepEqual(
    faults.map(({ field, message }) => `${field} ${message}`),
    [
      'criteria[2].text has the same text as criteria[0]',
      'criteria[3].text has the same text as criteria[1]',
      'criteria[5].text has the same text as criteria[1]',
    ],
  )
})

test('a replacement keeps the ids of criteria with the same text', (t) => {
  const wanted = [
    { id: 'cr_new', text: 'Kafka', importance: 'MUST_HAVE', order: 0 } as const,
    { id: 'cr_other', text: ' go ', importance: 'PREFERRED', order: 1 } as const,
  ]
  t.deepEqual(keepIds(wanted)(criteriaOf('Go', 'Patience')), [wanted[0], { ...wanted[1], id: 'cr_0' }])
  t.deepEqual(keepIds(wanted)([]), wanted)
})

test('an order must list every criterion exactly once', (t) => {
  const criteria = criteriaOf('Go', 'Kafka', 'Patience')
  t.deepEqual(
    inOrder(['cr_2', 'cr_0', 'cr_1'])(criteria).map(({ text }) => text),
    ['Patience', 'Go', 'Kafka'],
  )
  t.deepEqual(
    refusal(() => inOrder(['cr_2', 'cr_0'])(criteria)),
    ['CRITERIA_INVALID', 'criterionIds missing'],
  )
  t.deepEqual(
    refusal(() => inOrder(['cr_2', 'cr_0', 'cr_1', 'cr_2'])(criteria)),
    ['CRITERIA_INVALID', 'criterionIds[3] repeated'],
  )
  t.deepEqual(
    refusal(() => inOrder(['cr_0', 'cr_9'])(criteria)),
    ['CRITERION_NOT_FOUND'],
  )
})

/**
 * Returns `met`, or the error code that this `If-Match` gets. By default, the current version has the entity tag
 * `"cv_1"`; if `current` is null, no version is current.
 */
function checked(ifMatch: string | undefined, current: { id: string; status: 'ACTIVE' } | null = active) {
  return refusal(() => readIfMatch(ifMatch)(current as CriteriaVersionRow | null))?.[0] ?? 'met'
}
const active = { id: 'cv_1', status: 'ACTIVE' } as const

test('a request is accepted without If-Match, with *, and with a list that contains the current entity tag', (t) => {
  for (const value of [undefined, '*', '"cv_1"', '"a,b", "cv_1"', ',"cv_1",,', 'W/"cv_1","cv_1"', '"é!",\t"cv_1"'])
    t.is(checked(value), 'met', value)
})

test('If-Match fails if no tag strongly matches the current one, and if no version is current', (t) => {
  for (const value of ['"cv_2"', 'W/"cv_1"', '"cv_1;archived"', '""', '"CV_1"', '"cv_1,cv_2"', '"a", "b"'])
    t.is(checked(value), 'CRITERIA_REVISION_CONFLICT', value)
  for (const value of ['*', '"cv_1"']) t.is(checked(value, null), 'CRITERIA_REVISION_CONFLICT', value)
  t.is(checked(undefined, null), 'met')
})

test("the contract's pattern refuses an If-Match that is not a list of entity tags", (t) => {
  const { schema } = loadContract().document.components.parameters.IfMatch as { schema: { pattern: string } }
  const pattern = new RegExp(schema.pattern, 'u')
  for (const value of ['*', '"cv_1"', ',"cv_1",,', 'W/"cv_1" , "a,b"', '"é!"']) t.regex(value, pattern)
  for (const value of [
    '',
    ',',
    'cv_1',
    '"cv_1',
    'cv_1"',
    "'cv_1'",
    'w/"cv_1"',
    '"a" "b"',
    '"a""b"',
    '*, "cv_1"',
    '"cv 1"',
  ])
    t.notRegex(value, pattern)
})
