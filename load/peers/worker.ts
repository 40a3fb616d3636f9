/**
 * The worker that `make bench` compares the service's worker with when the engine is a model. It reads each resume as
 * text and calls the model once for it.
 *
 * Left out, in addition to what `jobs.ts` lists: all formats except text, and the check of the model's answer.
 */
import { request } from 'undici'
import { serveJobs, type Judge } from './jobs.ts'

const { GROQ_BASE_URL = '' } = process.env
/** The number of concurrent jobs: as many as the service's concurrent calls to a model. */
const prefetch = 64
/** The fake model of the bench recognises the sections of a prompt by this boundary. */
const boundary = '0'.repeat(24)

type Verdict = { verdict: string }

const judge: Judge = async (criteria, resume, dispatcher) => {
  const listed = criteria.map(({ id, text }) => JSON.stringify({ id, text })).join('\n')
  const answer = await request(`${GROQ_BASE_URL}/openai/v1/chat/completions`, {
    dispatcher,
    method: 'POST',
    headers: { authorization: 'Bearer by-hand', 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'any',
      messages: [
        { role: 'system', content: 'Judge the resume by each criterion, with a quote.' },
        { role: 'user', content: `${section('CRITERIA', listed)}\n${section('RESUME', await resume.text())}` },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'verdicts', strict: true, schema: {} } },
    }),
  })
  const { choices } = (await answer.body.json()) as { choices: [{ message: { content: string } }] }
  const { verdicts } = JSON.parse(choices[0].message.content) as { verdicts: Verdict[] }
  const met = verdicts.filter(({ verdict }) => verdict === 'MET').length
  return { score: Math.round((100 * met) / verdicts.length) / 10, criteria: verdicts }
}

function section(label: string, text: string): string {
  return `<<<BEGIN ${label} ${boundary}>>>\n${text}\n<<<END ${label} ${boundary}>>>`
}

await serveJobs(judge, prefetch)
