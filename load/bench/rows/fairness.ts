/**
 * Measures how much one partner's problems affect another. The measured partner submits one job after the other, and
 * each is timed from submission to COMPLETED: first alone, then while another partner has a problem. Each line is about
 * one problem: a webhook receiver that hangs with 10,000 deliveries due, a slow resume host, or 10,000 queued jobs.
 */
import { journeys } from '../journeys.ts'
import { removeWebhooks } from '../openings.ts'
import { batchEntries, type Opening } from '../requests.ts'
import { atMost, type Line, type Target } from '../results.ts'
import { startEmbedded, type Outdoors, type System } from '../systems.ts'
import { ofEmpty } from './full-tables.ts'
import type { OwnRow, Round } from './row.ts'

const atOnce = 8
/**
 * To create many due deliveries quickly, submit jobs with a blocked resume URL, which fail immediately and send an
 * event.
 */
const blockedBatches = 100
const drippingJobs = 100
const crowdSingles = 2_000
const crowdBatches = 80
/** The pause between the measured partner's reads while the jobs run. */
const readPauseMs = 20

const nextToSingles: Target = {
  ...{ text: '≤ 1.5 × alone or ≤ 100 ms more', to: 'versus' },
  holds: ({ value, other, ratio }) => ratio <= 1.5 || value - other <= 100,
}

async function many(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const go = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, go))
}

/** The measured partner uses the first host, the other partner the second; the third host is slow and hangs. */
async function fairness(system: System): Promise<Round> {
  const [measured, crowd, bad] = system.openings as [Opening, Opening, Opening]
  const { ask } = system
  const submit = (application: string, resumeUrl: string) =>
    ask(crowd, 'POST', `/v1/jobs/${crowd.job}/applications/${application}/scoring-jobs`, { resumeUrl })
  const submitBatch = (name: string, resumeUrl: string) =>
    ask(crowd, 'POST', `/v1/jobs/${crowd.job}/scoring-batches`, {
      applications: Array.from({ length: batchEntries }, (_, entry) => ({
        ...{ applicationId: `${name}-${entry}`, resumeUrl },
      })),
    })
  const alone = await journeys(ask, measured, 'alone')
  await ask(crowd, 'POST', '/v1/webhook-endpoints', { url: `${bad.resumes}/silence` })
  await many(blockedBatches, (index) => submitBatch(`blocked-${index}`, 'https://localhost/cv'))
  const hanging = await journeys(ask, measured, 'hanging')
  await many(drippingJobs, (index) => submit(`drip-${index}`, `${bad.resumes}/drip`))
  const dripping = await journeys(ask, measured, 'dripping')
  await many(crowdSingles, (index) => submit(`single-${index}`, `${crowd.resumes}/single-${index}`))
  await many(crowdBatches, (index) => submitBatch(`batch-${index}`, `${crowd.resumes}/batch-${index}`))
  const order = { connections: 1, pauseMs: readPauseMs, forMs: 6_000, openings: [measured] }
  const [crowded, read] = await Promise.all([
    journeys(ask, measured, 'crowded'),
    system.load({ kind: 'criteria', ...order }),
  ])
  const ours = { alone: alone.p95, hanging: hanging.p95, dripping: dripping.p95, crowded: crowded.p95, read: read.p99 }
  return { ours, versus: { hanging: alone.p95, dripping: alone.p95, crowded: alone.p95 } }
}

function linesOf(where: string): Line[] {
  const line = (name: string, figure: string, targets: Target[]): Line => ({ name, figure, unit: 'ms', targets })
  return [
    line(`p95 of a single, ${where}, alone`, 'alone', []),
    line('  beside a receiver that hangs', 'hanging', [nextToSingles]),
    line('  and a host that drips', 'dripping', [nextToSingles]),
    line('  and 10,000 jobs queued', 'crowded', [nextToSingles]),
    line('  p99 of a read meanwhile', 'read', [atMost(50, 'ms')]),
  ]
}

function inOneProcess(where: string, engine: 'model' | 'embedded', modelMs: number): OwnRow {
  return {
    ...{ name: `fairness: ${where}`, stage: 'embedded', roundsMax: 1, lines: linesOf(where) },
    async round({ outdoors, codes }) {
      await outdoors.outside.answerAfter(modelMs)
      const system = await startEmbedded(outdoors, codes.ours, engine)
      try {
        return await fairness(system)
      } finally {
        await outdoors.outside.answerAfter(0)
        await system.api.stop('SIGKILL') // stop without draining, because the remaining jobs are not needed
        await system.close()
      }
    },
  }
}

async function inCluster(system: System, { outside }: Outdoors): Promise<Round> {
  await outside.answerAfter(1_000)
  await system.empty()
  await system.startWorkers(2)
  try {
    return await fairness(system)
  } finally {
    await outside.answerAfter(0)
    await system.stopWorkers()
    await removeWebhooks(system)
    await system.empty()
  }
}

export const fairnessRows: OwnRow[] = [
  {
    ...{ name: 'fairness: 2 workers, model 1 s', stage: 'cluster', roundsMax: 1 },
    lines: linesOf('2 workers, model 1 s'),
    round: ({ systems, outdoors }) => inCluster(systems.ours, outdoors),
  },
  inOneProcess('one process', 'embedded', 0),
  inOneProcess('one process, model 200 ms', 'model', 200),
]

/**
 * Compares the case of 10,000 queued jobs on full tables with the same on empty tables. Queued jobs of the measured
 * partner are deleted first, because its single job would wait behind them.
 */
export const fairnessOnFull: OwnRow = {
  ...{ name: 'full: fairness: 2 workers, model 1 s', stage: 'full', roundsMax: 1 },
  lines: [
    { name: 'full: p95 of a single beside 10,000', figure: 'crowded', unit: 'ms', targets: [ofEmpty.latency] },
    { name: '  p99 of a read meanwhile', figure: 'read', unit: 'ms', targets: [atMost(50, 'ms')] },
  ],
  async round({ systems: { ours, versus }, outdoors }) {
    await ours.place.execute(
      "DELETE s FROM scoring_jobs s JOIN partners p ON p.id = s.partnerId WHERE s.status = 'PENDING' AND p.name = 'bench-0'",
    )
    const full = await inCluster(ours, outdoors)
    return { ours: full.ours, versus: (await inCluster(versus as System, outdoors)).ours }
  },
}
