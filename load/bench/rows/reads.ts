/** Reads per second, with 32 concurrent requests and with one. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Order } from '../children.ts'
import { jobsReadTogether } from '../openings.ts'
import { copyScores } from '../peer.ts'
import { atLeast, atMostTimes, type Target } from '../results.ts'
import { scoredApplication, type Opening } from '../requests.ts'
import type { Stage } from '../stages.ts'
import type { System } from '../systems.ts'
import { loaded, loadedLines } from './loaded.ts'
import type { MeasuredRow } from './row.ts'

/** A warm-up long enough to open all connections and to compile the code. */
export const reading = { warmMs: 700, forMs: 2_500 }
/**
 * One request at a time. The pause after each response is longer than the time for which the service collects
 * concurrent requests.
 */
export const lonely = { connections: 1, pauseMs: 10, warmMs: 500, forMs: 3_000 }
const pollMs = 50

function readRow(
  name: string,
  times: number,
  orderOf: (system: System) => Pick<Order, 'kind'> & Partial<Order>,
): MeasuredRow {
  return {
    ...{ name, stage: 'cluster', hasPeer: true },
    lines: loadedLines(atLeast(times, 'peer')),
    measure: (system) => loaded(system, { ...reading, ...orderOf(system) }),
  }
}

const first = ({ openings }: System) => ({ openings: openings.slice(0, 1) })

/** The target is to be no slower than the older commit. The margin allows for noise. */
export const noSlower: Target = { ...atMostTimes(1.05, 'before'), text: 'no slower than before (≤ 1.05 ×)' }

/** Creates a score for each opening. The peer gets a copy of the service's score. */
async function makeScores(system: System, { systems }: Stage): Promise<void> {
  if (system === systems.peer) return copyScores(systems.ours, system)
  const path = ({ job }: Opening) => `/v1/jobs/${job}/applications/${scoredApplication}`
  await system.empty()
  for (const opening of system.openings)
    await system.ask(opening, 'POST', `${path(opening)}/scoring-jobs`, { resumeUrl: `${opening.resumes}/scored` })
  await system.startWorkers(1)
  for (const opening of system.openings)
    while ((await system.ask(opening, 'GET', `${path(opening)}/score`)).status !== 'completed') await delay(pollMs)
  await system.stopWorkers()
}

export const reads: MeasuredRow[] = [
  readRow('GET criteria, one job', 1, (system) => ({ kind: 'criteria', ...first(system) })),
  readRow('GET criteria, 40 tenants × 5 jobs', 0.9, () => ({ kind: 'criteria' })),
  readRow('GET criteria with If-None-Match, one job', 1.1, (system) => ({
    kind: 'criteria, unchanged',
    ...first(system),
  })),
  readRow('GET criteria with If-None-Match, 40 tenants × 5 jobs', 1.1, () => ({ kind: 'criteria, unchanged' })),
  { ...readRow('GET latest score', 0.9, () => ({ kind: 'latest score' })), prepare: makeScores },
  readRow('GET criteria of 100 jobs', 0.9, (system) => ({
    ...{ kind: 'criteria of many jobs', ...first(system), jobs: jobsReadTogether },
  })),
  readRow('GET rate-limit status', 0.9, () => ({ kind: 'rate limits' })),
  {
    ...{ name: 'one lonely read, p50', stage: 'cluster', hasPeer: true, isLatency: true },
    lines: [{ unit: 'ms', targets: [noSlower] }],
    measure: async (system) => ({ value: (await system.load({ kind: 'criteria', ...lonely })).p50 }),
  },
]
