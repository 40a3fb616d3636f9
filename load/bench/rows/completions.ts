/** Jobs completed per second from a backlog, on MariaDB and RabbitMQ with a model. */
import { setTimeout as delay } from 'node:timers/promises'
import { removeWebhooks, registerWebhooks } from '../openings.ts'
import { atLeast, noLessThan, type Sample } from '../results.ts'
import { completedRate, type Outdoors, type System } from '../systems.ts'
import type { MeasuredRow } from './row.ts'

/**
 * The warm-up time per worker. The first jobs of each worker compile its code, and two workers on the same cores need
 * twice as long for this.
 */
const warmMs = 6_000
const forMs = 4_000
/** The number of jobs: more than any system completes in that time. */
const backlog = 60_000
const modelMs = 1_000

/** Measures the completed jobs per second. Jobs left over from the previous round count towards the backlog. */
async function completed(system: System, workers: number, jobs: number, during?: () => Promise<void>): Promise<number> {
  const waiting = await system.place.count('PENDING')
  if (waiting < jobs) await system.fill(jobs - waiting)
  await system.startWorkers(workers)
  try {
    return await completedRate(system, { warmMs: workers * warmMs, forMs }, during)
  } finally {
    await system.stopWorkers()
  }
}

/**
 * Measures the completed jobs per second with a slow model. `calls` is the maximum number of concurrent calls to the
 * model, and `share` is the part of these calls' capacity that the completed jobs used.
 */
async function completedSlowly(system: System, { outside }: Outdoors): Promise<Sample> {
  await outside.answerAfter(modelMs)
  let calls = 0
  const watch = async () => {
    await outside.mostCalls()
    await delay(forMs)
    calls = await outside.mostCalls()
  }
  try {
    const value = await completed(system, 1, backlog / 16, watch)
    return { value, calls, share: (value * modelMs) / 1000 / calls }
  } finally {
    await outside.answerAfter(0)
  }
}

const deliveredSql = "SELECT COUNT(*) AS n FROM webhook_deliveries WHERE status = 'SUCCEEDED'"

/** Measures the completed jobs per second while every partner receives a webhook for each of its jobs. */
async function completedAndTold(system: System): Promise<Sample> {
  const delivered = async () => Number((await system.place.select<{ n: number }>(deliveredSql))[0]?.n)
  let told = 0
  const watch = async () => {
    const before = await delivered()
    await delay(forMs)
    told = (1000 * ((await delivered()) - before)) / forMs
  }
  await registerWebhooks(system, system.openings)
  try {
    return { value: await completed(system, 1, backlog, watch), told }
  } finally {
    await removeWebhooks(system)
  }
}

const prepare = (system: System) => system.empty()

export const completions: MeasuredRow[] = [
  {
    ...{ name: 'completed, model 0 ms, 1 worker', stage: 'cluster', hasPeer: true, prepare },
    lines: [{ unit: 'a second', targets: [atLeast(0.35, 'peer'), atLeast(3, 'before')] }],
    measure: async (system) => ({ value: await completed(system, 1, backlog) }),
  },
  {
    ...{ name: 'completed, model 0 ms, 2 workers', stage: 'cluster', hasPeer: true, prepare },
    lines: [{ unit: 'a second', targets: [atLeast(1, 'versus', '1 worker')] }],
    measure: async (system) => ({ value: await completed(system, 2, backlog) }),
    versus: async (system) => ({ value: await completed(system, 1, backlog) }),
  },
  {
    ...{ name: 'completed and told by webhook, model 0 ms, 1 worker', stage: 'cluster', hasPeer: false, prepare },
    lines: [
      { unit: 'a second', targets: [] },
      { name: '  delivered meanwhile', figure: 'told', unit: 'a second', targets: [] },
    ],
    measure: completedAndTold,
  },
  {
    ...{ name: 'completed, model 1 s, 1 worker', stage: 'cluster', hasPeer: true, prepare },
    lines: [
      { unit: 'a second', targets: [] },
      { name: 'calls at once, model 1 s, 1 worker', figure: 'calls', unit: 'most', targets: [] },
      { name: 'completed ÷ (calls at once ÷ 1 s)', figure: 'share', unit: 'share', targets: [noLessThan(0.95)] },
    ],
    measure: completedSlowly,
  },
]
