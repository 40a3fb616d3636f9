/**
 * Inserts a large number of finished scoring jobs as rows. They are copies of a few jobs that the service itself has
 * finished, with their own ids, names and times, spread over the previous weeks.
 *
 * If a new table gets rows of finished jobs, add it to the list here. MariaDB only (`seq_1_to_9`).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { DAY } from '../src/kit/time.ts'
import type { Database, Table } from '../src/platform/database/database.ts'
import { openDatabase } from '../src/platform/database/open.ts'
import { applications } from '../src/tables/applications.ts'
import { events } from '../src/tables/events.ts'
import { scoringBatches, scoringBatchJobs } from '../src/tables/scoring-batches.ts'
import { scoringJobs } from '../src/tables/scoring-jobs/scoring-jobs.ts'
import { usage } from '../src/tables/usage.ts'
import { verdicts } from '../src/tables/verdicts.ts'
import { webhookDeliveries } from '../src/tables/webhook-deliveries.ts'
import { removeWebhooks, registerWebhooks } from './bench/openings.ts'
import type { Opening } from './bench/requests.ts'
import type { System } from './bench/systems.ts'

/**
 * In each round, an opening gets fifty jobs. The last one has failed, and about half of the others came in batches.
 */
const slots = 50
const firstOfBatch = 24
const failedSlot = 49
const ofBatch = failedSlot - firstOfBatch
/** Each round adds `ofBatch` jobs to the opening's batch, so this many rounds fill a batch of a hundred. */
const roundsOfBatch = 100 / ofBatch
/**
 * The period over which the jobs are spread. It is shorter than the time for which events are kept, so that no event is
 * due for deletion.
 */
const spanMs = 28 * DAY
/** The number of rows per statement. A statement takes seconds. */
const chunk = 20_000
const pollMs = 100

/** Inserts at least `count` finished jobs of the system's openings with all their rows; returns the number. */
export async function seedFinished(system: System, count: number): Promise<number> {
  const database = openDatabase({ url: system.place.settings.DATABASE_URL as string })
  try {
    await finishTemplates(system, database)
    await tableTemplates(database)
    return await copyTemplates(database, system.openings.length * slots, count)
  } finally {
    await database.close()
  }
}

async function copyTemplates(database: Database, round: number, count: number): Promise<number> {
  const whole = round * roundsOfBatch
  const total = Math.ceil(count / whole) * whole
  const statements = statementsOf({ round, stepMs: Math.floor(spanMs / total), startAt: Date.now() - spanMs - DAY })
  for (let first = 0; first < total; first += chunk) {
    const last = Math.min(first + chunk, total) - 1
    await Promise.all(
      statements.map((sql) => database.transaction(() => database.execute(sql(first, last)), { patient: true })),
    )
  }
  const names = [...seeded, 'rollups'].map((table) => (typeof table === 'string' ? table : table.name))
  await database.transaction(() => database.select(`ANALYZE TABLE ${names}`), { patient: true })
  return total
}

/**
 * Creates one job of each kind for each opening: a single one, one in a batch, and a failed one. Only the first partner
 * has a webhook endpoint.
 */
async function finishTemplates(system: System, database: Database): Promise<void> {
  const { openings, ask, startWorkers, stopWorkers } = system
  const [told] = openings as [Opening]
  await registerWebhooks(system, [told])
  for (const target of openings) {
    const job = `/v1/jobs/${target.job}`
    const resumeUrl = `${target.resumes}/template`
    await ask(target, 'POST', `${job}/applications/template-single/scoring-jobs`, { resumeUrl })
    await ask(target, 'POST', `${job}/scoring-batches`, {
      applications: [{ applicationId: 'template-batch', resumeUrl }],
    })
    await ask(target, 'POST', `${job}/applications/template-failed/scoring-jobs`, {
      resumeUrl: `${target.resumes}/missing`,
    })
  }
  await startWorkers(1)
  const open = `SELECT (SELECT COUNT(*) FROM scoring_jobs WHERE status IN ('PENDING', 'PROCESSING'))
    + (SELECT COUNT(*) FROM webhook_deliveries WHERE status = 'PENDING') AS n`
  while ((await database.select<{ n: number }>(open))[0]?.n !== 0) await delay(pollMs)
  await stopWorkers()
  await removeWebhooks(system)
}

/** Creates the table of the jobs to copy: one for each position in a round. */
async function tableTemplates(database: Database): Promise<void> {
  await database.execute(`CREATE TABLE seed_templates (n BIGINT PRIMARY KEY, target BIGINT, slot BIGINT,
    scoringJobId VARCHAR(48), applicationId VARCHAR(48), externalId VARCHAR(128), eventId VARCHAR(48), deliveryId VARCHAR(48))`)
  await database.execute(`INSERT INTO seed_templates
    SELECT (t.target * ${slots}) + x.seq, t.target, x.seq, t.scoringJobId, t.applicationId, t.externalId, t.eventId, t.deliveryId
      FROM (SELECT DENSE_RANK() OVER (ORDER BY s.jobId) - 1 AS target, s.id AS scoringJobId, s.applicationId, a.externalId,
                e.id AS eventId, d.id AS deliveryId
              FROM scoring_jobs s JOIN applications a ON a.id = s.applicationId AND a.externalId LIKE 'template-%'
              JOIN events e ON e.tenantId = s.tenantId AND e.applicationId = s.applicationId
              LEFT JOIN webhook_deliveries d ON d.eventId = e.id) t
      JOIN seq_0_to_${slots - 1} x ON t.externalId =
        IF(x.seq = ${failedSlot}, 'template-failed', IF(x.seq >= ${firstOfBatch}, 'template-batch', 'template-single'))`)
}

