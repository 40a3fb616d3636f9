/** Writes the table as JSON to `.out/bench/`, with every sample, the commits and the machine. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { outFolder } from './checkouts.ts'
import type { Codes } from './stages.ts'

/** Adds a row by its name, with its results. */
export type Keep = (name: string, done: object) => void

/** Writes the summary again after each row, so that results are kept if the bench is ended. */
export function createSummary({ ours, before }: Codes, rounds: number): Keep {
  const folder = join(outFolder, 'bench')
  mkdirSync(folder, { recursive: true })
  const startedAt = new Date().toISOString()
  const file = join(folder, `${startedAt.replaceAll(/[:.]/g, '-')}.json`)
  const machine = { cores: availableParallelism(), cpu: cpus()[0]?.model, node: process.version, loadBefore: loadavg() }
  const rows: object[] = []
  const summary = { startedAt, ours: ours.name, before: before?.name ?? null, machine, rounds, rows }
  console.log(`summary: ${file}`)
  return (name, done) => {
    rows.push({ name, ...done })
    writeFileSync(file, `${JSON.stringify(summary, null, 2)}\n`)
  }
}
