/** Real servers' refusals, one per row: the result, the number of calls, and the form of the next call. */
import test from 'ava'
import { groqEngine } from '../../../../workers/engines/groq/engine.ts'
import { type ChatBody, limitOf, sectionsOf } from '../../../tools/fakes/chat-request.ts'
import { type Behaviour, empty, good, html } from '../../../tools/fakes/groq.ts'
import { completing, replying } from '../../../tools/fakes/servers.ts'
import { generationTask, scoringTask, unhurried } from '../../../tools/samples/engine-tasks.ts'
import { comesTo, provider, type Expected } from './scoring-scene.ts'

const apiKey = 'gsk_test'
const refusal = (status: number, error: object): Behaviour => replying(status, { error })
/** Returns a correct model that refuses requests that `isRefused` selects. */
const unless =
  (isRefused: (body: ChatBody) => boolean, refuse: Behaviour): Behaviour =>
  (request, response) =>
    (isRefused(request.body) ? refuse : good)(request, response)

// ── a provider that is unavailable ──────────────────────────────────────────────────────────────

const snoozed: Expected = { outcome: 'snoozed', calls: 1 }
const away: Record<string, Behaviour> = {
  'a refusal of the model': completing({ content: null, refusal: 'I cannot help with that.' }),
  'a filtered response': completing({ content: '' }, 'content_filter'),
  'a page with status 200': html,
  'an empty body with status 200': empty,
  'half of a body with status 200': replying(200, '{"choices": [{'),
  'an error with status 200': replying(200, { error: { message: 'Internal error', code: 500 } }),
  'an exhausted upstream with status 200': replying(200, { error: { message: 'Rate limited', code: 429 } }),
  'no choices': replying(200, { choices: [] }),
  'a choice without a message': replying(200, { choices: [{ index: 0, finish_reason: 'stop' }] }),
  'a full flex tier': refusal(498, { code: 'flex_capacity_exceeded' }),
}
for (const [what, behaviour] of Object.entries(away)) {
  test(`the provider is treated as unavailable, and the job waits: ${what}`, async (t) => {
    const groq = await provider(t)
    groq.otherwise(behaviour)
    await comesTo(t, groq, snoozed)
    groq.otherwise(good)
    await comesTo(t, groq, { outcome: 'completed', calls: 1, tokens: 120 })
  })
}

// ── the operator's faults ───────────────────────────────────────────────────────────────────────

const faults: [what: string, Behaviour, fault: string][] = [
  ['a wrong key', refusal(401, { code: 'invalid_api_key', message: 'Invalid API Key' }), 'key'],
  ['an account without credit', refusal(402, { message: 'Insufficient Balance' }), 'account'],
  ['an exhausted account', refusal(429, { code: 'insufficient_quota', message: 'You exceeded your quota' }), 'account'],
  ['a key without rights', refusal(403, { message: 'Forbidden' }), 'access'],
  ['no such model', refusal(404, { code: 'model_not_found', message: 'The model `x` does not exist' }), 'model'],
  ['a model that was removed', refusal(400, { code: 'model_decommissioned', message: 'decommissioned' }), 'model'],
  ['no such address', replying(404, '404 page not found', { 'content-type': 'text/plain' }), 'address'],
]
for (const [what, behaviour, fault] of faults) {
  test(`the operator must act, and the job waits: ${what}`, async (t) => {
    const groq = await provider(t)
    groq.otherwise(behaviour)
    await comesTo(t, groq, snoozed)
    const engine = groqEngine({ name: 'groq', apiKey, baseUrl: groq.url, model: 'm' })
    t.like(await engine.draftVerdicts(scoringTask(), unhurried()), { ok: false, code: 'PROVIDER_AWAY', fault })
    t.like(await engine.generateCriteria(generationTask(), unhurried()), { ok: false, code: 'PROVIDER_AWAY', fault })
    t.is(groq.requests.length, 3, 'no call is repeated')
  })
}

// ── parameters ──────────────────────────────────────────────────────────────────────────────────

const unsupported = (param: string) =>
  refusal(400, { message: `Unsupported parameter: '${param}' is not supported with this model.`, param })
const has = (name: keyof ChatBody) => (body: ChatBody) => name in body

const parameters: [what: string, Behaviour, isRight: (body: ChatBody) => boolean, model?: string][] = [
  ['max_tokens', unless(has('max_tokens'), unsupported('max_tokens')), has('max_completion_tokens')],
  ['temperature', unless(has('temperature'), unsupported('temperature')), (body) => !('temperature' in body)],
  [
    'seed, without param',
    unless(has('seed'), refusal(400, { message: 'seed: extra fields not permitted' })),
    (body) => !('seed' in body),
  ],
  [
    'reasoning_effort',
    unless(has('reasoning_effort'), unsupported('reasoning_effort')),
    (body) => !('reasoning_effort' in body),
    'openai/gpt-oss-20b',
  ],
  [
    'so many tokens in a response',
    unless(
      (body) => limitOf(body) > 700,
      refusal(400, { message: '`max_tokens` must be less than or equal to `700`' }),
    ),
    (body) => body.max_tokens === 700,
  ],
]
for (const [what, behaviour, isRight, model = 'm'] of parameters) {
  test(`a server that refuses ${what} gets requests without it, in the same response format, from the second call on`, async (t) => {
    const groq = await provider(t)
    groq.otherwise(behaviour)
    const engine = groqEngine({ name: 'groq', apiKey, baseUrl: groq.url, model })
    for (const calls of [2, 3]) {
      t.true((await engine.draftVerdicts(scoringTask(), unhurried())).ok)
      t.is(groq.requests.length, calls)
      t.true(isRight(groq.requests.at(-1)!.body))
    }
    t.true(groq.requests.every(({ body }) => body.response_format?.json_schema?.strict))
  })
}

