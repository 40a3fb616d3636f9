/**
 * Enlarges tables by copying their rows, so that an optimiser has a choice. There are many owners, and each has many
 * rows. Most rows are in a final state. Copies of child rows refer to copies of their parents.
 */
import { hash } from 'node:crypto'
import { isId } from '../../src/kit/ids.ts'
import { HOUR } from '../../src/kit/time.ts'
import type { Bind, Database, Table } from '../../src/platform/database/database.ts'

type Row = Record<string, Bind>
export type AnyTable = Table<Row>

/** From a few hundred rows on, an index is faster than a scan. This many rows are created quickly. */
const rowsMin = 2_000
/**
 * Of every sixteen copies, one has the tenant of its original, another has the tenant and also the job or endpoint, and
 * the rest belong to other owners.
 */
const cycle = 16
const owners = ['partnerId', 'tenantId']
/** Tables with larger rows are not copied: copies of a file's chunks, 256 KiB each, would not fit into a packet. */
const copiedBytesMax = 1_000
const keptColumns: Record<number, string[]> = { 1: owners, 2: [...owners, 'jobId', 'endpointId'] }
/** Tables whose copies all belong to other owners, because an owner has at most five endpoints. */
const ofStrangers = ['webhook_endpoints']
/** Every tenth copy is made from a row that has not ended. */
const openStates: Bind[] = ['PENDING', 'PROCESSING', 'IN_PROGRESS']
const openEvery = 10

/** Fills every table that has a row, on MySQL, and updates the optimiser's statistics. */
export async function multiplyRows(database: Database, tables: AnyTable[]): Promise<void> {
  for (const table of tables) {
    const rows = await database.select<Row>(`SELECT * FROM ${table.name}`)
    const unique = await uniqueIndexes(database, table)
    const copies = rows.flatMap((row) => {
      const every = openStates.includes(row.status ?? null) ? openEvery : 1
      const numbers = Array.from(
        { length: Math.ceil(rowsMin / rows.length / every) },
        (_, index) => (index + 1) * every,
      )
      return numbers.map((n) => {
        const kept = ofStrangers.includes(table.name) ? undefined : keptColumns[n % cycle]
        return copyOf(row, n, kept ?? [], unique)
      })
    })
    await database.insert(table, copies, { keepExisting: true }) // because two copies may get the same key
    await database.select(`ANALYZE TABLE ${table.name}`)
  }
}

/** Returns the columns of each unique index, including the primary key. */
async function uniqueIndexes(database: Database, { name }: AnyTable): Promise<string[][]> {
  const columns = await database.select<{ named: string; part: string }>(
    `SELECT index_name AS named, column_name AS part FROM information_schema.statistics
      WHERE table_schema = DATABASE() AND table_name = $1 AND non_unique = 0 ORDER BY index_name, seq_in_index`,
    [name],
  )
  return [...Map.groupBy(columns, ({ named }) => named).values()].map((parts) => parts.map(({ part }) => part))
}

function copyOf(row: Row, n: number, kept: string[], unique: string[][]): Row {
  const copy = { ...row }
  for (const [name, value] of Object.entries(row)) {
    if (kept.includes(name)) continue
    if (typeof value === 'string' && isId(value)) copy[name] = idOf(value, n)
    // Copies have later times than the original, so that only a few rows are due or expired.
    else if (typeof value === 'number' && value > 1e12) copy[name] = value + n * HOUR
    else if (value instanceof Uint8Array) copy[name] = value.subarray(0, copiedBytesMax)
  }
  for (const columns of unique) {
    if (columns.some((name) => copy[name] !== row[name])) continue
    const name = columns.at(-1) as string
    copy[name] = another(row[name] as Bind, n)
  }
  return copy
}

/** Returns an id with the same prefix and time. */
function idOf(id: string, n: number): string {
  const tail = n.toString(16).padStart(8, '0')
  return id.slice(0, -tail.length) + tail
}

function another(value: Bind, n: number): Bind {
  if (typeof value === 'number') return value + n
  return /^[0-9a-f]{64}$/.test(String(value)) ? hash('sha256', `${value} ${n}`) : `${value}~${n}`
}
