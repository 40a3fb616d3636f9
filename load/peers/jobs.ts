/**
 * The peers' consumer, as a team would write it by hand for speed. For each message it reads the job's data in one
 * statement, fetches and judges the resume, writes the result in one statement without a transaction around it, and
 * acknowledges.
 *
 * Left out: the claim and its fence, leases, retries and recovery; redaction and hidden text; the checks of quotes and
 * addresses; limits on bytes and redirects; reuse of verdicts, events, webhooks, batches, billing and roll-ups;
 * fairness.
 */
import { connect, type ConsumeMessage } from 'amqplib'
import { Agent, request, type Dispatcher } from 'undici'
import { openDatabase } from './database.ts'

const { DATABASE_URL = '', AMQP_URL = '' } = process.env
const timeoutMs = 30_000

export type Criterion = { id: string; text: string }
export type Judged = { score: number; criteria: object[] }
/** Reads the resume's bytes from the response, and judges it. */
export type Judge = (
  criteria: Criterion[],
  resume: Dispatcher.ResponseData['body'],
  dispatcher: Dispatcher,
) => Promise<Judged>

type Job = { resumeUrl: string; criteria: string }

const needed = `SELECT s.resumeUrl, v.criteria FROM scoring_jobs s JOIN criteria_versions v ON v.id = s.criteriaVersionId
  WHERE s.id = ? AND s.status = 'PENDING'`
const finish = `UPDATE scoring_jobs SET status = 'COMPLETED', score = ?, assessment = ?, startedAt = ?, completedAt = ?,
  resumeUrl = NULL, answers = NULL WHERE id = ? AND status = 'PENDING'`

/** Processes the queue's jobs, `prefetch` at once, until the process ends. */
export async function serveJobs(judge: Judge, prefetch: number): Promise<void> {
  const database = await openDatabase(DATABASE_URL)
  const dispatcher = new Agent({ connections: prefetch, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  const broker = await connect(AMQP_URL)
  const channel = await broker.createChannel()
  const queue = `screening.${new URL(DATABASE_URL).pathname.slice(1)}.singles`
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } })

  const work = async (id: string): Promise<void> => {
    const startedAt = Date.now()
    const [job] = await database.select<Job>(needed, [id])
    if (!job) return
    const { statusCode, body } = await request(job.resumeUrl, { dispatcher })
    if (statusCode !== 200) {
      await body.dump()
      throw new Error(`the resume's host answered ${statusCode}`)
    }
    const { score, criteria } = await judge(JSON.parse(job.criteria) as Criterion[], body, dispatcher)
    await database.execute(finish, [score, JSON.stringify({ criteria }), startedAt, Date.now(), id])
  }
  const handle = async (message: ConsumeMessage): Promise<void> => {
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
}
