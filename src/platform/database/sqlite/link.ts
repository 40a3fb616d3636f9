/**
 * A connection to a database file with `node:sqlite`: handles prepared statements, values and error codes.
 *
 * `node:sqlite` is synchronous and blocks the event loop. Therefore, an open connection has a busy timeout of 0 and
 * never waits for the lock of another process.
 */
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

// The busy timeout while the file is opened, because another process may have locked it briefly. Blocking is acceptable
// at the start.
const openTimeoutMs = 2_000
// The maximum number of prepared statements per connection: enough for the product's statements, including those with
// lists of varying length.
const statementsMax = 300

/**
 * Sequelize's names for SQLite's codes: the extended codes of constraints, and the primary codes of all other errors.
 */
const codeNames: Record<number, string> = {
  5: 'SQLITE_BUSY',
  10: 'SQLITE_IOERR',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
}

/** The SQL function `row_digest`: returns 40 bits of the MD5 of its arguments. MySQL has MD5 itself. */
function digestOf(...values: SQLInputValue[]): number {
  const sum = createHash('md5')
  for (const value of values) sum.update('|').update(value instanceof Uint8Array ? value : String(value ?? '~'))
  return sum.digest().readUIntBE(0, 5)
}

type Row = Record<string, unknown>
export type Result = { rows: Row[]; changes: number }
/** A statement's values by position, as a list or as Sequelize's `{ $1: …, $2: … }`. */
export type Binds = { readonly [name: string]: unknown } | readonly unknown[]

/** One SQLite connection and its prepared statements. */
export class Link {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, { statement: StatementSync; returnsRows: boolean }>()

  constructor(path: string, pragmas: string) {
    this.#database = new DatabaseSync(path, { timeout: openTimeoutMs })
    this.#database.exec(pragmas)
    this.#database.exec('PRAGMA busy_timeout = 0')
    this.#database.function('row_digest', { varargs: true, deterministic: true }, digestOf)
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction
  }

  run(sql: string, binds: Binds): Result {
    const { statement, returnsRows } = this.#prepare(sql)
    const values = Object.values(binds).map(toSqlite)
    if (!returnsRows) return { rows: [], changes: Number(statement.run(...values).changes) }
    return { rows: statement.all(...values).map(toPlainRow), changes: 0 }
  }

  /** Returns a number that changes when another connection has committed. */
  dataVersion(): number {
    return this.run('PRAGMA data_version', []).rows[0]!['data_version'] as number
  }

  /**
   * Moves the pages in the write-ahead log into the file, and truncates the log. Returns false if another connection is
   * reading from the log.
   */
  emptyLog(): boolean {
    return this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
  }

  close(): void {
    this.#prepared.clear()
    this.#database.close()
  }

  #prepare(sql: string): { statement: StatementSync; returnsRows: boolean } {
    let prepared = this.#prepared.get(sql)
    if (prepared) {
      this.#prepared.delete(sql) // set again below, so that the map is in order of use
    } else {
      const statement = this.#database.prepare(numbered(sql))
      prepared = { statement, returnsRows: statement.columns().length > 0 }
    }
    this.#prepared.set(sql, prepared)
    if (this.#prepared.size > statementsMax) this.#prepared.delete(this.#prepared.keys().next().value!)
    return prepared
  }
}

/**
 * Turns `$1`, which SQLite treats as a name, into `?1`, a number. SQLite compares each name with all other names:
 * preparing 10,000 names takes 340 ms, and 10,000 numbers 2 ms.
 */
function numbered(sql: string): string {
  const literalOrBind = /('(?:[^']|'')*'|`[^`]*`)|\$(\d+)/g
  return sql.replace(literalOrBind, (_match, literal: string | undefined, number: string) => literal ?? `?${number}`)
}

/**
 * Converts a value for binding. Integers become BigInt: a number would be bound as a REAL, so 5 concatenated with a
 * string would become `5.0`.
 */
function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'boolean') return value ? 1n : 0n
  return (value ?? null) as SQLInputValue
}

/**
 * Converts a row to the same form as MySQL's rows: a plain object with Buffers. SQLite's rows have no prototype, and
 * contain bytes as Uint8Array.
 */
function toPlainRow(row: Row): Row {
  const plain: Row = {}
  for (const name in row) {
    const value = row[name]
    plain[name] = value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length) : value
  }
  return plain
}

/**
 * Returns the error with `code` set to the name of the SQLite error. The whole `errcode` is the extended code, and its
 * low byte the primary code.
 */
export function withCode(error: unknown): Error & { code?: string } {
  const failure = error as Error & { code?: string; errcode?: number }
  const { errcode } = failure
  if (errcode !== undefined) failure.code = codeNames[errcode] ?? codeNames[errcode & 0xff] ?? `SQLITE_${errcode}`
  return failure
}

/**
 * Creates an empty file (mode 600) if there is none. Does not open an existing file, because closing it would release
 * the locks that this process has on the file (POSIX).
 */
export function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
