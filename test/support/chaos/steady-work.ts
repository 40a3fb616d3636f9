/**
 * A partner that submits applications and reads the feed through the cells' proxy while the partner is moved to another
 * cell.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Answer, Client } from '../harness.ts'

export type Work = {
  client: Client
  /** The ids of the partner's scoring jobs, by application. */
  jobs: Map<string, string>
  /** How many requests were refused. */
  refused: { writes: number; reads: number }
  /** The longest time from a refusal to the next accepted submission. */
  pausedMs: number
  /** The scoring jobs in the feed, by event id. */
  feed: Map<string, string>
  /** Responses that a partner must never get. */
  faults: string[]
  /** Stops submitting, then repeats each submission with its idempotency key. */
  rest(): Promise<void>
  /** Resolves when this many events are in the feed, or after a minute. */
  fed(count: number): Promise<void>
}

const resumeUrl = 'https://fixtures.sandbox.invalid'
const submissionMs = 125
/** Every third submission is repeated after about a second. */
const repeatedAfter = 8
const feedMs = 500
const pauseMs = 100

/**
 * Submits applications until `rest` is called, and reads the feed until `fed` is called. Retries each request that is
 * refused with 503.
 */
export function startWork(client: Client): Work {
  const jobs = new Map<string, string>()
  let closedAt: number | null = null
  let isOver = false
  let isFed = false

  const insist = async (kind: keyof Work['refused'], send: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const answer = await send()
      if (answer.status < 300) return answer
      work.refused[kind] += 1
      if (answer.status !== 503) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
      closedAt ??= performance.now()
      await delay(pauseMs)
    }
  }

  const submit = async (application: string, fixture = 'strong') => {
    const path = `/v1/jobs/job-1/applications/${application}/scoring-jobs`
    const request = { resumeUrl: `${resumeUrl}/${fixture}` }
    const { body, headers } = await insist('writes', () =>
      client.post(path, request, { 'Idempotency-Key': application }),
    )
    const known = jobs.get(application)
    if (known === undefined) {
      jobs.set(application, body.scoringJobId)
      if (closedAt !== null) work.pausedMs = Math.max(work.pausedMs, performance.now() - closedAt)
      closedAt = null
    } else if (known !== body.scoringJobId || headers['idempotent-replayed'] !== 'true')
      work.faults.push(`${application} was accepted as ${known}, and its repeat as ${body.scoringJobId}`)
  }

  const submitting = async () => {
    // This job runs for ten seconds, so that it is in progress when the partner moves.
    const sent = [submit('app-slow', 'slow')]
    for (let number = 1; !isOver; number += 1) {
      sent.push(submit(`app-${number}`))
      const earlier = `app-${number - repeatedAfter}`
      if (number % 3 === 0 && jobs.has(earlier)) sent.push(submit(earlier))
      await delay(submissionMs)
    }
    await Promise.all(sent)
    for (const application of jobs.keys()) await submit(application, application === 'app-slow' ? 'slow' : 'strong')
  }

  const reading = async () => {
    for (let cursor = ''; !isFed; await delay(feedMs)) {
      const path = `/v1/events?types=score.completed&limit=100${cursor}`
      const { body } = await insist('reads', () => client.get(path))
      for (const { id, data } of body.data as { id: string; data: { scoringJobId: string } }[])
        if (work.feed.has(id)) work.faults.push(`the feed has ${id} twice`)
        else work.feed.set(id, data.scoringJobId)
      if (body.nextCursor !== null) cursor = `&cursor=${body.nextCursor}`
    }
  }

  const work: Work = {
    client,
    jobs,
    refused: { writes: 0, reads: 0 },
    pausedMs: 0,
    feed: new Map(),
    faults: [],
    rest() {
      isOver = true
      return submitted
    },
    async fed(count) {
      for (let left = 60_000 / feedMs; work.feed.size < count && left > 0; left -= 1) await delay(feedMs)
      isFed = true
      await read
    },
  }
  const [submitted, read] = [submitting(), reading()]
  // The test awaits both later. Until then, Node must not report a failure as unhandled.
  for (const part of [submitted, read]) part.catch(() => {})
  return work
}
