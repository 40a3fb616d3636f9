/** The single repair of a scoring response, and the result if a repair fails or is not possible. */
import test from 'ava'
import { assertContinues, criteriaOf, schemaOf, sectionsOf } from '../../../tools/fakes/chat-request.ts'
import {
  badJson,
  type Behaviour,
  failing,
  hang,
  jsonValidateFailed,
  obedient,
  throttled,
} from '../../../tools/fakes/groq.ts'
import { drafts, german, kubernetes, provider, score, scored, terraform, verdictOf } from './scoring-scene.ts'
import { monotonicMs } from '../../../../src/kit/time.ts'

const proven = ['Ran Kubernetes clusters']

test('if a model obeys the candidate and invents its quotes, there is no score after one repair', async (t) => {
  const groq = await provider(t)
  groq.otherwise(obedient)
  t.deepEqual(await score(groq, { criteria: [kubernetes, german, terraform] }), {
    ...{ ok: false, code: 'UNUSABLE_ANSWER', message: '3 of 3 quotes are not in the application' },
    ...{ tokens: { input: 200, output: 40 }, quotesRefused: 6 },
  })
  t.is(groq.requests.length, 2)
})

// ── the repair ──────────────────────────────────────────────────────────────────────────────────

test('the repair requests only the faulty criteria and says what was wrong, and the other verdicts are kept', async (t) => {
  const good = verdictOf('C1', 'MET', ['Ran Kubernetes clusters'])
  const bad = verdictOf('C2', 'MET', ['Speaks German'])
  const repaired = verdictOf('C2', 'MET', ['German since childhood'])
  const groq = await provider(t, drafts(good, bad), drafts(repaired))
  const { verdicts, quotesRefused, tokens } = await scored(t, groq)
  t.deepEqual(
    verdicts.map(({ verdict }) => verdict),
    ['MET', 'MET'],
  )
  t.is(quotesRefused, 1)
  t.deepEqual(tokens, { input: 200, output: 40 })
  const { body } = await groq.arrival(2)
  const [, german] = criteriaOf(body)
  const fault = 'quote 1 is not in the resume or the answers. Copy the passage again, exactly, or change the verdict.'
  t.true(body.messages[1]?.content.includes(`- ${german?.id}: ${fault}`))
  t.deepEqual(Object.keys(schemaOf(body).properties), [german?.id])
  const earlier = sectionsOf(body).find(({ label }) => label === 'YOUR EARLIER ANSWER')?.text ?? ''
  t.deepEqual(Object.keys(JSON.parse(earlier)), [german?.id])
  assertContinues(t, groq.requests[0]!.body, body)
})
const first = verdictOf('C1', 'MET', proven)
const faulty: Record<string, Behaviour> = {
  'a missing criterion': drafts(first),
  'an unknown verdict': drafts(first, verdictOf('C2', 'EXCELLENT')),
  'no verdict at all': drafts(),
}

for (const [what, answer] of Object.entries(faulty)) {
  test(`a response with ${what} is repaired once, and is unusable if that does not help`, async (t) => {
    const groq = await provider(t, answer)
    t.true((await score(groq)).ok)
    t.is(groq.requests.length, 2)
    groq.otherwise(answer)
    t.like(await score(groq), { ok: false, code: 'UNUSABLE_ANSWER' })
    t.is(groq.requests.length, 4)
  })
}

test('one application costs at most three calls', async (t) => {
  for (const behaviour of [badJson, jsonValidateFailed]) {
    const groq = await provider(t)
    groq.otherwise(behaviour)
    t.like(await score(groq), { ok: false, code: 'UNUSABLE_ANSWER' })
    t.true(groq.requests.length <= 3)
  }
})

test('after a repair that fails, the first response is used without its faulty credit', async (t) => {
  const unproven = verdictOf('C2', 'MET', ['Speaks German'])
  const groq = await provider(t, drafts(first, unproven), badJson)
  const { verdicts } = await scored(t, groq)
  t.deepEqual(
    verdicts.map(({ verdict }) => verdict),
    ['MET', 'NO_EVIDENCE'],
  )
})

test('if the provider becomes unavailable before the repair, the score ends as PROVIDER_AWAY', async (t) => {
  const groq = await provider(t, drafts(), throttled('9'))
  t.like(await score(groq), { ok: false, code: 'PROVIDER_AWAY', retryAfterMs: 9_000 })
  groq.answer(drafts(), failing(406))
  t.like(await score(groq), { ok: false, code: 'PROVIDER_FAILED' })
})

test('if the first response used up the budget, there is no repair', async (t) => {
  const groq = await provider(t)
  groq.otherwise(({ body }, response) => {
    const [one, other] = criteriaOf(body)
    const unproven = verdictOf('', 'MET', ['Speaks German'])
    const content = JSON.stringify({ [one!.id]: verdictOf('', 'MET', proven), [other!.id]: unproven })
    const usage = { prompt_tokens: 9_000, completion_tokens: 1_000 }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }], usage }))
  })
  const { verdicts, tokens } = await scored(t, groq, { tokenBudget: 10_000 })
  t.deepEqual(
    verdicts.map(({ verdict }) => verdict),
    ['MET', 'NO_EVIDENCE'],
  )
  t.deepEqual(tokens, { input: 9_000, output: 1_000 })
  t.is(groq.requests.length, 1)
})

test('the deadline ends a score, even if it had passed before the start', async (t) => {
  const groq = await provider(t)
  groq.otherwise(hang)
  t.like(await score(groq, { deadlineAt: monotonicMs() + 100.5 }), { ok: false, code: 'TIMEOUT' })
  t.like(await score(groq, { deadlineAt: monotonicMs() - 100 }), { ok: false, code: 'TIMEOUT' })
})
