/**
 * The doorway to the database: MySQL (or MariaDB) by URL, or the embedded SQLite file, behind one surface.
 *
 * Owns the models, the transaction that a statement belongs to, and what becomes of a failure. SQL is written once for
 * both: identifiers in backticks where needed, `||` joins texts, binds are $1, $2, … Nobody else imports Sequelize.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Model, ModelAttributes, ModelStatic, Options, QueryOptions, Transaction } from 'sequelize'
import { QueryTypes, Sequelize } from 'sequelize'
import { backoffMs } from '../../kit/backoff.ts'
import type { Bind, Column, Table } from './columns.ts'
import { DatabaseMisconfigured, DatabaseUnavailable, isContention, translated } from './errors.ts'
import { mysqlDialect } from './mysql.ts'
import { sqliteDialect } from './sqlite-driver.ts'

export { columns, defineTable, nullable } from './columns.ts'
export type { Bind, Column, RowOf, Table } from './columns.ts'
export { DatabaseMisconfigured, DatabaseUnavailable, StatementRefused, isDuplicate } from './errors.ts'

/**
 * `url`: `mysql://user:password@host:port/database`, whose database exists; `silenceMs`: how long a server may leave a
 * statement without an answer before its connection counts as lost (30 s). `file`: the path of the SQLite file.
 */
export type DatabaseSettings = { url: string; silenceMs?: number } | { file: string }

export interface Database {
  readonly dialect: 'mysql' | 'sqlite'
  /** Stable short name (MySQL: the database's; SQLite: `embedded`), good for naming queues. */
  readonly name: string
  /**
   * The Sequelize model of a table, the same one at each call. Its statements join the current transaction by
   * themselves; not so `findOrCreate`, which would open one of its own: use `insert` with `keepExisting`.
   */
  model<Row extends object>(table: Table<Row>): ModelStatic<Model<Row, Row>>
  /** SELECT; joins the current transaction, if any. Rows are plain objects; whole numbers and sums are numbers. */
  select<Row extends object>(sql: string, bind?: readonly Bind[]): Promise<Row[]>
  /** INSERT, UPDATE or DELETE; the number of rows that it matched, whether or not an update changed their values. */
  execute(sql: string, bind?: readonly Bind[]): Promise<number>
  /**
   * Inserts all rows or none; the number of rows inserted. Where a row's key is taken, `keepExisting` leaves the row that
   * is there alone, `addTo` adds to its numbers in these columns (and counts it among the inserted ones).
   */
  insert<Row extends object>(table: Table<Row>, rows: readonly Row[], options?: InsertOptions<Row>): Promise<number>
  /**
   * Deletes the rows whose `column`, the first of an index, is before that instant: the oldest first, in chunks that are
   * committed one by one, so that nobody waits for long. For sweeps; a table whose key is `id`.
   */
  deleteBefore<Row extends { id: string }>(table: Table<Row>, column: keyof Row & string, before: number): Promise<void>
  /**
   * READ COMMITTED on MySQL; on SQLite the only writer meanwhile. A nested call joins the outer transaction. After a
   * deadlock or a lock timeout `fn` runs again from its start, at most three times more: it does nothing but SQL, and
   * awaits all of it. `patient`: a statement may take minutes (migrations), where else silence is an outage.
   */
  transaction<T>(fn: () => Promise<T>, options?: { patient?: boolean }): Promise<T>
  /** ` FOR UPDATE` on MySQL, empty on SQLite, where a transaction is the only writer from its start. */
  readonly forUpdate: string
  /** The same for a row that many may hold at once while nobody changes it. */
  readonly forShare: string
  /**
   * Behind a table's name: MySQL finds the rows by this index and no other (`PRIMARY`: by their ids), SQLite by what it
   * finds best. MySQL's optimizer may prefer an index that seems to hold as few, and a statement that locks would wait
   * for all rows of others that it meets there.
   */
  by(index: string): string
  /** Transactions worth having at once for work that nobody waits for: what is left of the database is for requests. */
  readonly backgroundMost: number
  /** The database's own clock, epoch milliseconds. */
  now(): Promise<number>
  ping(): Promise<void>
  /**
   * After it no byte of a row that was deleted before is left in the embedded database's files; writes wait meanwhile,
   * 7 ms a megabyte. On MySQL it does nothing. Throws DatabaseUnavailable.
   */
  scrub(): Promise<void>
  close(): Promise<void>
}

