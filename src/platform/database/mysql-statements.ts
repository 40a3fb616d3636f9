/**
 * How statements are sent to MySQL, and how its replies to changes are read.
 *
 * A statement is prepared if it has one of few shapes (`bind`), and sent as text if it holds a list of any length
 * (`replacements`).
 */
import { LRUCache } from 'lru-cache'
import type { Bind } from './columns.ts'

/** A statement as `sequelize.query` takes it. */
export type Statement = { sql: string; bind?: unknown[]; replacements?: unknown[] }
/** MySQL's reply to a change. */
type Header = { affectedRows: number; info: string }

/**
 * A list of two or more ids, keys, or values by id. Such a statement has a different text for each length of the list.
 * Preparing each text would take a round trip and evict others from the connection's cache, so Sequelize writes the
 * values into the text.
 */
const list = /IN \(\$\d+, |UNION ALL|THEN \$\d+ WHEN/
/** Between two rows of an insert. */
const nextRow = /\),\(/g
/**
 * Inserts of up to this many rows are still prepared: the server spends 20 % less on each row (measured), and
 * concurrent batches come in few sizes.
 */
const preparedRowsMax = 32
/**
 * A server limits the number of prepared statements of all processes together (max_prepared_stmt_count), and refuses
 * more.
 */
export const tooManyPrepared = 'ER_MAX_PREPARED_STMT_COUNT_REACHED'

const arePrepared = new LRUCache<string, boolean>({ max: 1_000 })

/** Returns the statement in its cheapest form. */
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

/** Returns the statement with its values written into its text. */
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

/** The driver sends any object except a Buffer as JSON. */
function toValue(value: Bind): unknown {
  return value instanceof Uint8Array && !Buffer.isBuffer(value) ? Buffer.from(value) : value
}

/**
 * MySQL counts the rows that an UPDATE changed, SQLite those it matched. (The connection flag for this, FOUND_ROWS,
 * would also count a row that an insert leaves unchanged.) The matched rows come first in `Rows matched: 2 Changed: 0
 * …`.
 * @param answer Sequelize's result of a raw statement: for an INSERT its second element is the number itself
 */
export function changedRows(sql: string, [, header]: [unknown, unknown]): number {
  if (typeof header === 'number') return header
  const { affectedRows, info } = header as Header
  const matched = /^UPDATE\b/i.test(sql) ? /\d+/.exec(info) : null
  return matched ? Number(matched[0]) : affectedRows
}
