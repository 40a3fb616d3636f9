/** Measures the resident memory of an API and two workers while jobs are accepted and completed. */
import { setTimeout as delay } from 'node:timers/promises'
import { residentMbOf } from '../cpu.ts'
import { atMost, median, type Sample, type Target } from '../results.ts'
import type { Stage } from '../stages.ts'
import type { OwnRow, Round } from './row.ts'

const workers = 2
const sampleMs = 500
const samplesOfMinute = 60_000 / sampleMs
/** A pause that gives about a hundred submissions per second: enough for a backlog, but not for millions of rows. */
const loading = { connections: 8, pauseMs: 15, warmMs: 0 }

/**
 * A reading is the median of a minute, which smooths out garbage collection. The first third of the readings is
 * ignored, because threads start and heaps grow to their size then.
 */
const flat: Target = { text: '≤ 1.1 × the first third', to: 'versus', holds: ({ ratio }) => ratio <= 1.1 }

/** Returns a row that measures the memory for that many minutes. */
export function memoryRow(minutes: number): OwnRow {
  const growth = minutes < 3 ? [] : [flat]
  return {
    ...{ name: 'memory of API and worker', stage: 'cluster', roundsMax: 1 },
    lines: [
      { name: `memory of the API, most in ${minutes} min`, figure: 'api', unit: 'MB', targets: [atMost(250, 'MB')] },
      { name: '  of a worker', figure: 'worker', unit: 'MB', targets: [atMost(550, 'MB')] },
      { name: '  of the API, the last minute', figure: 'apiLast', unit: 'MB', targets: growth },
      { name: '  of a worker, the last minute', figure: 'workerLast', unit: 'MB', targets: growth },
    ],
    round: (stage) => watch(stage, minutes),
  }
}

async function watch({ systems: { ours } }: Stage, minutes: number): Promise<Round> {
  await ours.startWorkers(workers)
  const pids = { api: [ours.api.pid], worker: ours.workers.map(({ pid }) => pid) }
  const samples = { api: [] as number[], worker: [] as number[] }
  const load = ours.load({ kind: 'submission', ...loading, forMs: minutes * 60_000 })
  load.catch(() => {}) // awaited below
  for (let sample = 0; sample < minutes * samplesOfMinute; sample += 1) {
    await delay(sampleMs)
    for (const name of ['api', 'worker'] as const) samples[name].push(Math.max(...pids[name].map(residentMbOf)))
  }
  await load
  await ours.stopWorkers()
  const minute = (of: number[], number: number) =>
    median(of.slice(number * samplesOfMinute, (number + 1) * samplesOfMinute))
  const figures = (number: number): Sample => ({
    apiLast: minute(samples.api, number),
    workerLast: minute(samples.worker, number),
  })
  const most = { api: Math.max(...samples.api), worker: Math.max(...samples.worker) }
  return { ours: { ...most, ...figures(minutes - 1) }, versus: figures(Math.floor(minutes / 3)) }
}
