/** The implementation of `Database` with Sequelize, for both dialects. */
import { DataTypes, QueryTypes, type Model, type ModelAttributes, type ModelStatic } from 'sequelize'
import type { AnyTable, Bind, Table } from './columns.ts'
import { bindList, type Database, type InsertOptions, type Load, type OnDelete } from './database.ts'
import { DatabaseUnavailable, StatementRefused } from './errors.ts'
import { JoiningSequelize } from './joining-sequelize.ts'
import { tooManyPrepared, type Statement } from './mysql-statements.ts'
import type { mysqlDialect } from './mysql.ts'
import { UnvalidatedModel, type RowModel } from './row-model.ts'
import type { sqliteDialect } from './sqlite/driver.ts'

// Rows per statement: enough to save round trips, and few enough that a statement keeps SQLite busy only for
// milliseconds.
const rowsMax = 500
// SQLite allows 32,766 binds in one statement, MySQL 65,535.
const bindsMax = 32_000

type Dialect = ReturnType<typeof mysqlDialect> | ReturnType<typeof sqliteDialect>

/** A database of either dialect. */
export class SequelizeDatabase implements Database {
  readonly dialect
  readonly name
  readonly forUpdate
  readonly forShare
  readonly by
  readonly keyTable
  readonly thenJoin
  readonly backgroundMax
  readonly #dialect: Dialect
  readonly #sequelize: JoiningSequelize
  readonly #models = new Map<string, ModelStatic<Model>>()

  constructor(dialect: Dialect) {
    this.dialect = dialect.dialect
    this.name = dialect.name
    this.forUpdate = dialect.forUpdate
    this.forShare = dialect.forShare
    this.by = dialect.by
    this.keyTable = dialect.keyTable
    this.thenJoin = dialect.thenJoin
    this.backgroundMax = dialect.backgroundMax
    this.#dialect = dialect
    const options = { dialect: dialect.dialect, ...dialect.options }
    const sequelize = new JoiningSequelize(options, dialect.preparesInTransactions)
    // On SQLite this hook never runs, because Sequelize has no pool there.
    sequelize.addHook('afterPoolAcquire', (connection) => dialect.setPatience(connection, sequelize.isPatient))
    this.#sequelize = sequelize
  }

  model<Row extends object>(table: Table<Row>): RowModel<Row> {
    return this.#modelOf(table) as unknown as RowModel<Row>
  }

  #modelOf({ name, columns, primaryKey, indexes, belongsTo }: AnyTable): ModelStatic<Model> {
    const known = this.#models.get(name)
    if (known) return known
    const attributes: ModelAttributes = {}
    for (const [column, { type, allowNull }] of Object.entries(columns)) {
      const set = type instanceof DataTypes.BLOB ? { set: asBuffer(column) } : {}
      attributes[column] = { type, allowNull, primaryKey: primaryKey.includes(column), ...set }
    }
    const model = class extends UnvalidatedModel {}
    const sequelize = this.#sequelize
    model.init(attributes, { sequelize, modelName: name, tableName: name, timestamps: false, indexes })
    this.#models.set(name, model)
    for (const [foreignKey, parent] of Object.entries(belongsTo))
      model.belongsTo(this.#modelOf(parent), { foreignKey, as: parent.name, constraints: false })
    return model
  }

  select<Row extends object>(sql: string, bind: readonly Bind[] = []): Promise<Row[]> {
    return this.run(sql, bind, (statement) =>
      this.#sequelize.query(statement.sql, { ...statement, type: QueryTypes.SELECT }),
    )
  }

  execute(sql: string, bind: readonly Bind[] = []): Promise<number> {
    return this.run(sql, bind, async (statement) => {
      const answer = await this.#sequelize.query(statement.sql, { ...statement, type: QueryTypes.RAW })
      return this.#dialect.changedRows(sql, answer)
    })
  }

  /**
   * Runs raw SQL: calls `send` with the statement in the form that the dialect prefers, or as text if the server cannot
   * prepare any more.
   */
  async run<T>(sql: string, bind: readonly Bind[], send: (statement: Statement) => Promise<T>): Promise<T> {
    try {
      return await send(this.#dialect.statementOf(sql, bind))
    } catch (error) {
      if (!(error instanceof StatementRefused) || error.code !== tooManyPrepared) throw error
      return send(this.#dialect.textOf(sql, bind))
    }
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
    // Rows are locked, so that each is deleted by only one of several concurrent processes.
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

  transaction<T>(fn: () => Promise<T>, { patient = false } = {}): Promise<T> {
    return this.#sequelize.inTransaction(fn, patient)
  }

  ofTransaction<Value>(key: object, make: () => Value, finish: (value: Value) => Promise<void>): Value {
    return this.#sequelize.ofTransaction(key, make, finish)
  }

  async now(): Promise<number> {
    const [row] = await this.select<{ instant: number }>(this.#dialect.now)
    return row!.instant
  }

  async readRow(): Promise<void> {
    await this.select('SELECT name FROM schema_migrations LIMIT 1')
  }

  load(): Load {
    const { users } = this.#sequelize
    const { load, connectionsMax: max } = this.#dialect
    return load ? load() : { inUse: Math.min(users, max), waiting: Math.max(0, users - max), max }
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

/** Returns a setter that converts bytes to a Buffer, the only form that Sequelize accepts. */
function asBuffer(column: string) {
  return function (this: Model, value: Uint8Array | null): void {
    this.setDataValue(column, value && Buffer.from(value))
  }
}
