/**
 * Output from real servers and models, one per row: the result, the number of calls and the tokens. The model is
 * correct, and only the way in which it writes its verdicts differs.
 */
import test from 'ava'
import { answerTo, badJson, truncated, wrongSchema, type Behaviour } from '../../../tools/fakes/groq.ts'
import { changed, completing, replying, written, type Verdicts } from '../../../tools/fakes/servers.ts'
import { comesTo, provider, score, type Expected } from './scoring-scene.ts'

const json = (value: unknown) => JSON.stringify(value, null, 2)
/** Writes the verdicts as a list, with the ids that `idOf` returns. */
const listOf = (verdicts: Verdicts, idOf = (id: string, _: number): unknown => id) =>
  Object.entries(verdicts).map(([id, verdict], index) => ({ criterionId: idOf(id, index), ...verdict }))
/**
 * Writes each quote with `write`. The correct model finds the first criterion in the resume and the second in the
 * answer.
 */
const evidenceAs = (write: (quote: string, source: string, answerIndex: number | null) => unknown): Behaviour =>
  changed((verdict, index) => {
    const [source, answerIndex] = index === 0 ? (['RESUME', null] as const) : (['ANSWER', 0] as const)
    return { ...verdict, evidence: verdict.evidence.map((quote) => write(quote, source, answerIndex)) }
  })
const once: Expected = { outcome: 'completed', calls: 1, tokens: 120 }
const twice: Expected = { outcome: 'repaired', calls: 2, tokens: 240 }

// ── JSON that can be read in only one way ───────────────────────────────────────────────────────

const readable: Record<string, Behaviour> = {
  'the schema’s own shape': written(json),
  'a trailing comma': written((verdicts) => json(verdicts).replace(/\n}$/, ',\n}')),
  'a raw line break in a string': written((verdicts) =>
    json(verdicts).replace('The application shows', 'The application\nshows'),
  ),
  'a comment': written((verdicts) => json(verdicts).replace('{', '{ // my verdicts')),
  'quotation marks in a string': written((verdicts) =>
    json(verdicts).replace('The application shows', 'The "application" shows'),
  ),
  'a missing last bracket': written((verdicts) => json(verdicts).replace(/\n}$/, '')),
  'a code fence': written((verdicts) => `\`\`\`json\n${json(verdicts)}\n\`\`\``),
  'a sentence before and after': written((verdicts) => `Here is my answer:\n${json(verdicts)}\nI hope it helps.`),
  'braces in the prose before and after': written(
    (verdicts) => `The set {RESUME, ANSWER} gives\n${json(verdicts)}\nfor {each} of [them].`,
  ),
  'an open brace in the prose': written((verdicts) => `So {note: here it is\n${json(verdicts)}`),
  'thoughts before the JSON': written((verdicts) => `<think>{"C1": "none"} perhaps?</think>\n${json(verdicts)}`),
  'thoughts that do not end': written((verdicts) => `<think>Is {"evidence": []} right? No.\n${json(verdicts)}`),
  'JSON that is encoded twice': written((verdicts) => JSON.stringify(json(verdicts))),
  'JSON in reasoning_content': written((verdicts) => ({ content: '', reasoning_content: json(verdicts) })),
  'JSON in reasoning': written((verdicts) => ({ content: null, reasoning: `Let me see. ${json(verdicts)}` })),
  'JSON as a tool call': written((verdicts) => ({
    content: null,
    tool_calls: [{ type: 'function', function: { name: 'json', arguments: json(verdicts) } }],
  })),
  'a message in parts': written((verdicts) => ({
    content: [json(verdicts).slice(0, 30), json(verdicts).slice(30)].map((text) => ({ type: 'text', text })),
  })),
  'a complete response with finish_reason length': written(json, 'length'),
  'a list': written((verdicts) => json(listOf(verdicts))),
  'a list named verdicts': written((verdicts) => json({ verdicts: listOf(verdicts) })),
  'a map named verdicts': written((verdicts) => json({ verdicts })),
  'a map in two wrappers': written((verdicts) => json({ answer: { verdicts } })),
  'a list of maps': written((verdicts) => json(Object.entries(verdicts).map(([id, verdict]) => ({ [id]: verdict })))),
  'ids by position: c1': written((verdicts) => json(listOf(verdicts, (_, index) => `c${index + 1}`))),
  'ids by position: 1': written((verdicts) => json(listOf(verdicts, (_, index) => index + 1))),
  'ids by position, in another order': written((verdicts) =>
    json(listOf(verdicts, (_, index) => `c${index + 1}`).toReversed()),
  ),
  'no ids at all': written((verdicts) => json(listOf(verdicts, () => null))),
  'a map by position': written((verdicts) =>
    json(Object.fromEntries(Object.values(verdicts).map((one, index) => [index + 1, one]))),
  ),
  'ids in lower case': written((verdicts) =>
    json(Object.fromEntries(Object.entries(verdicts).map(([id, one]) => [id.toLowerCase(), one]))),
  ),
  'an extra id': written((verdicts) => json({ ...verdicts, C0: { evidence: [], reason: 'x', verdict: 'MET' } })),
  'a verdict repeated': written((verdicts) => json([...listOf(verdicts), ...listOf(verdicts)])),
  'a member repeated': written((verdicts) => `${json(verdicts).replace(/\n}$/, ',')}${json(verdicts).slice(1)}`),
  'a missing reason': changed(({ reason: _, ...verdict }) => verdict),
  'evidence as one string': changed((verdict) => ({ ...verdict, evidence: verdict.evidence[0] })),
  'evidence as objects': evidenceAs((quote) => ({ quote })),
  'evidence with a source': evidenceAs((quote, source, answerIndex) => ({ source, answerIndex, quote })),
  'sources in lower case': evidenceAs((quote, source, answerIndex) => ({
    ...{ source: source.toLowerCase(), answerIndex, quote },
  })),
  'the number of the answer in a source': evidenceAs((quote, source, answerIndex) => ({
    ...{ source: `${source} ${answerIndex ?? ''}`, quote },
  })),
  'a verdict as "Met"': changed((verdict) => ({ ...verdict, verdict: 'Met' })),
}

