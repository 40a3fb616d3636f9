/**
 * `make bench-scale`: jobs accepted and completed a second, on MariaDB, RabbitMQ and Redis of its own.
 *
 * - workers: with 1, 2 and 4 worker processes and a model that answers in 0 ms and in 1 s; beside it the same job
 *   written by hand (`load/peers/by-hand-cluster.ts`);
 * - full: a million finished jobs in the tables and 100,000 queued, against empty tables on the same MariaDB, in turns,
 *   so that what else the machine does meets both; then memory under load;
 * - embedded: the default, one process with nothing beside it.
 *
 * `--only workers|full|embedded`, `--rounds`, `--seconds` of a window, `--finished`, `--queued`, `--minutes` of memory.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Client, Outside } from './scale-children.ts'
import type { Stage } from './scale-stage.ts'

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    finished: { type: 'string', default: '1000000' },
    queued: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '6' },
  },
})

/** Before the services' own modules are loaded, which read it once. */
process.env.SERVICES_FOLDER = join(import.meta.dirname, '../../.services/scale')
// As a database server has it: all rows in memory, and a log that is not full every second.
process.env.SERVICES_MARIADB_OPTIONS = '--innodb-buffer-pool-size=6G --innodb-log-file-size=1G'
const { startServices, stopServices } = await import('../../test/support/services/services.ts')
const { startClient, startOutside } = await import('./scale-children.ts')
const { rssOf, stageByHand, stageEmbedded, stageService } = await import('./scale-stage.ts')
const { seedFinished } = await import('../seed.ts')

const rounds = Number(flags.rounds)
const forMs = Number(flags.seconds) * 1000
/** Connections are made and code is compiled by then. */
const accepting = { warmMs: 1_000, forMs }
const completing = { warmMs: 4_000, forMs }
const workerCounts = [1, 2, 4]
const modelTimes = [0, 1_000]
/** Of the full system's rounds: one for each core of a small machine. */
const fullWorkers = 2
/** More than is completed in a window. */
const backlog = 6_000
/** How long memory is watched. Threads come and the heaps grow to their size in the first third. */
const memoryMinutes = Number(flags.minutes)
const memorySampleMs = 500
const samplesAMinute = 60_000 / memorySampleMs

type Outdoors = { outside: Outside; client: Client }

function row(name: string, ...cells: (number | string)[]): void {
  const shown = cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(cell < 10 ? 2 : 0) : cell).padStart(10))
  console.log(name.padEnd(44) + shown.join(''))
}

function head(title: string, ...columns: string[]): void {
  console.log(`\n${title}`)
  row('', ...columns)
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] as number) + (sorted[Math.floor(half)] as number)) / 2
}

/** With the workers that there are, stopped afterwards. */
async function completed(stage: Stage, workers: number): Promise<number> {
  await stage.startWorkers(workers)
  const rate = await stage.complete(completing)
  await stage.stopWorkers()
  return rate
}

// ── workers ─────────────────────────────────────────────────────────────────────────────────────

async function measureWorkers(outdoors: Outdoors): Promise<void> {
  const ours = await stageService(outdoors)
  const theirs = await stageByHand(outdoors)
  try {
    head('accepted a second, no worker running', 'service', 'by hand', 'ratio')
    const [single, byHand] = [await ours.accept('single', accepting), await theirs.accept('single', accepting)]
    row('single submissions', single, byHand, single / byHand)
    row('entries of batches of 100', await ours.accept('batch', accepting), '-', '-')
    head('completed a second, from a backlog', 'service', 'by hand', 'ratio')
    const whileWorking: [string, number][] = []
    for (const modelMs of modelTimes) {
      await outdoors.outside.answerAfter(modelMs)
      for (const workers of workerCounts) {
        const name = `${workers} worker${workers > 1 ? 's' : ''}, model answers in ${modelMs} ms`
        await ours.fill(backlog)
        await ours.startWorkers(workers)
        const rate = await ours.complete(completing)
        whileWorking.push([name, await ours.accept('single', accepting)])
        await ours.stopWorkers()
        await theirs.fill(backlog)
        const byHand = await completed(theirs, workers)
        row(name, rate, byHand, rate / byHand)
      }
    }
    head('accepted a second, single submissions, beside these workers', 'service')
    for (const [name, rate] of whileWorking) row(name, rate)
  } finally {
    await outdoors.outside.answerAfter(0)
    await ours.close()
    await theirs.close()
  }
}

