/**
 * Measures the rows and bytes that a completed job leaves in the database, and the statements that it needs. Each job
 * belongs to a different application, and the embedded engine scores the same one-page PDF for all of them.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Sample } from '../results.ts'
import type { System } from '../systems.ts'
import type { MeasuredRow } from './row.ts'

/**
 * Tables contain up to 4 MB of unused pages. With this many jobs, they hardly change the bytes per job; with 4,000
 * jobs, they add a kilobyte to each.
 */
const jobs = 16_000
const pollMs = 500

type Totals = { rows: number; bytes: number; statements: number }

/**
 * Reads rows and bytes of all tables, including indexes and free space, and the number of statements that the server
 * has run.
 */
async function look({ place }: System): Promise<Totals> {
  const [questions] = await place.select<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Questions'")
  const tables = (await place.select('SHOW TABLES')).flatMap((row) => Object.values(row) as string[])
  await place.execute(`ANALYZE TABLE ${tables.join()}`)
  const counts = tables.map((name) => `(SELECT COUNT(*) FROM ${name})`).join(' + ')
  const [rows] = await place.select<{ n: number }>(`SELECT ${counts} AS n`)
  const [bytes] = await place.select<{ n: string }>(
    'SELECT SUM(data_length + index_length) AS n FROM information_schema.tables WHERE table_schema = DATABASE()',
  )
  return { rows: Number(rows?.n), bytes: Number(bytes?.n), statements: Number(questions?.Value) }
}

async function keep(system: System): Promise<Sample> {
  const { place } = system
  const done = await place.count('COMPLETED')
  const before = await look(system)
  await system.fill(jobs, { resumeSuffix: '.pdf' })
  await system.startWorkers(1, 'embedded')
  try {
    while ((await place.count('COMPLETED')) < done + jobs) await delay(pollMs)
  } finally {
    await system.stopWorkers()
  }
  const after = await look(system)
  const made = (await place.count('COMPLETED')) - done
  return {
    rows: (after.rows - before.rows) / made,
    kilobytes: (after.bytes - before.bytes) / made / 1000,
    statements: (after.statements - before.statements) / made,
  }
}

export const keptRow: MeasuredRow = {
  name: 'kept in the database of a completed job',
  stage: 'cluster',
  hasPeer: false,
  isLatency: true,
  roundsMax: 1,
  lines: [
    { figure: 'rows', unit: 'rows', targets: [] },
    { name: '  of it: with indexes', figure: 'kilobytes', unit: 'kB', targets: [] },
    { name: '  statements, in batches of 100', figure: 'statements', unit: 'a job', targets: [] },
  ],
  measure: keep,
}
