/** Checks the outcomes of accepted scoring jobs and their events. */
import { percentile } from './operations.ts'
import type { End } from './scoring.ts'
import { checkOf, type Check } from './check.ts'

export type Jobs = { accepted: number; terminal: number; lost: number; duplicate: number }
export type Webhooks = { due: number; delivered: number; repeated: number; unsigned: number; p50: number; p99: number }

/** `ends` contains the events about each job's end. */
export function countJobs(accepted: string[], ends: ReadonlyMap<string, readonly End[]>): Jobs {
  const distinct = new Set(accepted)
  const terminal = [...distinct].filter((job) => ends.has(job)).length
  const endedTwice = [...distinct].filter((job) => (ends.get(job)?.length ?? 0) > 1).length
  return {
    accepted: distinct.size,
    terminal,
    lost: distinct.size - terminal,
    // Finds duplicates: one job id for two applications, or two ends of one job.
    duplicate: accepted.length - distinct.size + endedTwice,
  }
}

export function addJobs(one: Jobs, other: Jobs): Jobs {
  return {
    accepted: one.accepted + other.accepted,
    terminal: one.terminal + other.terminal,
    lost: one.lost + other.lost,
    duplicate: one.duplicate + other.duplicate,
  }
}

export function judgeJobs(group: string, jobs: Jobs): Check {
  const faults = [
    ...(jobs.lost > 0 ? [`${jobs.lost} of ${jobs.accepted} never ended`] : []),
    ...(jobs.duplicate > 0 ? [`${jobs.duplicate} ended or were accepted twice`] : []),
  ]
  return checkOf(group, 'jobs', faults, `${jobs.accepted} accepted, ${jobs.terminal} terminal, 0 lost, 0 duplicate`)
}

/** `due` contains the ids of the events that the receiver must have. An event may arrive more than once. */
export function countWebhooks(
  due: Set<string>,
  received: { id: string; lagMs: number; isSigned: boolean }[],
): Webhooks {
  const ours = received.filter(({ id }) => due.has(id))
  const lags = ours.map(({ lagMs }) => lagMs).sort((one, other) => one - other)
  const delivered = new Set(ours.map(({ id }) => id)).size
  return {
    ...{ due: due.size, delivered, repeated: ours.length - delivered },
    unsigned: received.filter(({ isSigned }) => !isSigned).length,
    ...{ p50: percentile(lags, 0.5), p99: percentile(lags, 0.99) },
  }
}

export function judgeWebhooks(group: string, webhooks: Webhooks): Check {
  const { due, delivered, unsigned } = webhooks
  const faults = [
    ...(due === 0 ? ['there was no event'] : []),
    ...(delivered < due ? [`${due - delivered} of ${due} events did not arrive`] : []),
    ...(unsigned > 0 ? [`${unsigned} came without a valid signature`] : []),
  ]
  return checkOf(group, 'webhooks', faults, `${delivered} of ${due} delivered`)
}
