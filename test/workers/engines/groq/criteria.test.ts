/** Criteria from a model: the request, which parts of a response are accepted, and repeated requests. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import test from 'ava'
import { schemaOf } from '../../../tools/fakes/chat-request.ts'
import { badJson, failing, saying, throttled } from '../../../tools/fakes/groq.ts'
import { generate, generationTask, provider } from '../../../tools/samples/engine-tasks.ts'

const jobDescription = 'Run our clusters.\nNative English speaker.\nA work permit is needed.'
const task = () => generationTask({ jobContext: { jobDescription } })

const must = (text: string, sourceQuote = 'Run our clusters') => ({ sourceQuote, text, importance: 'MUST_HAVE' })
const three = ['Kubernetes', 'Terraform', 'Linux'].map((text) => must(text))
const invented = must('Fluent Klingon', 'Klingon is a plus')

test('a criterion is requested together with the passage it comes from', async (t) => {
  const groq = await provider(t)
  await generate(groq, task())
  const validate = new Ajv2020().compile(schemaOf((await groq.arrival(1)).body))
  t.true(validate({ criteria: three }))
  t.false(validate({ criteria: [{ text: 'Linux', importance: 'MUST_HAVE' }] }))
})

test('invalid items of a response are dropped and not requested again', async (t) => {
  const groq = await provider(t)
  groq.answer(saying({ criteria: [...three, must(''), must('LINUX'), invented, { text: 'Go', importance: 'VITAL' }] }))
  const outcome = await generate(groq, task())
  t.deepEqual(
    outcome.ok && outcome.value.criteria.map(({ text }) => text),
    three.map(({ text }) => text),
  )
  t.is(groq.requests.length, 1)
})

test("an improper preference in a model's response causes a warning, and a criterion that is a fact to confirm never caps a score", async (t) => {
  const groq = await provider(t)
  const wish = must('Native English speaker', 'Native English speaker')
  groq.answer(saying({ criteria: [...three, wish, must('Work permit', 'A work permit is needed')] }))
  const outcome = await generate(groq, task())
  t.deepEqual(outcome.ok && outcome.value.wishes, [{ kind: 'PROTECTED', text: 'Native English speaker' }])
  t.like(outcome.ok && outcome.value.criteria.at(-1), { text: 'Work permit', importance: 'NICE_TO_HAVE' })
})

test('fewer than three criteria are requested again once, and then accepted even if there are still fewer', async (t) => {
  for (const second of [saying({ criteria: three.slice(0, 2) }), badJson, failing(500), throttled('60')]) {
    const groq = await provider(t)
    groq.answer(saying({ criteria: [...three.slice(0, 2), invented] }), second)
    groq.otherwise(second)
    const outcome = await generate(groq, task())
    t.is(outcome.ok && outcome.value.criteria.length, 2)
    t.true(groq.requests.length >= 2)
    t.regex(groq.requests[1]!.body.messages[1]!.content, /Criterion 3: its sourceQuote is not in the sections/)
    t.regex(groq.requests[1]!.body.messages[1]!.content, /Of the criteria, 2 can be used; write at least 3/)
  }
})

test('a response without any usable criterion is requested again once, and then fails', async (t) => {
  const groq = await provider(t)
  groq.otherwise(saying({ criteria: [invented] }))
  const outcome = await generate(groq, task())
  t.like(outcome, { ok: false, code: 'UNUSABLE_ANSWER' })
  t.notRegex(JSON.stringify(outcome), /Klingon/)
  t.is(groq.requests.length, 2)
})
