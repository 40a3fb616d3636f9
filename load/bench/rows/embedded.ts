/** Measures the default setup: one process with the embedded database, queue and engine. */
import { root, type Code } from '../checkouts.ts'
import { residentMbOf } from '../cpu.ts'
import { journey, journeys } from '../journeys.ts'
import { criteria } from '../openings.ts'
import { firstMatch, launch } from '../processes.ts'
import { batchEntries, type Opening } from '../requests.ts'
import { atLeast, median, type Sample } from '../results.ts'
import type { Stage } from '../stages.ts'
import { startEmbedded, untilCompleted, type System } from '../systems.ts'
import type { Row, Round } from './row.ts'

/**
 * The size of the backlog. A process needs several seconds to find the best concurrency. In that time, it would finish
 * a backlog of 3,000 jobs.
 */
const jobs = 12_000
const accepting = { warmMs: 700, forMs: 2_500 }
const peerRounds = 100
const peerWarmUps = 10

/**
 * Measures the middle half of a backlog: the threads have started, and the backlog has not run out. Then waits until
 * the rest is processed, so that the next system has the cores for itself.
 */
export async function completed(system: System): Promise<Sample> {
  const before = await system.place.count('COMPLETED')
  await system.fill(jobs)
  const from = await untilCompleted(system, before + jobs / 4)
  const until = await untilCompleted(system, before + (jobs * 3) / 4)
  await untilCompleted(system, before + jobs)
  return { value: (1000 * (until.count - from.count)) / (until.at - from.at) }
}

/**
 * Measures how many submissions are accepted while jobs run. Uses a system of its own, so that the row need not wait
 * until all jobs are complete.
 */
async function accepted({ outdoors }: Stage, code: Code): Promise<Sample> {
  const system = await startEmbedded(outdoors, code)
  try {
    const singles = await system.load({ kind: 'submission', ...accepting })
    const batches = await system.load({ kind: 'batch', ...accepting, connections: 4 })
    return { singles: singles.rate, entries: batches.rate * batchEntries }
  } finally {
    await system.api.stop('SIGKILL')
    await system.close()
  }
}

async function acceptedOfEach(stage: Stage): Promise<Round> {
  const { ours, before } = stage.codes
  const round: Round = { ours: await accepted(stage, ours) }
  if (before) round.before = await accepted(stage, before)
  return round
}

async function journeysOfPdf(system: System): Promise<Sample> {
  const [opening] = system.openings as [Opening]
  const name = `pdf-${Math.round(performance.now())}`
  const times = await journeys(system.ask, opening, name, `${opening.resumes}/${name}.pdf`)
  return { ...times, mb: residentMbOf(system.api.pid) }
}

/** Measures how long hand-written code takes for the same file, in a process without queue and database. */
async function pdfByHand(origin: string): Promise<Sample> {
  const peer = launch({ name: 'peer: PDF', file: 'load/peers/pdf.ts', cwd: root })
  try {
    const [, url] = await firstMatch(peer, /ready: (http\S+)/)
    const body = JSON.stringify({ resumeUrl: `${origin}/any.pdf`, criteria: criteria.map(({ text }) => text) })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const times: number[] = []
    for (let round = 0; round < peerWarmUps + peerRounds; round += 1) {
      const from = performance.now()
      await (await fetch(`${url}/score`, init)).json()
      if (round >= peerWarmUps) times.push(performance.now() - from)
    }
    return { p50: median(times) }
  } finally {
    await peer.stop()
  }
}

async function mainJob({ systems, outdoors }: Stage): Promise<Round> {
  const { ours, before } = systems
  return {
    ours: await journeysOfPdf(ours),
    peer: await pdfByHand(outdoors.outside.origins[0] as string),
    ...(before ? { before: await journeysOfPdf(before) } : {}),
  }
}

export const embedded: Row[] = [
  {
    ...{ name: 'embedded: start to ready', stage: 'embedded', hasPeer: false, roundsMax: 1 },
    lines: [
      { figure: 'ms', unit: 'ms', targets: [] },
      { name: '  memory then', figure: 'mb', unit: 'MB', targets: [] },
      { name: '  the first job of a one-page PDF', figure: 'first', unit: 'ms', targets: [] },
    ],
    async measure({ ready, ask, openings }) {
      const [opening] = openings as [Opening]
      return { ...ready, first: await journey(ask, opening, 'first', `${opening.resumes}/first.pdf`) }
    },
  },
  {
    ...{ name: 'embedded: one-page PDF, submit to COMPLETED', stage: 'embedded', roundsMax: 3 },
    lines: [
      { name: 'embedded: one-page PDF, submit to COMPLETED, p50', figure: 'p50', unit: 'ms', targets: [] },
      { name: '  p95', figure: 'p95', unit: 'ms', targets: [] },
      { name: '  memory afterwards', figure: 'mb', unit: 'MB', targets: [] },
    ],
    round: mainJob,
  },
  {
    ...{ name: 'embedded: completed', stage: 'embedded', hasPeer: false },
    lines: [{ unit: 'a second', targets: [atLeast(2, 'before')] }],
    measure: completed,
  },
  {
    ...{ name: 'embedded: accepted while it works', stage: 'embedded', roundsMax: 3 },
    lines: [
      { name: 'embedded: singles accepted while it works', figure: 'singles', unit: 'a second', targets: [] },
      { name: '  entries of batches', figure: 'entries', unit: 'a second', targets: [] },
    ],
    round: acceptedOfEach,
  },
]