test('a reasoning model is asked for little reasoning, and the configured service tier is sent', async (t) => {
  const groq = await provider(t)
  const settings = { name: 'groq', apiKey, baseUrl: groq.url, model: 'openai/gpt-oss-120b' } as const
  await groqEngine({ ...settings, serviceTier: 'flex' }).draftVerdicts(scoringTask(), unhurried())
  await groqEngine({ ...settings, model: 'llama-3.3-70b' }).draftVerdicts(scoringTask(), unhurried())
  const [first, second] = groq.requests.map(({ body }) => body)
  t.like(first, { reasoning_effort: 'low', service_tier: 'flex', max_tokens: 800 + 2 * 150 })
  t.false('reasoning_effort' in second! || 'service_tier' in second!)
})

test('each call for a job that has failed before uses a new seed', async (t) => {
  const groq = await provider(t)
  const engine = groqEngine({ name: 'groq', apiKey, baseUrl: groq.url, model: 'm' })
  const repair = { verdicts: [], faults: ['x'], open: ['C1'] }
  for (const failures of [0, 1, 2]) {
    await engine.draftVerdicts(scoringTask({ failures }), unhurried())
    await engine.draftVerdicts(scoringTask({ failures }), unhurried(), repair)
  }
  t.is(new Set(groq.requests.map(({ body }) => body.seed)).size, 6)
})

test('the tokens that a provider took from its cache are recorded', async (t) => {
  const groq = await provider(t)
  groq.otherwise((request, response) => {
    const usage = { prompt_tokens: 742, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 741 } }
    const message = { content: JSON.stringify({ C1: { evidence: [], verdict: 'NO_EVIDENCE' } }) }
    return replying(200, { choices: [{ message, finish_reason: 'stop' }], usage })(request, response)
  })
  const engine = groqEngine({ name: 'groq', apiKey, baseUrl: groq.url, model: 'm' })
  const outcome = await engine.draftVerdicts(scoringTask(), unhurried())
  t.deepEqual(outcome.ok && outcome.value.tokens, { input: 742, output: 20, cached: 741 })
})

// ── forms ───────────────────────────────────────────────────────────────────────────────────────

const formOf = ({ response_format: format }: ChatBody) => format?.type ?? 'none'

test('a server error that mentions the response format is treated as a refusal of that format, as with llama-cpp-python', async (t) => {
  const groq = await provider(t)
  const message = `[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': "Input should be 'text' or 'json_object'"}]`
  groq.otherwise(unless((body) => formOf(body) === 'json_schema', refusal(500, { message, code: null })))
  const engine = groqEngine({ name: 'groq', apiKey, baseUrl: groq.url, model: 'm' })
  for (const calls of [3, 4]) {
    t.true((await engine.draftVerdicts(scoringTask(), unhurried())).ok)
    t.is(groq.requests.length, calls)
    t.is(formOf(groq.requests.at(-1)!.body), 'json_object')
  }
})

test('a server error that recurs for one request while others succeed is treated as a refusal of the response format', async (t) => {
  const groq = await provider(t)
  const isOdd = (body: ChatBody) =>
    sectionsOf(body).some(({ text }) => text.includes('odd')) && formOf(body) === 'json_schema'
  groq.otherwise(unless(isOdd, refusal(500, { message: 'Internal Server Error' })))
  const engine = groqEngine({ name: 'groq', apiKey, baseUrl: groq.url, model: 'm' })
  const odd = scoringTask({ resume: 'An odd resume: Kubernetes' })
  t.like(await engine.draftVerdicts(odd, unhurried()), { ok: false, code: 'PROVIDER_AWAY' })
  t.true((await engine.draftVerdicts(scoringTask(), unhurried())).ok)
  t.true((await engine.draftVerdicts(odd, unhurried())).ok)
  t.deepEqual(
    groq.requests.map(({ body }) => formOf(body)),
    [...Array<string>(4).fill('json_schema'), 'json_object'],
  )
  t.true((await engine.draftVerdicts(scoringTask(), unhurried())).ok)
  t.is(formOf(groq.requests.at(-1)!.body), 'json_schema', 'other requests keep the form')
})

test('after a response with a wrong structure, later requests also describe the schema in words', async (t) => {
  const groq = await provider(t)
  groq.answer(completing({ content: '[{"id":"C1","verdict":"NO_EVIDENCE"},{"id":"C2","verdict":"NO_EVIDENCE"}]' }))
  const engine = groqEngine({ name: 'groq', apiKey, baseUrl: groq.url, model: 'm' })
  t.true((await engine.draftVerdicts(scoringTask(), unhurried())).ok)
  t.true((await engine.draftVerdicts(scoringTask(), unhurried())).ok)
  t.regex(groq.requests[1]!.body.messages[0]!.content, /The schema of the JSON/)
})
