/** Lines that do not become criteria, and how this is reported. */
import test from 'ava'
import { embeddedEngine } from '../../../../../workers/engines/embedded/engine.ts'
import type { GeneratedCriteria } from '../../../../../workers/tasks.ts'

const never = new AbortController().signal

async function generated(jobDescription: string): Promise<GeneratedCriteria> {
  const task = { jobContext: { jobDescription }, clarifications: [], deadlineAt: 0, tokenBudget: 0 }
  const outcome = await embeddedEngine.generateCriteria(task, never)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}

test('a protected or unverifiable preference does not become a criterion, and is reported', async (t) => {
  const wishes = [
    'Must be between 25 and 35 years of age',
    'Must be 16-24 years old',
    '16-18 year olds only',
    'Female candidates preferred',
    'Native English speaker required',
    'Deutsch als Muttersprache',
    'Photo on your application required',
    'Must be married without children',
    'Practicing Christian',
    'Good culture fit',
    'Fits into our young, dynamic team',
    'Fun, young and very sociable team',
    'Nacionalidad mexicana',
  ]
  const { criteria, wishes: named } = await generated(
    `Requirements:\n- SQL\n${wishes.map((one) => `- ${one}`).join('\n')}`,
  )
  t.deepEqual(
    criteria.map(({ text }) => text),
    ['SQL'],
  )
  t.deepEqual(
    named?.map(({ text }) => text),
    wishes,
  )
})

test('work with people, photos or young children is not reported as a preference', async (t) => {
  const asked = [
    'Experience teaching young children',
    'Experience teaching 11-16 year olds',
    'Photo editing in Lightroom',
    "Knowledge of women's health",
    'Between 25 and 35 reports a month',
    'Native iOS development',
    'Experience with single-page applications',
    'Experience designing attractive offers',
  ]
  const { criteria, wishes } = await generated(`Requirements:\n${asked.map((one) => `- ${one}`).join('\n')}`)
  t.deepEqual(criteria.map(({ text }) => text).toSorted(), asked.toSorted())
  t.deepEqual(wishes, [])
})

test('a legal minimum age and a work permit are reported, and become nice-to-have criteria', async (t) => {
  const facts = ['Must be at least 18 years of age', '23 years of age or older', 'Must be authorized to work in the US']
  const { criteria, wishes } = await generated(`Requirements:\n- SQL\n${facts.map((one) => `- ${one}`).join('\n')}`)
  t.deepEqual(
    criteria.map(({ importance }) => importance),
    ['MUST_HAVE', 'NICE_TO_HAVE', 'NICE_TO_HAVE', 'NICE_TO_HAVE'],
  )
  t.deepEqual(
    wishes?.map(({ kind }) => kind),
    ['FACT_TO_CONFIRM', 'FACT_TO_CONFIRM', 'FACT_TO_CONFIRM'],
  )
})

test('headings, pay, benefits, history, instructions and fragments are not criteria', async (t) => {
  const { criteria } = await generated(`1. About the Job
TeamSoft has been in business since 1996.
2. Qualifications
The Technician/Installer will have a BCLS certification.
Education
3. Benefits
The successful candidate will earn between $196.26 and $204.10 a day.
First Aid training as well as uniforms are provided.
TeamSoft is an equal employment opportunity employer. Performs other related work as required.`)
  t.deepEqual(
    criteria.map(({ text }) => text),
    ['BCLS certification'],
  )
})

test('items below an unknown heading are judged by their own words', async (t) => {
  const { criteria } = await generated(
    'Requirements\n- SQL\n\nThe Package\n- 33 days of leave\n- Tea\n\nGood to know\n- You must hold a boat licence',
  )
  t.deepEqual(
    criteria.map(({ text }) => text),
    ['SQL', 'Boat licence'],
  )
})

test('a description that lost its line breaks is split where they were', async (t) => {
  const { criteria } = await generated(
    "Join our Denver office.What You'll NeedBachelor's degree in Accounting requiredCPA required•Excel•NetSuite is a plusWhat We Offer•Gym",
  )
  t.deepEqual(
    criteria.map(({ text }) => text).filter((text) => /gym|offer|denver/i.test(text)),
    [],
  )
  for (const text of ['Excel', 'NetSuite'])
    t.true(
      criteria.some((one) => one.text === text),
      text,
    )
})

test('a requirement is a must-have only if a word says so, and a duty is at most PREFERRED', async (t) => {
  const { criteria } = await generated(
    'You bring 3 years of nursing. A driving licence is required.\nResponsibilities\n- Plan shifts\n- Renew licences',
  )
  const musts = criteria.filter(({ importance }) => importance === 'MUST_HAVE')
  t.deepEqual(
    musts.map(({ text }) => text),
    ['Driving licence'],
  )
  t.true(criteria.some(({ text, importance }) => text === 'Able to plan shifts' && importance === 'PREFERRED'))
})

test('below a must-have heading, only qualifications are must-haves', async (t) => {
  const qualifications = [
    'RN license',
    '3 years of nursing',
    'Fluent Dutch',
    'Degree in law',
    'COBOL',
    'Knowledge of tides',
  ]
  const others = ['Heroic service', 'Tes avantages', 'Lunch with the founders', 'Fleiß', 'Ability to be tactful']
  const { criteria } = await generated(
    `Requirements\n${[...qualifications, ...others].map((one) => `- ${one}`).join('\n')}`,
  )
  const musts = criteria.filter(({ importance }) => importance === 'MUST_HAVE')
  t.deepEqual(
    musts.map(({ text }) => text),
    qualifications,
  )
})

test('each criterion keeps the passage that it came from, word for word', async (t) => {
  const text = 'Requirements:\n- You must have **3 years** of welding\n- SAP (preferred)\nDuties\n- Weld pipes'
  const { criteria } = await generated(text)
  t.is(criteria.length, 3)
  for (const { sourceQuote } of criteria) t.true(sourceQuote !== undefined && text.includes(sourceQuote))
  t.is(criteria[0]!.sourceQuote, 'You must have **3 years** of welding')
})