const seeded = [
  ...[applications, scoringJobs, verdicts, usage, events, webhookDeliveries],
  ...[scoringBatches, scoringBatchJobs],
]

type Spread = { round: number; stepMs: number; startAt: number }
type Statement = (first: number, last: number) => string

function statementsOf({ round, stepMs, startAt }: Spread): Statement[] {
  const atOf = (k: string) => `(${startAt} + ${k} * ${stepMs})`
  /** Returns SQL for the n-th id without its prefix. Like the service's ids, these ids are in order of time. */
  const idOf = (k: string) => {
    const time = `LPAD(LOWER(HEX(${atOf(k)})), 12, '0')`
    return `CONCAT(LEFT(${time}, 8), '-', RIGHT(${time}, 4), '-7000-8000-', LPAD(LOWER(HEX(${k})), 12, '0'))`
  }
  const copies = (first: number, last: number) =>
    `(SELECT x.seq AS k, ${atOf('x.seq')} AS at, ${idOf('x.seq')} AS u, m.*
        FROM seq_${first}_to_${last} x STRAIGHT_JOIN seed_templates m ON m.n = x.seq MOD ${round}) c`
  const copy =
    (table: Pick<Table<object>, 'name' | 'columns'>, on: string, changes: Record<string, string>): Statement =>
    (first, last) => {
      const names = Object.keys(table.columns).map((name) => `\`${name}\``)
      const values = Object.keys(table.columns).map((name) => changes[name] ?? `t.\`${name}\``)
      return `INSERT INTO ${table.name} (${names}) SELECT STRAIGHT_JOIN ${values}
        FROM ${copies(first, last)} JOIN ${table.name} t ON ${on}`
    }
  const [sj, application, event] = ["CONCAT('sj_', c.u)", "CONCAT('application_', c.u)", "CONCAT('evt_', c.u)"]
  const externalId = "CONCAT('seed-', c.k)"
  const body = [
    ['c.eventId', event],
    ['c.scoringJobId', sj],
    ['c.externalId', externalId],
  ].reduce((text, [from, to]) => `REPLACE(${text}, ${from}, ${to})`, 't.body')
  const isInBatch = `c.slot BETWEEN ${firstOfBatch} AND ${failedSlot - 1}`
  const batchRound = round * roundsOfBatch
  const firstInBatch = `(c.k - c.k MOD ${batchRound} + c.target * ${slots} + ${firstOfBatch})`
  const batch = `CONCAT('sb_', ${idOf(firstInBatch)})`
  const oldBatch = `(SELECT l.batchId FROM scoring_batch_jobs l WHERE l.scoringJobId = c.scoringJobId)`
  const later = (column: string) => `IF(t.${column} IS NULL, NULL, c.at + 2000)`
  const ends = { startedAt: 'c.at + 1000', completedAt: later('completedAt'), failedAt: later('failedAt') }
  return [
    copy(applications, 't.id = c.applicationId', {
      ...{ id: application, externalId, latestScoringJobId: sj, createdAt: 'c.at' },
    }),
    copy(scoringJobs, 't.id = c.scoringJobId', {
      ...{ id: sj, applicationId: application, dueAt: 'c.at', queuedAt: 'c.at', ...ends },
    }),
    copy(verdicts, 't.applicationId = c.applicationId', { applicationId: application, createdAt: 'c.at' }),
    copy(usage, 't.scoringJobId = c.scoringJobId', {
      ...{ scoringJobId: sj, month: "DATE_FORMAT(FROM_UNIXTIME(c.at / 1000), '%Y-%m')", createdAt: 'c.at' },
    }),
    copy(events, 't.id = c.eventId', { id: event, applicationId: application, body, createdAt: 'c.at + 2000' }),
    copy(webhookDeliveries, 't.id = c.deliveryId', {
      ...{ id: "CONCAT('wd_', c.u)", eventId: event, createdAt: 'c.at + 2000' },
    }),
    copy(scoringBatches, `c.k = ${firstInBatch} AND t.id = ${oldBatch}`, {
      ...{ id: batch, totalJobs: '100', completedJobs: '100', createdAt: 'c.at', completedAt: 'c.at + 2000' },
    }),
    copy(scoringBatchJobs, `${isInBatch} AND t.scoringJobId = c.scoringJobId`, {
      ...{ batchId: batch, scoringJobId: sj },
      position: `(c.k MOD ${batchRound}) DIV ${round} * ${ofBatch} + c.slot - ${firstOfBatch}`,
    }),
    ...rollupsOf(copies),
  ]
}

/** Inserts the analytics counters of failed jobs and of deliveries, for each length of period. */
function rollupsOf(copies: Statement): Statement[] {
  const kinds = [
    ["'SCORING_FAILURE'", 't.errorCode', "scoring_jobs t ON t.id = c.scoringJobId AND t.status = 'FAILED'"],
    ["'DELIVERY_SUCCESS'", 't.endpointId', 'webhook_deliveries t ON t.id = c.deliveryId'],
  ]
  return kinds.map(
    ([kind, subject, joined]): Statement =>
      (first, last) =>
        `INSERT INTO rollups (partnerId, environment, kind, grainMs, startAt, subject, count)
          SELECT t.partnerId, t.environment, ${kind}, g.ms, c.at + 2000 - (c.at + 2000) % g.ms, ${subject}, COUNT(*)
            FROM ${copies(first, last)} JOIN ${joined}
            JOIN (SELECT 1 AS ms UNION ALL SELECT 60000 UNION ALL SELECT 3600000 UNION ALL SELECT 86400000) g
            GROUP BY 1, 2, 4, 5, 6
          ON DUPLICATE KEY UPDATE count = count + VALUES(count)`,
  )
}