// ── full ────────────────────────────────────────────────────────────────────────────────────────

const kinds = ['accepted: singles', 'accepted: entries of batches', 'completed, 2 workers, model 0 ms'] as const
type Rates = Record<(typeof kinds)[number], number[]>

async function measureFull(outdoors: Outdoors): Promise<void> {
  const empty = await stageService(outdoors)
  const full = await stageService(outdoors)
  try {
    const startedAt = performance.now()
    const finished = await seedFinished(full, Number(flags.finished))
    await full.fill(Number(flags.queued))
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(`\nseeded ${finished} finished jobs and queued ${flags.queued} in ${seconds} s`)
    const rates = new Map(
      [empty, full].map((stage) => [stage, Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as Rates]),
    )
    for (const stage of [empty, full]) await stage.accept('single', accepting) // both APIs have compiled their code
    for (let round = 0; round < rounds; round += 1) {
      const turn = round % 2 === 0 ? [empty, full] : [full, empty]
      await empty.empty()
      for (const stage of turn) rates.get(stage)?.[kinds[0]].push(await stage.accept('single', accepting))
      for (const stage of turn) rates.get(stage)?.[kinds[1]].push(await stage.accept('batch', accepting))
      for (const stage of turn) rates.get(stage)?.[kinds[2]].push(await completed(stage, fullWorkers))
    }
    head(`a second, medians of ${rounds} rounds; the ratio of each round's two`, 'empty', 'full', 'ratio')
    for (const kind of kinds) {
      const [few, many] = [empty, full].map((stage) => rates.get(stage)?.[kind]) as [number[], number[]]
      // What else the machine does changes from minute to minute, and meets the two of a round alike.
      const ratios = many.map((rate, round) => rate / (few[round] as number))
      row(kind, median(few), median(many), median(ratios))
    }
    await measureMemory(full)
  } finally {
    await empty.close()
    await full.close()
  }
}

/** Resident megabytes while jobs are accepted and completed: medians of a minute, in which a heap breathes. */
async function measureMemory(stage: Stage): Promise<void> {
  await stage.startWorkers(fullWorkers)
  const members = [stage.api, ...stage.workers]
  const samples = members.map((): number[] => [])
  const load = stage.accept('single', { warmMs: 0, forMs: memoryMinutes * 60_000 })
  for (let sample = 0; sample < memoryMinutes * samplesAMinute; sample += 1) {
    await delay(memorySampleMs)
    for (const [index, member] of members.entries()) samples[index]?.push(rssOf(member))
  }
  await load
  await stage.stopWorkers()
  const warmFrom = Math.floor(memoryMinutes / 3)
  head(`resident MB in ${memoryMinutes} minutes of load`, `minute ${warmFrom + 1}`, 'the last', 'ratio', 'most')
  for (const [index, { name }] of members.entries()) {
    const of = samples[index] as number[]
    const minute = (number: number) => median(of.slice(number * samplesAMinute, (number + 1) * samplesAMinute))
    const [warm, last] = [minute(warmFrom), minute(memoryMinutes - 1)]
    row(name, warm, last, last / warm, Math.max(...of))
    console.log('  by the minute: ' + Array.from({ length: memoryMinutes }, (_, n) => Math.round(minute(n))).join(' '))
  }
}

// ── embedded ────────────────────────────────────────────────────────────────────────────────────

async function measureEmbedded(outdoors: Outdoors): Promise<void> {
  const stage = await stageEmbedded(outdoors)
  try {
    head('the embedded default: one process, its own engine', 'a second')
    row('resident MB at start', rssOf(stage.api))
    row('accepted: singles, while it works', await stage.accept('single', accepting))
    row('accepted: entries of batches, while it works', await stage.accept('batch', accepting))
    row('completed', await stage.complete(completing))
    row('resident MB at the end', rssOf(stage.api))
  } finally {
    await stage.close()
  }
}

const parts = { workers: measureWorkers, full: measureFull, embedded: measureEmbedded }
const wanted = Object.entries(parts).filter(([name]) => flags.only === undefined || flags.only === name)
if (wanted.length === 0) throw new Error(`--only takes one of ${Object.keys(parts).join(', ')}`)
await startServices()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopServices().finally(() => process.exit(1)))
const outdoors = { outside: await startOutside(), client: await startClient() }
try {
  for (const [, measure] of wanted) await measure(outdoors)
} finally {
  outdoors.outside.close()
  outdoors.client.close()
  await stopServices()
}
