/**
 * Statements over one connection of mysql2.
 *
 * Owns how a statement travels: prepared where it is one of few shapes, as text where it holds a list of any length.
 */
import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Bind } from './columns.ts'

/** What MySQL answers to a change. */
export type Header = { affectedRows: number; info: string }
type Done = (error: Error | null, result: object[] | Header) => void
type Sending = { sql: string; values?: unknown[]; typeCast: true }

/** What this service uses of a mysql2 connection. */
export type DriverConnection = {
  stream: Socket
  query(sql: string | Sending, done: (error: Error | null, result: object[] | Header) => void): void
  execute(sending: Sending, done: Done): void
  destroy(): void
}

/**
 * A list of two and more: ids, keys, or values by id. Such a statement comes in as many shapes as lists have lengths.
 * Preparing each would take a round trip, and push the others out of the connection's cache, so the driver writes the
 * values into their text.
 */
const list = /IN \(\$\d+, |UNION ALL|THEN \$\d+ WHEN/
/** Between two rows of an insert. */
const nextRow = /\),\(/g
/**
 * Inserts of up to so many rows are prepared all the same: the server spends a fifth less on each row (measured), and
 * groups of the same crowd have few sizes.
 */
const preparedRowsMax = 32
/** A server keeps so many prepared statements for all processes (max_prepared_stmt_count), and refuses more. */
const tooManyPrepared = 'ER_MAX_PREPARED_STMT_COUNT_REACHED'

/** Texts with `?` for `$n`, and the numbers in their order. */
const numbered = new LRUCache<string, { text: string; order: number[]; isPrepared: boolean }>({ max: 1_000 })

/** @throws the driver's error */
export function send(
  connection: DriverConnection,
  sql: string,
  bind: readonly Bind[],
): Promise<{ rows: object[]; changed: number }> {
  return new Promise((resolve, reject) => {
    const done: Done = (error, result) => {
      if (error) reject(error)
      else if (Array.isArray(result)) resolve({ rows: result, changed: 0 })
      else resolve({ rows: [], changed: matchedRows(sql, result) })
    }
    if (bind.length === 0) return connection.query({ sql, typeCast: true }, done)
    const { text, order, isPrepared } = unnumber(sql)
    const values = order.map((number) => toValue(bind[number - 1]))
    const sending: Sending = { sql: text, values, typeCast: true }
    if (!isPrepared) return connection.query(sending, done)
    connection.execute(sending, (error, result) => {
      // It was refused before it ran.
      if ((error as { code?: string } | null)?.code === tooManyPrepared) connection.query(sending, done)
      else done(error, result)
    })
  })
}

function unnumber(sql: string) {
  const known = numbered.get(sql)
  if (known) return known
  const order: number[] = []
  const text = sql.replace(
    /('(?:[^']|'')*'|`[^`]*`)|\$(\d+)/g,
    (_match, literal: string | undefined, number: string) => {
      if (literal !== undefined) return literal
      order.push(Number(number))
      return '?'
    },
  )
  const rows = 1 + (sql.match(nextRow)?.length ?? 0)
  const made = { text, order, isPrepared: !list.test(sql) && rows <= preparedRowsMax }
  numbered.set(sql, made)
  return made
}

/** The driver writes a Buffer's bytes into a text, and takes any other object for a list of columns. */
function toValue(value: Bind | undefined): unknown {
  return value instanceof Uint8Array && !Buffer.isBuffer(value) ? Buffer.from(value) : value
}

/**
 * MySQL counts the rows that an UPDATE changed, SQLite those it matched. (The connection flag for this, FOUND_ROWS,
 * would also count a row that an insert keeps.) The matched rows come first in `Rows matched: 2  Changed: 0 …`.
 */
export function matchedRows(sql: string, { affectedRows, info }: Header): number {
  const matched = /^UPDATE\b/i.test(sql) ? /\d+/.exec(info) : null
  return matched ? Number(matched[0]) : affectedRows
}
