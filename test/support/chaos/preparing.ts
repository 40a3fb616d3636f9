/** Transactions that lose conflicts with other nodes of a Galera cluster while they run statements for the first time. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'
import { createConnection } from 'mysql2/promise'
import { columns, defineTable, type Database } from '../../../src/platform/database/database.ts'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { dialects, openFor } from '../../tools/services/databases.ts'
import { readPorts } from '../../tools/services/services.ts'
import { writeMigration } from '../migrations.ts'
import { othersThan, writtenNode } from './nodes.ts'

/** `transactions`: how many were committed; `runs`: how many times they ran. */
export type Written = { transactions: number; runs: number; counted: number; entries: number }

const writers = 8
/** Each of these statements is new to the server, so it would be prepared. */
const newStatements = 12
/** The other node's change arrives within this time, while the transaction sends these statements. */
const conflictWithinMs = 8

const counts = defineTable('counts', { id: columns.integer(), value: columns.integer(), conflicts: columns.integer() })

/**
 * Runs transactions for this long. Each adds 1 to a count, which another node changes at that moment, and stores an
 * entry at its end.
 */
export async function writeWhilePreparing(t: ExecutionContext, milliseconds: number): Promise<Written> {
  const database = await openFor(t, dialects.mysql!)
  const tables = `await createTable('counts', { id: columns.integer(), value: columns.integer(), conflicts: columns.integer() })
  await createTable('entries', { id: columns.integer() })`
  await migrate(database, await writeMigration(t, '0001-counts.ts', tables))
  const ids = Array.from({ length: writers }, (_, id) => id)
  await database.insert(
    counts,
    ids.map((id) => ({ id, value: 0, conflicts: 0 })),
  )
  const totals = { transactions: 0, runs: 0 }
  const until = performance.now() + milliseconds
  const write = async (id: number) => {
    const disturb = await disturber(t, database, id)
    while (performance.now() < until) {
      const disturbed = disturb()
      totals.transactions += 1
      const entry = totals.transactions
      await database.transaction(async () => {
        totals.runs += 1
        await addOne(database, id, totals.runs, entry)
      })
      await disturbed
    }
  }
  await Promise.all(ids.map(write))
  const [stored] = await database.select<{ counted: number; entries: number }>(
    'SELECT (SELECT SUM(value) FROM counts) AS counted, (SELECT COUNT(*) FROM entries) AS entries',
  )
  return { ...totals, ...stored! }
}

async function addOne(database: Database, id: number, run: number, entry: number): Promise<void> {
  await database.execute('UPDATE counts SET value = value + 1 WHERE id = $1', [id])
  for (let n = 0; n < newStatements; n += 1) await database.select(`SELECT ${run} AS run, ${n} + $1 AS sum`, [n])
  await database.execute('INSERT INTO entries (id) VALUES ($1)', [entry])
}

/** Returns a function that changes the count on another node, shortly after the call. */
async function disturber(t: ExecutionContext, { name }: Database, id: number): Promise<() => Promise<void>> {
  const other = othersThan(await writtenNode())[0]!
  const connection = await createConnection({
    host: '127.0.0.1',
    port: readPorts()[other],
    user: 'root',
    database: name,
  })
  t.teardown(() => connection.end())
  return async () => {
    await delay(Math.random() * conflictWithinMs)
    // The other node's change can lose the conflict, too.
    await connection.query(`UPDATE counts SET conflicts = conflicts + 1 WHERE id = ${id}`).catch(() => {})
  }
}
