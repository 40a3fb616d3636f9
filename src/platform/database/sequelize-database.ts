/**
 * The database over Sequelize, one class for both dialects.
 *
 * Owns the models, the transaction that a statement belongs to, and the translation of failures.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Model, ModelAttributes, ModelStatic, QueryOptions } from 'sequelize'
import { Sequelize } from 'sequelize'
import type { Bind, Column, Table } from './columns.ts'
import { retried } from './contention.ts'
import { bindList, type Database, type InsertOptions, type Load, type OnDelete } from './database.ts'
import { DatabaseUnavailable, translated } from './errors.ts'
import type { mysqlDialect } from './mysql.ts'
import type { sqliteDialect } from './sqlite/driver.ts'
import { Transactions, type OpenTransaction, type Owned } from './transactions.ts'

// Rows per statement: enough to save round trips, few enough that SQLite's writer is busy for milliseconds.
const rowsMax = 500
// SQLite takes 32,766 binds in one statement, MySQL 65,535.
const bindsMax = 32_000

type Query = (sql: string, options?: QueryOptions) => Promise<unknown>
type Dialect = ReturnType<typeof mysqlDialect> | ReturnType<typeof sqliteDialect>

/** What a driver made of a statement: the rows of a SELECT, or how many rows a change matched. */
export type Sent = { rows: object[]; changed: number }
type ConnectionPool = {
  getConnection(): Promise<unknown>
  releaseConnection(connection: unknown): void
  destroyConnection(connection: unknown): Promise<void>
  pool: { using: number; waiting: number; maxSize: number }
}

/** A database of either dialect. */
export class SequelizeDatabase implements Database {
  readonly dialect
  readonly name
  readonly forUpdate
  readonly forShare
  readonly by
  readonly keyTable
  readonly thenJoin
  readonly backgroundMost
  readonly #dialect: Dialect
  readonly #sequelize: Sequelize
  readonly #models = new Map<object, ModelStatic<Model>>()
  // Sequelize's own useCLS is global: two databases would join each other's transactions.
  readonly #transaction = new AsyncLocalStorage<OpenTransaction>()
  readonly #transactions: Transactions

