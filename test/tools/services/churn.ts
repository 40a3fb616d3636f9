/**
 * Changes that depend only on their number, so that a parent process knows what a killed child has written. They write
 * rows of very different lengths in random order, so that rows move from page to page.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../../../src/platform/database/database.ts'

/** So few ids that most rows are rewritten again and again. */
const idsMax = 300
/** How many changes a transaction makes. */
const perTransaction = 20
const marksMax = 600
/** The id of the row that stores the number of the last change. */
const last = 'last'

/** Returns a number from 0 to 1, always the same for the same change and use. */
function randomOf(change: number, use: string): number {
  return createHash('sha256').update(`${change} ${use}`).digest().readUInt32BE() / 2 ** 32
}

/** The text that a change writes again and again. Any 21 bytes of it identify the change. */
const markOf = (change: number) => `<${String(change).padStart(9, '0')}>`
const bodyOf = (change: number) => markOf(change).repeat(1 + Math.floor(randomOf(change, 'length') ** 4 * marksMax))
const idOf = (change: number) => `id-${Math.floor(randomOf(change, 'row') * idsMax)}`
const removes = (change: number) => randomOf(change, 'kind') < 0.3

export async function prepareChurn(database: Database): Promise<void> {
  await database.execute('CREATE TABLE notes (id VARCHAR(40) PRIMARY KEY, body TEXT)')
  await database.execute('CREATE INDEX bodies ON notes (body)')
  await database.execute(`INSERT INTO notes (id, body) VALUES ('${last}', '0')`)
}

/** Returns the number of the last change in the file. */
export async function lastChange(database: Database): Promise<number> {
  const [row] = await database.select<{ body: string }>(`SELECT body FROM notes WHERE id = '${last}'`)
  return Number(row?.body)
}

/** Makes the changes after number `after` in one transaction. Returns the number of the last change. */
export async function churn(database: Database, after: number): Promise<number> {
  const until = after + perTransaction
  await database.transaction(async () => {
    for (let change = after + 1; change <= until; change += 1) {
      await database.execute('DELETE FROM notes WHERE id = $1', [idOf(change)])
      if (removes(change)) continue
      await database.execute('INSERT INTO notes (id, body) VALUES ($1, $2)', [idOf(change), bodyOf(change)])
    }
    await database.execute(`UPDATE notes SET body = $1 WHERE id = '${last}'`, [String(until)])
  })
  return until
}

/** Returns what the file contains after this many changes: the rows by id, and the marks in them. */
export function contentAfter(changes: number): { rows: Map<string, string>; marks: Set<string> } {
  const written = new Map<string, number>()
  for (let change = 1; change <= changes; change += 1)
    if (removes(change)) written.delete(idOf(change))
    else written.set(idOf(change), change)
  const rows = [...written].map(([id, change]) => [id, bodyOf(change)] as const)
  return { rows: new Map([...rows, [last, String(changes)]]), marks: new Set([...written.values()].map(markOf)) }
}
