/**
 * The operator's hands on scoring jobs: what is stuck, what waits where, and a push for one that waits.
 *
 * Shows ids of ours alone. Changes nothing that was promised: a terminal state stays, and who works on a job keeps it.
 */
import { invalid } from '../../kit/errors.ts'
import type { Broker, Lane } from '../../platform/broker/broker.ts'
import { type Services } from '../../platform/services.ts'
import { timings } from '../../platform/timings.ts'
import {
  findStatus,
  makeDue,
  countOpen,
  listAbandoned,
  listUntaken,
  type OpenCounts,
  type OpenJobRow,
} from '../../tables/scoring-job-backlog.ts'

type Needs = Pick<Services, 'database' | 'clock'>

/** Of each kind, the oldest: more than that is no list for a person, and `queues` counts them. */
const stuckMost = 100

/** Waiting jobs that were due `waitedMs` ago and more, and jobs in work whose worker has vanished. */
export async function listStuckJobs({ database, clock }: Needs, waitedMs: number): Promise<OpenJobRow[]> {
  const now = clock.now()
  const untaken = await listUntaken(database, now - waitedMs, stuckMost)
  return [...untaken, ...(await listAbandoned(database, now - timings.leaseMs, stuckMost))]
}

/**
 * Makes a waiting job due, and has it rung; what was counted against it stays. If the process dies on the next line, the
 * job is due all the same. @throws VALIDATION_ERROR with the reason where that is not possible
 */
export async function retryScoringJob({ database, clock }: Needs, id: string): Promise<void> {
  if (await database.transaction(() => makeDue(database, id, clock.now()))) return
  const status = await findStatus(database, id)
  if (status === null) throw invalid('scoringJobId', 'unknown', `there is no scoring job "${id}"`)
  const reason =
    status === 'PENDING' || status === 'PROCESSING'
      ? 'is being worked on: should its worker vanish, another takes it within a minute by itself'
      : `is ${status}, which never changes: submit the application again, with "rescore": true where it is COMPLETED`
  throw invalid('scoringJobId', 'not_waiting', `scoring job "${id}" ${reason}`)
}

/** `messages`: waiting in the broker; null where it is away, or inside a server's own process. */
export type LaneState = { messages: number | null; pending: Omit<OpenCounts, 'processing'>; processing: number }

/** What waits in each lane, by the broker and by the rows. */
export async function readLane({ database, clock }: Needs, broker: Broker | null, lane: Lane): Promise<LaneState> {
  const messages = (await broker?.depth(lane)) ?? null
  const { processing, ...pending } = await countOpen(database, lane, clock.now())
  return { messages, pending, processing }
}
