/** Servers that support only part of the provider's API: which response format is requested from them, and when. */
import test from 'ava'
import { groqEngine } from '../../../../workers/engines/groq/engine.ts'
import { schemaOf } from '../../../tools/fakes/chat-request.ts'
import { type Behaviour, failing, good, saying, startFakeGroq, throttled } from '../../../tools/fakes/groq.ts'
import {
  apiKey,
  engineAt,
  generationTask,
  provider,
  scoringTask,
  unhurried,
} from '../../../tools/samples/engine-tasks.ts'

/** Returns the behaviour of a server that refuses every response format except those that `known` accepts. */
const knowing =
  (known: (format: string, isStrict: boolean) => boolean, status = 400): Behaviour =>
  (request, response) => {
    const { type = 'none', json_schema: schema } = request.body.response_format ?? {}
    return (known(type, schema?.strict ?? false) ? good : failing(status))(request, response)
  }

const servers: Record<string, [behaviour: Behaviour, calls: number]> = {
  'schemas, but not in strict mode': [knowing((format, isStrict) => format === 'json_schema' && !isStrict), 2],
  'JSON, but no schemas': [knowing((format) => format === 'json_object', 422), 3],
  'no response format': [knowing((format) => format === 'none', 501), 4],
}

for (const [what, [behaviour, calls]] of Object.entries(servers)) {
  test(`the first call detects that a server supports ${what}, and the next call uses the right format at once`, async (t) => {
    const groq = await provider(t)
    groq.otherwise(behaviour)
    const engine = engineAt(groq.url)
    const first = await engine.draftVerdicts(scoringTask(), unhurried())
    t.true(first.ok && first.value.verdicts.length === 2)
    t.is(groq.requests.length, calls)
    t.true((await engine.generateCriteria(generationTask(), unhurried())).ok)
    t.is(groq.requests.length, calls + 1)
    t.deepEqual(Object.keys(schemaOf(groq.requests[0]!.body).properties), ['C1', 'C2'])
    t.deepEqual(Object.keys(schemaOf(groq.requests.at(-1)!.body).properties), ['criteria'])
  })
}

test('a server that ignores schemas gets the schema in words, after its first response in prose', async (t) => {
  const groq = await provider(t)
  groq.otherwise((request, response) => {
    const isDescribed = request.body.messages[0]!.content.includes('The schema of the JSON')
    return (isDescribed ? good : saying('The candidate is a good fit for this role.'))(request, response)
  })
  t.true((await engineAt(groq.url).generateCriteria(generationTask(), unhurried())).ok)
  t.is(groq.requests.length, 2)
})

test('once a format has worked, a refused request is not repeated in a weaker format', async (t) => {
  const groq = await provider(t)
  const engine = engineAt(groq.url)
  t.true((await engine.draftVerdicts(scoringTask(), unhurried())).ok)
  groq.answer(failing(400))
  t.like(await engine.draftVerdicts(scoringTask(), unhurried()), { ok: false, code: 'PROVIDER_FAILED' })
  t.is(groq.requests.length, 2)
})

test('a request that fails in every format is sent once in each, and the next request starts with the strongest format', async (t) => {
  const groq = await provider(t)
  const engine = engineAt(groq.url)
  groq.otherwise(failing(400))
  t.like(await engine.draftVerdicts(scoringTask(), unhurried()), {
    ok: false,
    code: 'PROVIDER_FAILED',
    message: 'the provider answered 400',
  })
  t.is(groq.requests.length, 4)
  groq.otherwise(good)
  t.true((await engine.draftVerdicts(scoringTask(), unhurried())).ok)
  t.true(groq.requests.at(-1)!.body.response_format?.json_schema?.strict)
})

test('a throttled call does not change the format', async (t) => {
  const groq = await provider(t)
  groq.answer(throttled('0'))
  t.true((await engineAt(groq.url).generateCriteria(generationTask(), unhurried())).ok)
  t.true(groq.requests.every(({ body }) => body.response_format?.json_schema?.strict))
})

const wrapped: Record<string, (json: string) => string> = {
  'in a code fence': (json) => `\`\`\`json\n${json}\n\`\`\``,
  'after a sentence': (json) => `Here is my answer:\n${json}\nI hope it helps.`,
  'after its thoughts': (json) => `<think>{"verdicts": "none"} perhaps?</think>\n${json}`,
}

for (const [where, wrap] of Object.entries(wrapped)) {
  test(`JSON that a model writes ${where} is read`, async (t) => {
    const verdict = { criterionId: 'C1', evidence: [], verdict: 'NOT_MET', reason: 'It falls short.' }
    const groq = await provider(t)
    groq.otherwise(saying(wrap(JSON.stringify({ verdicts: [verdict] }))))
    const outcome = await engineAt(groq.url).draftVerdicts(scoringTask(), unhurried())
    t.deepEqual(outcome.ok && outcome.value.verdicts, [{ ...verdict, verdict: 'NOT_MET' }])
  })
}

test('an address that ends in /v1 is used as the root of the API, as with self-hosted servers', async (t) => {
  const groq = await startFakeGroq('/v1/chat/completions')
  t.teardown(groq.close)
  for (const baseUrl of [`${groq.url}/v1`, `${groq.url}/v1/`]) {
    const engine = groqEngine({ name: 'groq', apiKey, baseUrl, model: 'small' })
    t.true((await engine.draftVerdicts(scoringTask(), unhurried())).ok, baseUrl)
  }
  const [{ body } = t.fail()] = groq.requests
  t.true(body.max_tokens! > 0)
  t.false('max_completion_tokens' in body, 'a server that has both names refuses them together')
})
