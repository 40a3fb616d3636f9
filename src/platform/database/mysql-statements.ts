/**
 * Chooses the form in which statements are sent to MySQL, and interprets its replies to changes.
 *
 * A statement whose text is always the same is prepared (`bind`). A statement that contains a list of varying length is
 * sent as text (`replacements`).
 */
import { LRUCache } from 'lru-cache'
import type { QueryOptions } from 'sequelize'
import type { Bind } from './columns.ts'

/** The arguments of `sequelize.query`. */
export type Statement = { sql: string; bind?: unknown[]; replacements?: unknown[] }
/** MySQL's reply to a change. */
type Header = { affectedRows: number; info: string }

/**
 * Matches a list of two or more ids, keys, or values by id. Such a statement differs for each length of its list. It is
 * not prepared, because preparing each variant would take a round trip and evict other statements from the connection's
 * cache. Instead, Sequelize writes the values into the SQL.
 */
const list = /IN \(\$\d+, |UNION ALL|THEN \$\d+ WHEN/
/** Matches the boundary between two rows of an insert. */
const nextRow = /\),\(/g
/**
 * An insert is prepared if it has at most this many rows. Preparing saves the server 20 % of its time per row
 * (measured). Batches up to this size have few different sizes, so there are few statements to prepare.
 */
const preparedRowsMax = 32
/**
 * The error code when all processes together have more prepared statements than the server allows
 * (max_prepared_stmt_count).
 */
export const tooManyPrepared = 'ER_MAX_PREPARED_STMT_COUNT_REACHED'

const arePrepared = new LRUCache<string, boolean>({ max: 1_000 })

/** Returns the statement in the cheaper form. */
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

/** Returns the statement with its values written into the SQL. */
export function textOf(sql: string, bind: readonly Bind[]): Statement {
  return writeInto(sql, (number) => toValue(bind[Number(number) - 1] as Bind))
}

/** A statement of Sequelize's models: its values have names, such as `$sequelize_1`. */
type ModelStatement = { query: string; bind?: Record<string, unknown> }

/** Returns the arguments of `sequelize.query` for the same statement as text, so that it is not prepared. */
export function unprepared(statement: string | ModelStatement, options: QueryOptions): [string, QueryOptions] {
  const { bind: own, ...others } = options
  const { query, bind = own } = typeof statement === 'string' ? { query: statement } : statement
  if (bind === undefined) return [query, others]
  const { sql, replacements } = writeInto(query, (name) => (Array.isArray(bind) ? bind[Number(name) - 1] : bind[name]))
  return [sql, { ...others, replacements }]
}

function writeInto(sql: string, valueOf: (name: string) => unknown): Required<Omit<Statement, 'bind'>> {
  const replacements: unknown[] = []
  const text = sql.replace(
    /('(?:[^'\\]|''|\\.)*'|`[^`]*`)|\$(\w+)/gs,
    (_match, literal: string | undefined, name: string) => {
      if (literal !== undefined) return literal
      replacements.push(valueOf(name))
      return '?'
    },
  )
  return { sql: text, replacements }
}

/** Converts bytes to a Buffer, because the driver sends any other object as JSON. */
function toValue(value: Bind): unknown {
  return value instanceof Uint8Array && !Buffer.isBuffer(value) ? Buffer.from(value) : value
}

/**
 * Returns the number of rows that a statement matched. MySQL's `affectedRows` counts only rows whose values an UPDATE
 * changed. (The connection flag FOUND_ROWS would make it count matched rows, but also rows that an insert leaves
 * unchanged.) The number of matched rows is the first in `Rows matched: 2 Changed: 0 …`.
 * @param answer Sequelize's result of a raw statement. Its second element is the header or, for an INSERT, the number.
 */
export function changedRows(sql: string, [, header]: [unknown, unknown]): number {
  if (typeof header === 'number') return header
  const { affectedRows, info } = header as Header
  const matched = /^UPDATE\b/i.test(sql) ? /\d+/.exec(info) : null
  return matched ? Number(matched[0]) : affectedRows
}
