/**
 * How a statement travels to MySQL, and what the server answers to a change.
 *
 * Prepared where it is one of few shapes (`bind`), as text where it holds a list of any length (`replacements`).
 */
import { LRUCache } from 'lru-cache'
import type { Bind } from './columns.ts'

/** A statement as `sequelize.query` takes it. */
export type Statement = { sql: string; bind?: unknown[]; replacements?: unknown[] }
/** What MySQL answers to a change. */
type Header = { affectedRows: number; info: string }

/**
 * A list of two and more: ids, keys, or values by id. Such a statement comes in as many shapes as lists have lengths.
 * Preparing each would take a round trip, and push the others out of the connection's cache, so Sequelize writes the
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
export const tooManyPrepared = 'ER_MAX_PREPARED_STMT_COUNT_REACHED'

const arePrepared = new LRUCache<string, boolean>({ max: 1_000 })

/** The statement in the form that costs least. */
export function statementOf(sql: string, bind: readonly Bind[]): Statement {
  if (bind.length === 0) return { sql }
  return isPrepared(sql) ? { sql, bind: bind.map(toValue) } : textOf(sql, bind)
}

function isPrepared(sql: string): boolean {
  let known = arePrepared.get(sql)
  if (known === undefined) {
    const rows = 1 + (sql.match(nextRow)?.length ?? 0)
    arePrepared.set(sql, (known = !list.test(sql) && rows <= preparedRowsMax))
  }
  return known
}

/** The statement with its values written into its text. */
export function textOf(sql: string, bind: readonly Bind[]): Statement {
  const replacements: unknown[] = []
  const text = sql.replace(
    /('(?:[^']|'')*'|`[^`]*`)|\$(\d+)/g,
    (_match, literal: string | undefined, number: string) => {
      if (literal !== undefined) return literal
      replacements.push(toValue(bind[Number(number) - 1] as Bind))
      return '?'
    },
  )
  return { sql: text, replacements }
}

/** The driver takes any object but a Buffer for JSON. */
function toValue(value: Bind): unknown {
  return value instanceof Uint8Array && !Buffer.isBuffer(value) ? Buffer.from(value) : value
}

/**
 * MySQL counts the rows that an UPDATE changed, SQLite those it matched. (The connection flag for this, FOUND_ROWS,
 * would also count a row that an insert keeps.) The matched rows come first in `Rows matched: 2  Changed: 0 …`.
 * @param answer Sequelize's to a raw statement: the second is the number itself for an INSERT
 */
export function changedRows(sql: string, [, header]: [unknown, unknown]): number {
  if (typeof header === 'number') return header
  const { affectedRows, info } = header as Header
  const matched = /^UPDATE\b/i.test(sql) ? /\d+/.exec(info) : null
  return matched ? Number(matched[0]) : affectedRows
}
