/**
 * SQLite with Sequelize: the driver that Sequelize loads instead of the package `sqlite3`, and the SQL that differs
 * from MySQL's.
 *
 * Sends each statement to the right connection: a read runs immediately, a single write waits for its turn, and a
 * transaction keeps its turn until it ends.
 */
import { Transaction } from 'sequelize'
import type { Bind } from '../columns.ts'
import { SqliteFile, type Writer } from './file.ts'
import type { Binds, Result } from './link.ts'

const reads = /^(SELECT|WITH|EXPLAIN|PRAGMA table_info)\b/i
const ends = /^(COMMIT|ROLLBACK)\b/i

type Callback = (this: Statement, error: Error | null, rows?: Result['rows']) => void

/** The value of `this` in Sequelize's callbacks. Sequelize checks the name of the class. */
class Statement {
  readonly changes: number
  constructor(changes: number) {
    this.changes = changes
  }
}

/** A connection as Sequelize expects it from `sqlite3`. */
class Connection {
  readonly #file: SqliteFile
  #transaction: Writer | null = null

  constructor(file: SqliteFile) {
    this.#file = file
  }

  serialize(work: () => void): void {
    work()
  }

  run(sql: string, binds: Binds, callback: Callback): void {
    this.all(sql, binds, callback)
  }

  all(sql: string, ...rest: [Binds, Callback] | [Callback]): void {
    const [binds, callback] = rest.length === 2 ? rest : [[], rest[0]]
    this.perform(sql, binds).then(
      ({ rows, changes }) => callback.call(new Statement(changes), null, rows),
      (error: Error) => callback.call(new Statement(0), error),
    )
  }

  close(closed?: () => void): void {
    this.#transaction?.end()
    closed?.()
  }

  async perform(sql: string, binds: Binds): Promise<Result> {
    if (this.#transaction) return ends.test(sql) ? runLast(this.#transaction, sql) : this.#transaction.run(sql, binds)
    if (ends.test(sql)) return { rows: [], changes: 0 } // this transaction could not start
    if (reads.test(sql)) return this.#file.read(sql, binds)
    const writer = await this.#file.write()
    if (!sql.startsWith('BEGIN')) return runLast(writer, sql, binds)
    this.#transaction = writer
    return writer.run(sql, binds)
  }
}

/** Runs the last statement of a turn, and ends the turn, even if the statement fails. */
async function runLast(writer: Writer, sql: string, binds: Binds = []): Promise<Result> {
  try {
    return await writer.run(sql, binds)
  } finally {
    writer.end()
  }
}

function toBinds(sql: string, bind: readonly Bind[]): { sql: string; bind?: Bind[] } {
  return bind.length === 0 ? { sql } : { sql, bind: [...bind] }
}

/** Returns the SQLite dialect of `SequelizeDatabase`. Opens the file immediately. @throws the errors of SqliteFile */
export function sqliteDialect(path: string, logKeptMs?: number) {
  const file = new SqliteFile(path, logKeptMs)
  class Database extends Connection {
    constructor(_path: string, _mode: number, opened: (error: null) => void) {
      super(file)
      queueMicrotask(() => opened(null))
    }
  }
  return {
    dialect: 'sqlite' as const,
    name: 'embedded',
    forUpdate: '',
    forShare: '',
    backgroundMax: 1, // there is only one writer
    by: () => '', // SQLite chooses the index itself, based on statistics.ts
    keyTable: (names: readonly string[]) => {
      const columns = names.map((name, place) => `value ->> ${place} AS ${name}`)
      return `(SELECT key + 1 AS n, ${columns.join(', ')} FROM json_each($1))`
    },
    thenJoin: 'CROSS JOIN',
    now: `SELECT CAST(ROUND(unixepoch('subsec') * 1000) AS INTEGER) AS instant`,
    keepExisting: () => 'ON CONFLICT DO NOTHING',
    addTo: (names: readonly string[]) =>
      `ON CONFLICT DO UPDATE SET ${names.map((name) => `\`${name}\` = \`${name}\` + excluded.\`${name}\``)}`,
    options: {
      storage: path,
      // The open modes are 0, because Sequelize would create the file's folder for a mode that allows creating files.
      dialectModule: { OPEN_READWRITE: 0, OPEN_CREATE: 0, Database },
      transactionType: Transaction.TYPES.IMMEDIATE, // takes the turn to write immediately
      foreignKeys: false, // SqliteFile enables them; Sequelize would do so for each of its connections
    },
    setPatience: () => {}, // no time limit: statements run inside this process and always return
    statementOf: toBinds,
    textOf: toBinds, // SQLite prepares any number of statements
    preparesInTransactions: () => true,
    changedRows: (_sql: string, [, statement]: [unknown, unknown]) => (statement as Statement).changes,
    connectionsMax: 1,
    load: () => file.load(),
    scrub: () => file.scrub(),
    close: () => file.close(),
  }
}