  constructor(dialect: Dialect) {
    this.dialect = dialect.dialect
    this.name = dialect.name
    this.forUpdate = dialect.forUpdate
    this.forShare = dialect.forShare
    this.by = dialect.by
    this.keyTable = dialect.keyTable
    this.thenJoin = dialect.thenJoin
    this.backgroundMost = dialect.backgroundMost
    this.#dialect = dialect
    this.#transactions = new Transactions(dialect, {
      acquire: () => this.#acquire(),
      release: (connection) => this.#release(connection),
      discard: (connection) => this.#discard(connection),
    })
    // We retry ourselves (see `retried`): Sequelize would retry without regard to transactions.
    const options = { dialect: dialect.dialect, logging: false as const, retry: { max: 1 } }
    this.#sequelize = new Sequelize({ ...options, ...dialect.options })
    this.#joinTransactions()
  }

  /** Model calls, too, end in `sequelize.query`: the one place to add the transaction and to translate failures. */
  #joinTransactions(): void {
    const query = this.#sequelize.query.bind(this.#sequelize) as Query
    const joined: Query = (sql, options) => {
      const transaction = this.#transaction.getStore() as QueryOptions['transaction'] | undefined
      const run = () => query(sql, { ...options, transaction }).catch(rethrowTranslated)
      return transaction ? run() : retried(run)
    }
    this.#sequelize.query = joined as Sequelize['query']
  }

  model<Row extends object>(table: Table<Row>): ModelStatic<Model<Row, Row>> {
    let model = this.#models.get(table)
    if (!model) {
      model = this.#sequelize.define(table.name, this.#attributes(table), { tableName: table.name, timestamps: false })
      this.#models.set(table, model)
    }
    return model
  }

  /** No validation by Sequelize, whose errors carry the row: the database refuses what does not fit. */
  #attributes<Row extends object>(table: Table<Row>): ModelAttributes {
    const keys: readonly string[] = table.primaryKey
    const attributes = Object.entries<Column>(table.columns).map(
      ([name, column]) => [name, { type: column[this.dialect], primaryKey: keys.includes(name) }] as const,
    )
    return Object.fromEntries(attributes)
  }

  async select<Row extends object>(sql: string, bind: readonly Bind[] = []): Promise<Row[]> {
    return (await this.run(sql, bind)).rows as Row[]
  }

  async execute(sql: string, bind: readonly Bind[] = []): Promise<number> {
    return (await this.run(sql, bind)).changed
  }

  /**
   * Hands a statement to the driver, over the transaction's connection or one of Sequelize's pool: Sequelize's own way
   * takes two thirds of the time of a small one (70 µs of CPU against 27, measured).
   */
  async run(sql: string, bind: readonly Bind[]): Promise<Sent> {
    const transaction = this.#transaction.getStore()
    if (!transaction) return retried(() => this.#runAlone(sql, bind))
    if (transaction.finished) throw new Error('the transaction of this statement has ended')
    return this.#dialect.send(transaction.connection, sql, bind).catch(rethrowTranslated)
  }

  async #runAlone(sql: string, bind: readonly Bind[]): Promise<Sent> {
    const connection = await this.#acquire()
    try {
      return await this.#dialect.send(connection, sql, bind).catch(rethrowTranslated)
    } finally {
      this.#release(connection)
    }
  }

  async #acquire(): Promise<unknown> {
    return this.#dialect.connect?.() ?? (await this.#pool.getConnection().catch(rethrowTranslated))
  }

  #release(connection: unknown): void {
    if (!this.#dialect.connect) this.#pool.releaseConnection(connection)
  }

  get #pool(): ConnectionPool {
    return (this.#sequelize as unknown as { connectionManager: ConnectionPool }).connectionManager
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
    const tuples = rows.map((_row, r) => `(${names.map((_name, n) => `$${r * names.length + n + 1}`)})`)
    const addTo = options && 'addTo' in options ? options.addTo : null
    const taken = addTo ? this.#dialect.addTo(addTo) : options ? this.#dialect.keepExisting(table.primaryKey[0]!) : ''
    const values = rows.flatMap((row) => names.map((name) => row[name] as Bind))
    const inserted = await this.execute(`INSERT INTO \`${table.name}\` (${quoted}) VALUES ${tuples} ${taken}`, values)
    return addTo ? rows.length : inserted // MySQL counts a changed row twice
  }

  async deleteBefore<Row extends { id: string }>(
    { name }: Table<Row>,
    column: keyof Row & string,
    before: number,
    { select, deleted }: OnDelete = { select: 'r.id', deleted: () => {} },
  ): Promise<void> {
    // Locked: of two processes that meet, each gets rows of its own.
    const oldest = `SELECT r.id, ${select} FROM ${name} r WHERE r.${column} < $1 ORDER BY r.${column} LIMIT ${rowsMax}${this.forUpdate}`
    const deleteChunk = async () => {
      const rows = await this.select<{ id: string }>(oldest, [before])
      if (rows.length === 0) return 0
      const ids = rows.map(({ id }) => id)
      deleted(rows)
      return this.execute(`DELETE FROM ${name} WHERE id IN (${bindList(1, ids)})`, ids)
    }
    while ((await this.transaction(deleteChunk)) > 0);
  }

  async transaction<T>(fn: () => Promise<T>, { patient = false } = {}): Promise<T> {
    if (this.#transaction.getStore()) return fn()
    const work = (opened: OpenTransaction) => this.#transaction.run(opened, () => toItsEnd(opened, fn))
    return retried(() => this.#transactions.run(work, patient))
  }

  ofTransaction<Value>(key: object, make: () => Value, finish: (value: Value) => Promise<void>): Value {
    const transaction = this.#transaction.getStore()
    if (!transaction) throw new Error('there is no transaction that could own this')
    const own = (transaction.own ??= new Map() as Owned)
    let entry = own.get(key)
    if (!entry) {
      const value = make()
      own.set(key, (entry = { value, finish: () => finish(value) }))
    }
    return entry.value as Value
  }

  /** A connection whose transaction may still be open. */
  #discard(connection: unknown): void {
    if (this.#dialect.connect) return
    ;(connection as { destroy(): void }).destroy()
    this.#pool.destroyConnection(connection).catch(() => {})
  }

  async now(): Promise<number> {
    const [row] = await this.select<{ instant: number }>(this.#dialect.now)
    return row!.instant
  }

  async ping(): Promise<void> {
    await this.select('SELECT 1')
  }

  load(): Load {
    const { using: inUse, waiting, maxSize: most } = this.#pool.pool
    return this.#dialect.load?.() ?? { inUse, waiting, most }
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

async function toItsEnd<T>(transaction: OpenTransaction, fn: () => Promise<T>): Promise<T> {
  const result = await fn()
  for (const { finish } of transaction.own?.values() ?? []) await finish()
  return result
}

function rethrowTranslated(error: unknown): never {
  throw translated(error)
}
