/**
 * What must be true after every fault, when nothing runs any more. Each violation is reported as a sentence. The checks
 * read rows, responses, the receiver's record and the processes' logs. They change only when deliveries that a dead
 * process had claimed are due.
 */
import type { ScoringBatchReply, ScoringJobReply } from '../../../generated/types.gen.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { ScoringBatchRow } from '../../../src/tables/scoring-batches.ts'
import type { ScoringJobRow } from '../../../src/tables/scoring-jobs/scoring-jobs.ts'
import { wrongCounts } from './counts.ts'
import type { Scene } from './scene.ts'

/**
 * We promise recovery within a minute. Leases are a tenth of the real ones here, but other tests may keep the machine
 * busy.
 */
const quietTimeoutMs = 60_000
const pollMs = 50

/**
 * How long, in ms, it took until everything had ended and until everything was delivered. `faults` has a sentence for
 * each job, batch or delivery that does not end.
 */
export type Quiet = { endedMs: number; deliveredMs: number; faults: string[] }

/** Waits until every job and batch has ended and every event has been delivered. */
export async function untilQuiet({ database, client }: Scene): Promise<Quiet> {
  const startedAt = performance.now()
  const open = async (what: string, sql: string) => {
    const rows = await database.select<{ id: string }>(sql)
    return rows.map(({ id }) => `${what} does not end: ${id}`)
  }
  let endedMs: number | undefined
  for (;;) {
    // A delivery that a dead process had claimed would be due again after a minute or two. Here, it is made due
    // immediately.
    await database.execute(
      `UPDATE webhook_deliveries SET claimAt = dueAt WHERE status = 'PENDING' AND leaseId IS NULL AND claimAt > dueAt`,
    )
    const working = [
      ...(await open('a scoring job', `SELECT id FROM scoring_jobs WHERE status IN ('PENDING', 'PROCESSING')`)),
      ...(await open('a batch', 'SELECT id FROM scoring_batches WHERE completedAt IS NULL')),
    ]
    const left = [
      ...working,
      ...(await open('a delivery', `SELECT id FROM webhook_deliveries WHERE status = 'PENDING'`)),
    ]
    const deliveredMs = performance.now() - startedAt
    if (working.length === 0) endedMs ??= deliveredMs
    if (left.length === 0) return { endedMs: endedMs ?? deliveredMs, deliveredMs, faults: [] }
    if (deliveredMs > quietTimeoutMs)
      return { endedMs: endedMs ?? deliveredMs, deliveredMs, faults: [...left, ...client.faults] }
    await delay(pollMs)
  }
}

export async function violations(scene: Scene): Promise<string[]> {
  // The calls are counted before the rows are read. A job that is still running may start again in between, which
  // raises its attempt number before it calls the model.
  const asked = scene.calls()
  const jobs = await scene.database.select<ScoringJobRow>('SELECT * FROM scoring_jobs')
  const byId = new Map(jobs.map((job) => [job.id, job]))
  return [
    ...[...scene.client.jobs.keys()].filter((id) => !byId.has(id)).map((id) => `${id} was accepted and is gone`),
    ...(await billing(scene, jobs)),
    ...(await events(scene, jobs)),
    ...(await deliveries(scene)),
    ...(await batches(scene, byId)),
    ...modelCalls(asked, jobs, await applicationNames(scene)),
    ...(await answers(scene, byId)),
    ...(scene.countsAll ? await wrongCounts(scene.database) : []),
    ...scene.client.faults,
    ...scene.members.faults.splice(0),
  ]
}

/** Checks that each completed job has one billed unit, and that scores from stored verdicts have none. */
export async function billing({ database }: Scene, jobs: ScoringJobRow[]): Promise<string[]> {
  const units = await database.select<{ scoringJobId: string }>('SELECT scoringJobId FROM usage_units')
  const completed = jobs.filter(({ status, unbilled }) => status === 'COMPLETED' && !unbilled).map(({ id }) => id)
  return differences(
    'billed units',
    units.map(({ scoringJobId }) => scoringJobId),
    completed,
  )
}

/** Checks that each job and each batch that has ended has one event. */
export async function events({ database }: Scene, jobs: ScoringJobRow[]): Promise<string[]> {
  const rows = await database.select<{ type: string; body: string }>('SELECT type, body FROM events')
  const told = (type: string, id: string) =>
    rows
      .filter((row) => row.type === type)
      .map(({ body }) => (JSON.parse(body).data as Record<string, string>)[id] ?? '')
  const ended = (status: string) => jobs.filter((job) => job.status === status).map(({ id }) => id)
  const closed = await database.select<{ id: string }>('SELECT id FROM scoring_batches WHERE completedAt IS NOT NULL')
  return [
    ...differences('events of score.completed', told('score.completed', 'scoringJobId'), ended('COMPLETED')),
    ...differences('events of score.failed', told('score.failed', 'scoringJobId'), ended('FAILED')),
    ...differences(
      'events of batch.completed',
      told('batch.completed', 'scoringBatchId'),
      closed.map(({ id }) => id),
    ),
  ]
}