for (const [what, behaviour] of Object.entries(readable)) {
  test(`read without a repair: ${what}`, async (t) => {
    const groq = await provider(t)
    groq.otherwise(behaviour)
    await comesTo(t, groq, { ...once, verdicts: ['MET', 'MET'] })
  })
}

for (const word of ['not met', 'NOT MET', 'Not-Met', 'not_met']) {
  test(`read without a repair: a verdict written as "${word}"`, async (t) => {
    const groq = await provider(t)
    groq.otherwise(changed((verdict) => ({ ...verdict, verdict: word })))
    await comesTo(t, groq, { ...once, verdicts: ['NOT_MET', 'NOT_MET'] })
  })
}

test('read without a repair: valid JSON that Groq itself rejected', async (t) => {
  const groq = await provider(t)
  groq.otherwise((request, response) => {
    const failed_generation = JSON.stringify(answerTo(request.body)).replace(/}$/, ',}')
    return replying(400, { error: { code: 'json_validate_failed', failed_generation } })(request, response)
  })
  await comesTo(t, groq, { outcome: 'completed', calls: 1, verdicts: ['MET', 'MET'] })
})

// ── ambiguous responses ─────────────────────────────────────────────────────────────────────────

const open: Record<string, [behaviour: Behaviour, fault: RegExp]> = {
  prose: [completing({ content: 'The candidate is a good fit.' }), /Your answer was not JSON/],
  'half of a JSON': [badJson, /Your answer was cut off/],
  nothing: [completing({ content: '' }), /Your answer was empty/],
  'another structure': [wrongSchema, /not in the given schema/],
  'two different verdicts for one id': [
    written((verdicts) => json([...listOf(verdicts), { ...listOf(verdicts)[0], verdict: 'NOT_MET' }])),
    /^- C\d+: there are two different verdicts/m,
  ],
  'two different members for one id': [
    written(
      (verdicts) => `${json(verdicts).replace(/\n}$/, ',')}${json(verdicts).replaceAll('"MET"', '"PARTIAL"').slice(1)}`,
    ),
    /^- C\d+: there are two different verdicts/m,
  ],
  'a missing id': [written((verdicts) => json(listOf(verdicts).slice(0, 1))), /^- C\d+: there is no verdict/m],
  'an unknown verdict': [
    changed((one, index) => ({ ...one, verdict: index === 0 ? 'GOOD' : one.verdict })),
    /^- C\d+: the verdict is none of MET, /m,
  ],
}

for (const [what, [behaviour, fault]] of Object.entries(open)) {
  test(`repaired for this reason: ${what}`, async (t) => {
    const groq = await provider(t, behaviour)
    await comesTo(t, groq, { ...twice, verdicts: ['MET', 'MET'] })
    t.regex(groq.requests[1]!.body.messages.map(({ content }) => content).join('\n'), fault)
    groq.otherwise(behaviour)
    const failed = await score(groq)
    t.like(failed, { ok: false, code: 'UNUSABLE_ANSWER' })
  })
}

test('a response that was cut off is requested again with twice the tokens, and its content is kept', async (t) => {
  const groq = await provider(t, truncated)
  await comesTo(t, groq, { outcome: 'completed', calls: 2, tokens: 240, verdicts: ['MET', 'MET'] })
  const [first, second] = groq.requests.map(({ body }) => body)
  t.is(second!.max_tokens, 2 * first!.max_tokens!)
  t.not(second!.seed, first!.seed)
  const half = await provider(
    t,
    written((verdicts) => json(verdicts).slice(0, json(verdicts).lastIndexOf('"verdict"')), 'length'),
  )
  await comesTo(t, half, { ...twice, verdicts: ['MET', 'MET'] })
  t.is(
    Object.keys((half.requests[1]!.body.response_format?.json_schema?.schema as { properties: object }).properties)
      .length,
    1,
  )
})
