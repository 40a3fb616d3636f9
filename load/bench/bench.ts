/**
 * `make bench`: prints one table of the service's throughput, cost and latency. Each line has our figure, the figure of
 * a peer written by hand for speed, the figure of an older commit if BASE is set, the ratio, and whether the target is
 * met.
 *
 * `--row TEXT` runs only the rows whose names contain TEXT. `--rounds N` sets the number of rounds. `--base REF` also
 * measures a commit, or a checkout in a folder. `--long` adds rows that take hours: a million finished jobs, memory for
 * 15 minutes, analytics over a million rows. Rows are printed as they finish, and a summary with every sample is
 * written to `.out/bench/`. Linux only: CPU and memory are read from /proc.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { findServices, startServices, stopServices } from '../../test/tools/services/services.ts'
import { codeBefore, codeOf } from './checkouts.ts'
import { startGenerator, startOutside } from './children.ts'
import { removePlaces } from './places.ts'
import { killAll } from './processes.ts'
import { printHead, printResult, resultsOf, type Result } from './results.ts'
import { analytics } from './rows/analytics.ts'
import { completions } from './rows/completions.ts'
import { costOfText, costs } from './rows/cost.ts'
import { embedded } from './rows/embedded.ts'
import { fairnessOnFull, fairnessRows } from './rows/fairness.ts'
import { fullEmbedded } from './rows/full-embedded.ts'
import { fullRows } from './rows/full-tables.ts'
import { keptRow } from './rows/kept.ts'
import { lists } from './rows/lists.ts'
import { memoryRow } from './rows/memory.ts'
import { reads } from './rows/reads.ts'
import { runRound, type Round, type Row } from './rows/row.ts'
import { submissions } from './rows/submissions.ts'
import { whatIfRow } from './rows/what-if.ts'
import { closeStage, openStage, type Codes, type Stage, type StageName } from './stages.ts'
import { createSummary, type Keep } from './summary.ts'
import type { Outdoors } from './systems.ts'

const { values: flags } = parseArgs({
  options: {
    row: { type: 'string', default: '' },
    base: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    long: { type: 'boolean', default: false },
  },
})

const rounds = Number(flags.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds takes a number from 1, not ${flags.rounds}`)
/** A bench that takes longer than this has hung. */
const longestMs = (flags.long ? 6 : 2) * 3_600_000
const stageNames: StageName[] = ['cluster', 'embedded', 'full', 'full embedded']

function chooseRows(): Row[] {
  const ofShort = [...reads, ...submissions, ...completions, ...costs, keptRow, ...fairnessRows, ...embedded, whatIfRow]
  // On full tables, submitted jobs stay queued and would slow down later rows, so the submission rows come last.
  const ofFull = [...fullRows([...reads, ...completions, costOfText, ...submissions]), fairnessOnFull, fullEmbedded]
  const ofLong = [memoryRow(15), ...analytics, ...lists, ...ofFull]
  const rows = [...ofShort, ...(flags.long ? ofLong : [memoryRow(1)])]
  const chosen = rows.filter(({ name }) => name.toLowerCase().includes(flags.row.toLowerCase()))
  if (chosen.length > 0) return chosen
  throw new Error(`no row's name has "${flags.row}": ${rows.map(({ name }) => name).join('; ')}`)
}

async function runRow(row: Row, stage: Stage): Promise<{ results: Result[]; samples: Round[] }> {
  if ('prepare' in row) for (const system of Object.values(stage.systems)) await row.prepare?.(system, stage)
  const samples: Round[] = []
  while (samples.length < Math.min(rounds, row.roundsMax ?? rounds)) samples.push(await runRound(row, stage))
  const results = row.lines.flatMap((line) => resultsOf(row.name, line, samples))
  results.forEach(printResult)
  return { results, samples }
}

/**
 * Measures the rows of a stage. A row that fails prints the reason, and the others continue. @returns whether every row
 * could be measured
 */
async function runStage(name: StageName, rows: Row[], [outdoors, codes, keep]: [Outdoors, Codes, Keep]) {
  const stage = await openStage(name, outdoors, codes)
  let isWhole = true
  try {
    for (const row of rows) {
      const startedAt = performance.now()
      const done = await runRow(row, stage).catch((error: Error) => ({ error: error.message }))
      keep(row.name, { seconds: Math.round((performance.now() - startedAt) / 1000), ...done })
      if (!('error' in done)) continue
      isWhole = false
      console.log(`${row.name}: not measured: ${done.error}`)
      for (const system of Object.values(stage.systems)) await system.stopWorkers()
    }
  } finally {
    await closeStage(stage)
  }
  return isWhole
}

async function run(): Promise<boolean> {
  const rows = chooseRows()
  const codes: Codes = { ours: codeOf(), before: flags.base === '' ? null : codeBefore(flags.base) }
  const stages = stageNames.filter((name) => rows.some(({ stage }) => stage === name))
  if (stages.some((name) => !name.endsWith('embedded'))) await startServices()
  const outdoors = { outside: await startOutside(), generator: await startGenerator() }
  const names = `ours: ${codes.ours.name}, before: ${codes.before?.name ?? 'not asked for (BASE)'}`
  console.log(`${names}, ${rounds} rounds, load of the machine ${loadavg()[0]?.toFixed(1)}`)
  const keep = createSummary(codes, rounds)
  printHead()
  let isWhole = true
  for (const name of stages) {
    const chosen = rows.filter(({ stage }) => stage === name)
    isWhole = (await runStage(name, chosen, [outdoors, codes, keep])) && isWhole
  }
  return isWhole
}

const wereRunning = findServices() !== null
let isEnding = false

async function end(code: number): Promise<never> {
  isEnding = true
  killAll()
  await removePlaces()
  if (!wereRunning) await stopServices()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(1))
setTimeout(() => {
  console.error(`not done within ${longestMs / 3_600_000} hours`)
  void end(1)
}, longestMs).unref()

const isWhole = await run().catch((error: Error) => {
  // Pending operations fail when the bench stops the processes; ignore those errors.
  if (!isEnding) console.error(error.message)
  return false
})
if (!isEnding) await end(isWhole ? 0 : 1)