/** Checks that each event arrived at least once, always with the same body. */
async function deliveries({ database, inbox }: Scene): Promise<string[]> {
  const rows = await database.select<{ id: string; body: string }>(
    'SELECT e.id, e.body FROM events e JOIN webhook_deliveries d ON d.eventId = e.id',
  )
  const bodies = new Map(rows.map(({ id, body }) => [id, body]))
  const arrived = new Set(inbox.ids())
  const changed = inbox.ledger.filter(({ headers, body }) => bodies.get(headers['webhook-id'] as string) !== body)
  return [
    ...[...bodies.keys()].filter((id) => !arrived.has(id)).map((id) => `${id} was never delivered`),
    ...changed.map(({ headers }) => `${headers['webhook-id']} arrived with another body`),
  ]
}

type Rows = Map<string, ScoringJobRow>

async function batches(scene: Scene, jobs: Rows): Promise<string[]> {
  const rows = await scene.database.select<ScoringBatchRow>('SELECT * FROM scoring_batches')
  const links = await scene.database.select<{ batchId: string; scoringJobId: string }>(
    'SELECT * FROM scoring_batch_jobs',
  )
  const known = new Set(rows.map(({ id }) => id))
  const held = Map.groupBy(links, ({ batchId }) => batchId)
  const wrong = rows.filter(({ id, totalJobs, completedJobs, failedJobs }) => {
    const mine = (held.get(id) ?? []).map(({ scoringJobId }) => jobs.get(scoringJobId)?.status)
    const count = (status: string) => mine.filter((other) => other === status).length
    return mine.length !== totalJobs || count('COMPLETED') !== completedJobs || count('FAILED') !== failedJobs
  })
  const torn = links.filter(({ batchId }) => !known.has(batchId))
  return [
    ...wrong.map((batch) => `a batch does not add up: ${JSON.stringify(batch)}`),
    ...torn.map(({ scoringJobId }) => `${scoringJobId} belongs to a batch that is not there`),
    ...[...scene.client.batches.keys()].filter((id) => !known.has(id)).map((id) => `${id} was accepted and is gone`),
  ]
}

async function applicationNames({ database }: Scene): Promise<Map<string, string>> {
  const rows = await database.select<{ id: string; externalId: string }>('SELECT id, externalId FROM applications')
  return new Map(rows.map(({ id, externalId }) => [id, externalId]))
}

/**
 * Checks that the model is called at most once for each start of a job. Each restart raises the attempt number by two.
 */
function modelCalls(asked: Map<string, number>, jobs: ScoringJobRow[], names: Map<string, string>): string[] {
  const asking = jobs.filter(({ unbilled }) => !unbilled)
  return asking.flatMap(({ id, applicationId, attempt }) => {
    const calls = asked.get(names.get(applicationId) as string) ?? 0
    const begun = Math.ceil(attempt / 2)
    return calls > begun ? [`${id} was begun ${begun} times and asked the model ${calls} times`] : []
  })
}

/** Checks that everything that was accepted since `begin` has responses that match the rows. */
async function answers({ client }: Scene, jobs: Rows): Promise<string[]> {
  const wrong: string[] = []
  for (const [id, location] of client.jobs) {
    const { scoringJob } = (await client.send('GET', location)).body as ScoringJobReply
    const row = jobs.get(id)
    const isSame = scoringJob.status === row?.status && scoringJob.errorCode === row?.errorCode
    const tenths = scoringJob.score === undefined ? null : Math.round(scoringJob.score * 10)
    if (!isSame || tenths !== row?.scoreTenths) wrong.push(`${id} is answered as ${JSON.stringify(scoringJob)}`)
  }
  for (const [id, { location, scoringJobIds }] of client.batches) {
    const { batch, scoringJobs } = (await client.send('GET', location)).body as ScoringBatchReply
    const ids = scoringJobs.map((job) => job.id)
    if (batch.completedJobs + batch.failedJobs !== batch.totalJobs || ids.join() !== scoringJobIds.join())
      wrong.push(`${id} is answered as ${JSON.stringify(batch)} with ${ids.length} jobs`)
  }
  return wrong
}

/** Compares two lists that must contain the same ids, each once. */
function differences(what: string, is: string[], expected: string[]): string[] {
  const [there, wanted] = [new Set(is), new Set(expected)]
  return [
    ...[...wanted.difference(there)].map((id) => `${what}: none for ${id}`),
    ...[...there.difference(wanted)].map((id) => `${what}: one too many for ${id}`),
    ...(there.size < is.length ? [`${what}: ${is.length} for ${there.size} ends`] : []),
  ]
}
