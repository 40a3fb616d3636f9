/** What each response and each failure of the model provider means for a task. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import { groqEngine } from '../../../../workers/engines/groq/engine.ts'
import { estimateTokens } from '../../../../workers/engines/groq/calls.ts'
import {
  apiKey,
  draft,
  engineAt,
  generate,
  generationTask,
  provider,
  scoringTask,
  unhurried,
} from '../../../tools/samples/engine-tasks.ts'
import { assertContinues, limitOf, sectionsOf } from '../../../tools/fakes/chat-request.ts'
import {
  badJson,
  type Behaviour,
  brokenOff,
  empty,
  failing,
  hang,
  html,
  jsonValidateFailed,
  reset,
  saying,
  startFakeGroq,
  throttled,
  truncated,
  wrongSchema,
} from '../../../tools/fakes/groq.ts'
import { monotonicMs } from '../../../../src/kit/time.ts'

// ── responses that cannot be parsed ─────────────────────────────────────────────────────────────

const unreadable: Record<string, Behaviour> = { badJson, wrongSchema, nothing: saying(null) }

for (const [name, behaviour] of Object.entries(unreadable)) {
  test(`an unreadable response (${name}) has no verdicts, and its tokens are counted`, async (t) => {
    const groq = await provider(t)
    groq.answer(behaviour)
    const outcome = await draft(groq)
    t.true(outcome.ok && outcome.value.verdicts.length === 0 && outcome.value.tokens.input > 0)
    t.is(groq.requests.length, 1)
  })

  test(`unreadable criteria (${name}) are requested a second time, but not a third`, async (t) => {
    const groq = await provider(t)
    groq.answer(behaviour)
    t.true((await generate(groq)).ok)
    t.is(groq.requests.length, 2)
    groq.otherwise(behaviour)
    t.like(await generate(groq), { ok: false, code: 'UNUSABLE_ANSWER' })
    t.is(groq.requests.length, 4)
  })
}

test('the request for a repair lists the faults, and contains the earlier response as data', async (t) => {
  const groq = await provider(t)
  const one = { importance: 'MUST_HAVE', sourceQuote: 'run our clusters' }
  const criteria = [
    { ...one, text: 'Go' },
    { ...one, text: ' GO ' },
  ]
  groq.answer(saying({ criteria }))
  t.true((await generate(groq)).ok)
  const { body } = await groq.arrival(2)
  t.regex(body.messages[1]?.content ?? '', /Criterion 2 repeats an earlier one/)
  assertContinues(t, groq.requests[0]!.body, body)
  t.regex(sectionsOf(body).find(({ label }) => label === 'YOUR EARLIER ANSWER')?.text ?? '', /"GO"/)
})

test('a response that the provider itself rejects as invalid JSON is requested again with another seed', async (t) => {
  const groq = await provider(t)
  groq.answer(jsonValidateFailed)
  const outcome = await draft(groq)
  t.true(outcome.ok && outcome.value.verdicts.length === 2)
  t.is(groq.requests.length, 2)
  t.not(groq.requests[0]?.body.seed, groq.requests[1]?.body.seed)
})

// ── a provider that is unavailable, refuses, or does not respond ────────────────────────────────

const away: Record<string, [Behaviour, retryAfterMs: number | undefined]> = {
  'throttles with a Retry-After in seconds': [throttled('7'), 7_000],
  'throttles without a Retry-After': [throttled(), undefined],
  'throttles with an invalid Retry-After': [throttled('soon'), undefined],
  'is overloaded': [failing(503, '30'), 30_000],
  fails: [failing(500), undefined],
  'resets the connection': [reset, undefined],
  'breaks off its response': [brokenOff, undefined],
  'sends an HTML page': [html, undefined],
  'sends an empty response': [empty, undefined],
}

for (const [what, [behaviour, retryAfterMs]] of Object.entries(away)) {
  test(`if a provider ${what}, scoring ends immediately as PROVIDER_AWAY`, async (t) => {
    const groq = await provider(t)
    groq.answer(behaviour)
    const outcome = await draft(groq)
    t.like(outcome, { ok: false, code: 'PROVIDER_AWAY' })
    t.is('retryAfterMs' in outcome ? outcome.retryAfterMs : undefined, retryAfterMs)
    t.is(groq.requests.length, 1)
  })
}

test('at an address without a server, scoring ends as PROVIDER_AWAY', async (t) => {
  const groq = await startFakeGroq()
  await groq.close()
  t.like(await draft(groq), { ok: false, code: 'PROVIDER_AWAY' })
})

test('a refusal that a wait cannot fix is not mistaken for an unavailable provider', async (t) => {
  const groq = await provider(t)
  groq.answer(failing(406), failing(406))
  t.like(await draft(groq), { ok: false, code: 'PROVIDER_FAILED', message: 'the provider answered 406' })
  t.like(await generate(groq), { ok: false, code: 'PROVIDER_FAILED' })
  t.is(groq.requests.length, 2)
})

test('a redirect is refused, so that no resume is sent to a host that the operator did not configure', async (t) => {
  let visits = 0
  const elsewhere = createServer((_, response) => void (visits++, response.end()))
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => elsewhere.close())
  const groq = await provider(t)
  groq.answer((_, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/` }).end()
  })
  t.like(await draft(groq), { ok: false, code: 'PROVIDER_AWAY', fault: 'address' })
  t.is(visits, 0)
})

test('a generation waits as long as the provider asks, if that is short', async (t) => {
  const groq = await provider(t)
  groq.answer(throttled('1'))
  t.true((await generate(groq)).ok)
  t.true(groq.requests[1]!.at - groq.requests[0]!.at >= 1_000)
})

test('a generation does not wait longer than its deadline or its caller allows', async (t) => {
  const groq = await provider(t)
  groq.answer(throttled('30'), throttled('3'))
  t.like(await generate(groq), { ok: false, code: 'PROVIDER_AWAY', retryAfterMs: 30_000 })
  const hurried = generationTask({ deadlineAt: monotonicMs() + 2_000 })
  t.like(await generate(groq, hurried), { ok: false, code: 'PROVIDER_AWAY', retryAfterMs: 3_000 })
  t.is(groq.requests.length, 2)
})

test('a task makes at most three attempts', async (t) => {
  const groq = await provider(t)
  groq.otherwise(throttled('0'))
  t.like(await generate(groq), { ok: false, code: 'PROVIDER_AWAY' })
  t.is(groq.requests.length, 3)
  groq.otherwise(jsonValidateFailed)
  t.like(await generate(groq), { ok: false, code: 'UNUSABLE_ANSWER' })
  t.is(groq.requests.length, 6)
  groq.answer(throttled('0'), throttled('0'), badJson)
  t.like(await generate(groq), { ok: false, code: 'UNUSABLE_ANSWER' })
  t.is(groq.requests.length, 9)
})

test('a call to a provider that does not respond ends at the deadline', async (t) => {
  const groq = await provider(t)
  groq.otherwise(hang)
  const engine = engineAt(groq.url)
  const starts = [
    (signal: AbortSignal) => engine.draftVerdicts(scoringTask(), signal),
    (signal: AbortSignal) => engine.generateCriteria(generationTask(), signal),
  ]
  for (const start of starts) {
    const deadline = new AbortController()
    const outcome = start(deadline.signal)
    const { gone } = await groq.arrival(groq.requests.length + 1)
    deadline.abort()
    t.like(await outcome, { ok: false, code: 'TIMEOUT' })
    await gone
  }
})

test('a wait between calls ends at the deadline', async (t) => {
  const groq = await provider(t)
  const deadline = new AbortController()
  groq.otherwise((request, response) => {
    response.on('finish', () => deadline.abort())
    return throttled('4')(request, response)
  })
  t.like(await engineAt(groq.url).generateCriteria(generationTask(), deadline.signal), { ok: false, code: 'TIMEOUT' })
  t.is(groq.requests.length, 1)
})

test('no failure reveals the key, a resume, an answer or a job description', async (t) => {
  const absences = Object.values(away).map(([behaviour]) => behaviour)
  const failures = [failing(400), failing(401), truncated, jsonValidateFailed, ...absences]
  const outcomes = [...Object.values(unreadable), ...failures].map(async (behaviour) => {
    const groq = await provider(t)
    groq.otherwise(behaviour)
    return [await draft(groq), await generate(groq)]
  })
  t.notRegex(JSON.stringify(await Promise.all(outcomes)), /secret|gsk_/)
  const badKey = groqEngine({ name: 'groq', apiKey: `${apiKey}\nx`, baseUrl: 'http://127.0.0.1:9', model: 'm' })
  const outcome = await badKey.draftVerdicts(scoringTask(), unhurried())
  t.like(outcome, { ok: false, code: 'PROVIDER_FAILED' })
  t.notRegex(JSON.stringify(outcome), /gsk_/)
})

// ── tokens ──────────────────────────────────────────────────────────────────────────────────────

test('a call may not use more tokens than the budget has left, and no call is made if too few are left', async (t) => {
  const groq = await provider(t)
  await draft(groq, scoringTask({ tokenBudget: 4_000 }))
  const { body } = await groq.arrival(1)
  const input = estimateTokens(body.messages.map(({ content }) => content).join(''))
  t.true(limitOf(body) + input <= 4_000)
  const tooLong = scoringTask({ resume: 'word '.repeat(10_000), tokenBudget: 4_000 })
  t.like(await draft(groq, tooLong), { ok: false, code: 'UNUSABLE_ANSWER' })
  t.is(groq.requests.length, 1)
})

test('a generation and its repair share one budget', async (t) => {
  const groq = await provider(t)
  groq.answer(saying({ criteria: [] }))
  const outcome = await generate(groq, generationTask({ tokenBudget: 4_000 }))
  t.deepEqual(outcome.ok && outcome.value.tokens, { input: 200, output: 40 })
  const { body } = await groq.arrival(2)
  const input = estimateTokens(body.messages.map(({ content }) => content).join(''))
  t.true(limitOf(body) + input + 120 <= 4_000)
})
