/**
 * The worker that `make bench` compares with, as a team would write it by hand for speed: a consumer with a prefetch,
 * one statement for what the job needs, the resume's text, one call to the model, one statement, which is one
 * transaction, for the end, an acknowledgement.
 *
 * Left out: the claim and its fence, leases, retries and rescue; any format but text, blinding and hidden text; the check of
 * quotes, of the model's answer and of addresses; bytes and redirects that are bounded; verdicts that are used again, events,
 * webhooks, batches, billing and roll-ups; fairness.
 */
import { connect, type ConsumeMessage } from 'amqplib'
import { Agent, request } from 'undici'
import { openDatabase } from './database.ts'

const { DATABASE_URL = '', AMQP_URL = '', GROQ_BASE_URL = '' } = process.env
/** Jobs at once, as many as the service calls a model at once. */
const prefetch = 64
/** What the model of the bench knows a section by. */
const boundary = '0'.repeat(24)
const timeoutMs = 30_000

type Job = { resumeUrl: string; criteria: string }
type Verdict = { verdict: string }

const database = await openDatabase(DATABASE_URL)
const dispatcher = new Agent({ connections: prefetch, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
const broker = await connect(AMQP_URL)
const channel = await broker.createChannel()
const queue = `screening.${new URL(DATABASE_URL).pathname.slice(1)}.singles`
await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } })

const needed = `SELECT s.resumeUrl, v.criteria FROM scoring_jobs s JOIN criteria_versions v ON v.id = s.criteriaVersionId
  WHERE s.id = ? AND s.status = 'PENDING'`
const finish = `UPDATE scoring_jobs SET status = 'COMPLETED', score = ?, assessment = ?, startedAt = ?, completedAt = ?,
  resumeUrl = NULL, answers = NULL WHERE id = ? AND status = 'PENDING'`

async function work(id: string): Promise<void> {
  const startedAt = Date.now()
  const [job] = await database.select<Job>(needed, [id])
  if (!job) return
  const resume = await request(job.resumeUrl, { dispatcher })
  const text = await resume.body.text()
  if (resume.statusCode !== 200) throw new Error(`the resume's host answered ${resume.statusCode}`)
  const verdicts = await ask(job.criteria, text)
  const met = verdicts.filter(({ verdict }) => verdict === 'MET').length
  const score = Math.round((100 * met) / verdicts.length) / 10
  await database.execute(finish, [score, JSON.stringify({ criteria: verdicts }), startedAt, Date.now(), id])
}

function section(label: string, text: string): string {
  return `<<<BEGIN ${label} ${boundary}>>>\n${text}\n<<<END ${label} ${boundary}>>>`
}

async function ask(criteria: string, resume: string): Promise<Verdict[]> {
  const listed = (JSON.parse(criteria) as { id: string; text: string }[])
    .map(({ id, text }) => JSON.stringify({ id, text }))
    .join('\n')
  const answer = await request(`${GROQ_BASE_URL}/openai/v1/chat/completions`, {
    dispatcher,
    method: 'POST',
    headers: { authorization: 'Bearer by-hand', 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'any',
      messages: [
        { role: 'system', content: 'Judge the resume by each criterion, with a quote.' },
        { role: 'user', content: `${section('CRITERIA', listed)}\n${section('RESUME', resume)}` },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'verdicts', strict: true, schema: {} } },
    }),
  })
  const { choices } = (await answer.body.json()) as { choices: [{ message: { content: string } }] }
  return (JSON.parse(choices[0].message.content) as { verdicts: Verdict[] }).verdicts
}

async function handle(message: ConsumeMessage): Promise<void> {
  const id = message.content.toString('latin1')
  await work(id).catch((error: Error) => console.error(`${id}: ${error.message}`))
  channel.ack(message)
}

await channel.prefetch(prefetch)
await channel.consume(queue, (message) => {
  if (message) void handle(message)
})
process.on('SIGTERM', () => process.exit(0))
console.log('by hand is ready: worker')