export type InsertOptions<Row> = { keepExisting: true } | { addTo: readonly (keyof Row & string)[] }

// Rows of one statement: enough to save the round trips, little enough that SQLite's turn stays in milliseconds.
const rowsMax = 500
// SQLite takes 32,766 binds in one statement, MySQL 65,535.
const bindsMax = 32_000
// The deadlock's other party has finished by then; more would only hold the client.
const retriesMax = 3
const retryBackoff = { firstMs: 10, maxMs: 80, jitter: 1 / 2 }

/** Places for a list of binds, the first of which is number `from`: `$3, $4, $5`. */
export function bindList(from: number, values: readonly unknown[]): string {
  return values.map((_, index) => `$${from + index}`).join(', ')
}

/** Opens the file, or nothing yet: the first statement connects. Throws DatabaseMisconfigured. */
export function openDatabase(settings: DatabaseSettings): Database {
  try {
    if ('file' in settings) return new SequelizeDatabase(sqliteDialect(settings.file))
    return new SequelizeDatabase(mysqlDialect(settings.url, settings.silenceMs))
  } catch (error) {
    const { message } = error as Error
    throw new DatabaseMisconfigured('file' in settings ? `${settings.file}: ${message}` : message)
  }
}

/** `completesTransaction` is Sequelize's mark of a COMMIT or ROLLBACK. */
type Query = (sql: string, options?: QueryOptions & { completesTransaction?: boolean }) => Promise<unknown>
type Dialect = ReturnType<typeof mysqlDialect> | ReturnType<typeof sqliteDialect>

class SequelizeDatabase implements Database {
  readonly dialect
  readonly name
  readonly forUpdate
  readonly forShare
  readonly backgroundMost
  readonly #dialect: Dialect
  readonly #sequelize: Sequelize
  readonly #models = new Map<object, ModelStatic<Model>>()
  // Sequelize's own way (useCLS) is one for all its instances: two databases would take each other's transactions.
  readonly #transaction = new AsyncLocalStorage<Transaction>()
  readonly #failedEnds = new WeakMap<Transaction, unknown>()

  constructor(dialect: Dialect) {
    this.dialect = dialect.dialect
    this.name = dialect.name
    this.forUpdate = dialect.forUpdate
    this.forShare = dialect.forShare
    this.backgroundMost = dialect.backgroundMost
    this.#dialect = dialect
    // Our doorways know when to try again; Sequelize would do so without knowing of transactions.
    const options = { dialect: dialect.dialect, logging: false as const, retry: { max: 1 } }
    this.#sequelize = new Sequelize({ ...options, ...dialect.options } as Options)
    this.#joinTransactions()
  }

  /** Models, too, end in `sequelize.query`: the one place to say which transaction, and what a failure means. */
  #joinTransactions(): void {
    const query = this.#sequelize.query.bind(this.#sequelize) as Query
    const joined: Query = (sql, options) => {
      const transaction = options?.transaction ?? this.#transaction.getStore()
      const run = () => query(sql, { ...options, transaction }).catch(rethrowTranslated)
      if (!transaction) return retried(run)
      // Sequelize would report a COMMIT or ROLLBACK that fails to the console.
      return options?.completesTransaction ? run().catch((error) => this.#failedEnds.set(transaction, error)) : run()
    }
    this.#sequelize.query = joined as Sequelize['query']
  }

  model<Row extends object>(table: Table<Row>): ModelStatic<Model<Row, Row>> {
    let model = this.#models.get(table)
    if (!model) {
      model = this.#sequelize.define(table.name, this.#attributes(table), { tableName: table.name, timestamps: false })
      this.#models.set(table, model)
    }
    return model as ModelStatic<Model<Row, Row>>
  }

