/** Requests that exceed what the model can read: the result, the number of calls, and the form of the next call. */
import test from 'ava'
import { scoreApplicationWith } from '../../../../workers/score-application.ts'
import { criteriaOf, limitOf, sectionsOf } from '../../../tools/fakes/chat-request.ts'
import { type Behaviour, good } from '../../../tools/fakes/groq.ts'
import { replying } from '../../../tools/fakes/servers.ts'
import { engineAt, scoringTask } from '../../../tools/samples/engine-tasks.ts'
import { provider } from './scoring-scene.ts'

const criteria = Array.from({ length: 8 }, (_, index) => ({ id: `cr_${index}`, text: `Kubernetes ${index}` }))
const resumeOf = (lines: number) =>
  Array.from({ length: lines }, (_, index) => `Ran Kubernetes cluster ${index}`).join('\n')
const charactersIn = (messages: { content: string }[]) => messages.map(({ content }) => content).join('').length

/**
 * Returns the behaviour of a server whose model reads at most `charactersMax` characters. When it refuses a larger
 * request, it reports its limit and the size of the request in tokens of four characters, but only if `isDescribed`.
 */
const reading =
  (charactersMax: number, isDescribed: boolean): Behaviour =>
  (request, response) => {
    const characters = charactersIn(request.body.messages)
    if (characters <= charactersMax) return good(request, response)
    const [n_prompt_tokens, n_ctx] = [Math.ceil(characters / 4), Math.floor(charactersMax / 4)]
    const message = `request (${n_prompt_tokens} tokens) exceeds the available context size (${n_ctx} tokens)`
    const numbers = isDescribed
      ? { message, n_prompt_tokens, n_ctx }
      : { message: 'the input length exceeds the context length' }
    return replying(400, { error: { code: 400, type: 'exceed_context_size_error', ...numbers } })(request, response)
  }

test('if the server reports its context size, the next call fits, and later scores use that size from the start', async (t) => {
  const groq = await provider(t)
  groq.otherwise(reading(16_000, true))
  const engine = engineAt(groq.url)
  const task = scoringTask({ criteria, resume: resumeOf(600), answers: [] })
  const outcome = await scoreApplicationWith(engine, task)
  t.true(outcome.ok && outcome.value.verdicts.every(({ verdict }) => verdict === 'MET'))
  const refused = groq.requests.filter(({ body }) => charactersIn(body.messages) > 16_000)
  t.is(refused.length, 1)
  const before = groq.requests.length
  t.true((await scoreApplicationWith(engine, task)).ok)
  t.true(groq.requests.slice(before).every(({ body }) => charactersIn(body.messages) <= 16_000))
})

test('if a server does not report its limit, the criteria are halved down to one, then the end of the resume is cut off and reported', async (t) => {
  const groq = await provider(t)
  groq.otherwise(reading(9_000, false))
  const drafted = await engineAt(groq.url).draftVerdicts(
    scoringTask({ criteria: criteria.slice(0, 4), resume: resumeOf(400), answers: [] }),
    AbortSignal.timeout(60_000),
  )
  t.deepEqual(drafted.ok && drafted.value.findings, [{ flag: 'RESUME_CUT', reason: 'beyond_model_context' }])
  t.is(drafted.ok && drafted.value.verdicts.length, 4)
  const asked = groq.requests.map(({ body }) => criteriaOf(body).length)
  t.deepEqual(asked.slice(0, 3), [4, 2, 1])
  const resumes = groq.requests.map(({ body }) => sectionsOf(body).find(({ label }) => label === 'RESUME')!.text)
  t.true(resumes.every((resume) => resumeOf(400).startsWith(resume)))
  t.true(groq.requests.length <= 12)
})

test('if the tokens per minute are enough for the prompt, only the reserve for the response is reduced', async (t) => {
  const groq = await provider(t)
  groq.otherwise((request, response) => {
    const requested = Math.ceil(charactersIn(request.body.messages) / 4) + limitOf(request.body)
    const message = `Request too large for model \`m\` on tokens per minute (TPM): Limit 3000, Requested ${requested}, please reduce your message size and try again.`
    if (requested <= 3_000) return good(request, response)
    return replying(413, { error: { message, type: 'tokens', code: 'rate_limit_exceeded' } })(request, response)
  })
  const task = scoringTask({ criteria, resume: resumeOf(50), answers: [] })
  const outcome = await scoreApplicationWith(engineAt(groq.url), task)
  t.true(outcome.ok, JSON.stringify(outcome))
  t.is(groq.requests.length, 2)
})
