/**
 * Each kind of write in the service conflicts with another node of a Galera cluster. Runs in `make chaos`, or with
 * `make test FILE=test/chaos/conflicts.test.ts BACKEND=services ENGINES=galera`.
 */
import test from 'ava'
import { verifyChain } from '../../src/features/audit/verification.ts'
import { HOUR } from '../../src/kit/time.ts'
import type { Services } from '../../src/platform/services.ts'
import { listLedgers } from '../../src/tables/audit-records.ts'
import type { ScoringJobRow } from '../../src/tables/scoring-jobs/scoring-jobs.ts'
import { conflictEach, type Kind } from '../support/chaos/conflicts.ts'
import { wrongKept } from '../support/chaos/counts.ts'
import { writeWhilePreparing } from '../support/chaos/preparing.ts'
import { rounds } from '../support/chaos/rounds.ts'
import { runWholeService } from '../support/whole-service.ts'
import { isGalera } from '../tools/services/packages.ts'

const serially = isGalera ? test.serial : test.serial.skip

/** Writes that cannot have a conflict here, because no other node changes their rows. */
const without: Record<string, string[]> = {
  'they only insert rows': ['issueKey', 'createPartner', 'storeModelCheck'],
  'in whole-service.ts, they find no row': [
    ...['sweepAnswers', 'sweepExpiredSets', 'sweepOldEvents', 'sweepOldDeliveries', 'sweepEndpoints', 'releaseWorker'],
    ...['revokeAnyApiKey', 'revokeApiKeyOf', 'deleteSealed', 'renewDeletionLease', 'replaceIdempotentAnswer'],
    ...[
      'moveOverride',
      'replaceChunk',
      'wakeScoringJob',
      'failQueuedDeliveries',
      'requeueDeliveries',
      'enableEndpoint',
    ],
    'rescue.ts chunk',
  ],
}
const excepted = Object.values(without).flat()

type Job = Pick<ScoringJobRow, 'id' | 'status' | 'unbilled'>

/**
 * Returns a fault for each job from the last hour that was not billed and reported exactly once, and for each wrong
 * count or audit record.
 */
async function faultsOf({ database, clock }: Services): Promise<string[]> {
  const jobs = await database.select<Job>('SELECT id, status, unbilled FROM scoring_jobs WHERE queuedAt > $1', [
    clock.now() - HOUR,
  ])
  const units = await database.select<{ id: string }>('SELECT scoringJobId AS id FROM usage_units')
  const events = await database.select<{ body: string }>(
    `SELECT body FROM events WHERE type IN ('score.completed', 'score.failed')`,
  )
  const announced = events.map(({ body }) => (JSON.parse(body) as { data: { scoringJobId: string } }).data.scoringJobId)
  const wrong = jobs.filter(({ id, status, unbilled }) => {
    const isBilled = status === 'COMPLETED' && !unbilled
    const hasEnded = status === 'COMPLETED' || status === 'FAILED'
    const times = announced.filter((other) => other === id).length
    return units.some((unit) => unit.id === id) !== isBilled || times !== Number(hasEnded)
  })
  const faults = wrong.map((job) => `wrongly billed or announced: ${JSON.stringify(job)}`)
  if (jobs.every(({ status }) => status !== 'COMPLETED')) faults.push('no job is completed')
  for (const owner of await listLedgers(database)) faults.push(...(await verifyChain(database, owner)).faults)
  return [...faults, ...(await wrongKept(database))]
}

const kinds = new Map<string, Kind>()

for (let round = 1; round <= rounds; round += 1)
  serially(
    `a write of any kind that conflicts with another node runs again and takes effect once (${round})`,
    async (t) => {
      t.timeout(600_000)
      const conflicts = conflictEach()
      t.teardown(conflicts.stop)
      const harness = await runWholeService(t, ({ server }) => conflicts.start(server.services.database.name))
      await conflicts.stop()
      t.deepEqual(await faultsOf(harness.server.services), [])
      const failed = /"level":"(error|fatal)"|"status":5\d\d.*"msg":"request"/
      t.deepEqual(
        harness.log.filter((line) => failed.test(line)),
        [],
      )
      for (const [name, { begun, lost }] of conflicts.kinds) {
        const before = kinds.get(name)
        kinds.set(name, { begun: begun + (before?.begun ?? 0), lost: lost + (before?.lost ?? 0) })
      }
      const lost = [...conflicts.kinds.values()].map((kind) => kind.lost)
      t.log(
        `${lost.reduce((sum, count) => sum + count, 0)} writes of ${lost.filter((count) => count > 0).length} kinds ran again`,
      )
      const never = [...kinds].filter(
        ([name, kind]) => kind.lost === 0 && !excepted.some((each) => name.endsWith(each)),
      )
      t.deepEqual(never, [])
    },
  )

serially(
  'a transaction that loses a conflict while it sends new statements leaves no part of itself behind',
  async (t) => {
    t.timeout(120_000)
    const { transactions, runs, counted, entries } = await writeWhilePreparing(t, 20_000)
    t.log(`${transactions} transactions, ${runs - transactions} lost conflicts`)
    t.true(runs - transactions > 100)
    t.deepEqual({ counted, entries }, { counted: transactions, entries: transactions })
  },
)