  /** Without Sequelize's own checks, whose errors carry the row: the database refuses what does not fit. */
  #attributes<Row extends object>(table: Table<Row>): ModelAttributes {
    const attributes: ModelAttributes = {}
    const keys: readonly string[] = table.primaryKey
    for (const [name, column] of Object.entries<Column>(table.columns)) {
      attributes[name] = { type: column[this.dialect], primaryKey: keys.includes(name) }
    }
    return attributes
  }

  async select<Row extends object>(sql: string, bind: readonly Bind[] = []): Promise<Row[]> {
    return this.#sequelize.query<Row>(sql, { ...binds(bind), type: QueryTypes.SELECT })
  }

  async execute(sql: string, bind: readonly Bind[] = []): Promise<number> {
    return this.#sequelize.query(sql, { ...binds(bind), type: QueryTypes.BULKUPDATE })
  }

  by(index: string): string {
    return this.#dialect.by(index)
  }

  async insert<Row extends object>(
    table: Table<Row>,
    rows: readonly Row[],
    options?: InsertOptions<Row>,
  ): Promise<number> {
    const size = Math.min(rowsMax, Math.floor(bindsMax / Object.keys(table.columns).length))
    if (rows.length <= size) return rows.length === 0 ? 0 : this.#insertAtOnce(table, rows, options)
    return this.transaction(async () => {
      let inserted = 0
      for (let at = 0; at < rows.length; at += size) {
        inserted += await this.#insertAtOnce(table, rows.slice(at, at + size), options)
      }
      return inserted
    })
  }

  async #insertAtOnce<Row extends object>(
    table: Table<Row>,
    rows: readonly Row[],
    options?: InsertOptions<Row>,
  ): Promise<number> {
    const names = Object.keys(table.columns) as (keyof Row & string)[]
    const quoted = names.map((name) => `\`${name}\``)
    const places = rows.map((_row, r) => `(${names.map((_name, n) => `$${r * names.length + n + 1}`)})`)
    const addTo = options && 'addTo' in options ? options.addTo : null
    const taken = addTo ? this.#dialect.addTo(addTo) : options ? this.#dialect.keepExisting(table.primaryKey[0]!) : ''
    const values = rows.flatMap((row) => names.map((name) => row[name] as Bind))
    const inserted = await this.execute(`INSERT INTO \`${table.name}\` (${quoted}) VALUES ${places} ${taken}`, values)
    return addTo ? rows.length : inserted // MySQL counts a row that it changed twice
  }

  async deleteBefore<Row extends { id: string }>(
    { name }: Table<Row>,
    column: keyof Row & string,
    before: number,
  ): Promise<void> {
    const oldest = `SELECT id FROM ${name} WHERE ${column} < $1 ORDER BY ${column} LIMIT ${rowsMax}`
    const deleteChunk = async () => {
      const ids = (await this.select<{ id: string }>(oldest, [before])).map(({ id }) => id)
      return ids.length === 0 ? 0 : this.execute(`DELETE FROM ${name} WHERE id IN (${bindList(1, ids)})`, ids)
    }
    while ((await this.transaction(deleteChunk)) > 0);
  }

  async transaction<T>(fn: () => Promise<T>, { patient = false } = {}): Promise<T> {
    if (this.#transaction.getStore()) return fn()
    return retried(async () => {
      let transaction!: Transaction
      const run = async (begun: Transaction): Promise<T> => {
        transaction = begun
        const { connection } = begun as unknown as { connection: unknown }
        this.#dialect.setPatience(connection, patient)
        return this.#transaction.run(begun, fn).finally(() => this.#dialect.setPatience(connection, false))
      }
      const result = await this.#sequelize.transaction(run).catch(rethrowTranslated)
      if (this.#failedEnds.has(transaction)) throw this.#failedEnds.get(transaction)
      return result
    })
  }

  async now(): Promise<number> {
    const [row] = await this.select<{ instant: number }>(this.#dialect.now)
    return row!.instant
  }

  async ping(): Promise<void> {
    await this.select('SELECT 1')
  }

  async scrub(): Promise<void> {
    await this.#dialect.scrub().catch((error: Error) => {
      throw new DatabaseUnavailable(error.message, { cause: error })
    })
  }

  async close(): Promise<void> {
    await this.#sequelize.close()
    this.#dialect.close()
  }
}

/** Without binds MySQL need not prepare the statement. */
function binds(values: readonly Bind[]): { bind?: unknown[] } {
  return values.length > 0 ? { bind: [...values] } : {}
}

function rethrowTranslated(error: unknown): never {
  throw translated(error)
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isContention(error)) throw error
      if (retries === retriesMax) throw new DatabaseUnavailable('too many writers at once', { cause: error })
      await delay(backoffMs(retries, retryBackoff))
    }
  }
}
