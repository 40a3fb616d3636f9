/**
 * The interface of the database, the same for MySQL (or MariaDB) and the embedded SQLite file: models, statements,
 * transactions.
 *
 * Write SQL once for both: with backticks around identifiers where needed, `||` to concatenate strings, and binds as
 * $1, $2, … Only this folder imports Sequelize.
 */
import type { Bind, Table } from './columns.ts'
import type { RowModel } from './row-model.ts'

export { columns, defineTable, nullable } from './columns.ts'
export type { AnyTable, Bind, Column, RowOf, Table } from './columns.ts'
export { literal, Op } from './row-model.ts'
export { DatabaseMisconfigured, DatabaseUnavailable, Overtaken, StatementRefused, isDuplicate } from './errors.ts'

/**
 * `url`: `mysql://user:password@host:port/database` of an existing database, with `?ssl-mode=VERIFY_IDENTITY` for TLS.
 * `silenceMs`: a connection is considered lost when a statement has had no reply for this long (by default 30 s).
 * `packetBytesMin`: the smallest `max_allowed_packet` of a server that is accepted (16 MiB). `file`: the path of the
 * SQLite file. `logKeptMs`: the maximum time for which the write-ahead log contains previous contents of rows, even if
 * writes never pause (50 s).
 */
export type DatabaseSettings =
  { url: string; silenceMs?: number; packetBytesMin?: number } | { file: string; logKeptMs?: number }

export interface Database {
  readonly dialect: 'mysql' | 'sqlite'
  /** A short, stable name, usable in queue names: the name of the MySQL database, or `embedded` for SQLite. */
  readonly name: string
  /**
   * Returns the Sequelize model of a table; every call returns the same one. Its statements join the current
   * transaction automatically.
   */
  model<Row extends object>(table: Table<Row>): RowModel<Row>
  /**
   * Runs a SELECT, in the current transaction if there is one. Rows are plain objects; integers and sums are numbers.
   */
  select<Row extends object>(sql: string, bind?: readonly Bind[]): Promise<Row[]>
  /**
   * Runs an INSERT, UPDATE or DELETE, in the current transaction if there is one. Returns how many rows matched, even
   * if an update did not change their values.
   */
  execute(sql: string, bind?: readonly Bind[]): Promise<number>
  /**
   * Inserts all rows or none, and returns how many. If a row's key exists, `keepExisting` leaves the existing row
   * unchanged; `addTo` adds to the existing row's numbers in these columns and counts it as inserted.
   */
  insert<Row extends object>(table: Table<Row>, rows: readonly Row[], options?: InsertOptions<Row>): Promise<number>
  /**
   * Deletes the rows whose `column` is before the given instant, oldest first, in chunks that commit one by one, so
   * that other writers never wait long. For sweeps over tables whose key is `id`; `column` must be the first of an
   * index. In each chunk's transaction, `onDelete.deleted` gets the rows to be deleted. Each row has its `id` and the
   * columns of `onDelete.select`, which is SQL in which `r` is the table.
   */
  deleteBefore<Row extends { id: string }>(
    table: Table<Row>,
    column: keyof Row & string,
    before: number,
    onDelete?: OnDelete,
  ): Promise<void>
  /**
   * Runs `fn` at READ COMMITTED on MySQL, as the only writer on SQLite. A nested call joins the outer transaction.
   * After a deadlock or a lock timeout, `fn` runs again from the start, several times if necessary. Therefore, it must
   * do nothing except SQL, and await all of it. With `patient`, which is for migrations, a statement may take minutes.
   * Without it, a missing reply is treated as an outage.
   */
  transaction<T>(fn: () => Promise<T>, options?: { patient?: boolean }): Promise<T>
  /**
   * Returns a value that belongs to the current transaction and is created on first use. `finish` receives it just
   * before the commit. A transaction that is retried starts with a new value. @throws Error outside of a transaction
   */
  ofTransaction<Value>(key: object, make: () => Value, finish: (value: Value) => Promise<void>): Value
  /** ` FOR UPDATE` on MySQL; empty on SQLite, where a transaction is the only writer from its beginning. */
  readonly forUpdate: string
  /**
   * The same as `forUpdate`, with a shared lock. Several transactions can have a shared lock on a row, and no
   * transaction can change the row in the meantime.
   */
  readonly forShare: string
  /**
   * Returns SQL to put after a table's name, which makes MySQL find the rows by this index (`PRIMARY`: by id). Without
   * this SQL, MySQL's optimiser may prefer an index that looks just as selective. A locking statement would then wait
   * for all rows of that index that other transactions have locked. SQLite chooses the index itself, so the SQL is
   * empty there.
   */
  readonly by: (index: string) => string
  /**
   * Returns SQL to put after FROM: a table of keys, which are bound as $1 (see `keyBind`). Column `n` is the position
   * of a key, from 1; the other columns are its values. The SQL is the same for any number of keys, so that the
   * statement can be prepared. Each row is matched by its whole key, whereas a separate list for each column would
   * match all combinations. Use `thenJoin` to join this table with others.
   */
  readonly keyTable: (names: readonly string[]) => string
  /**
   * An inner join that reads its left side first. Without it, the optimisers, which do not know that there are only a
   * few keys, may read the whole table.
   */
  readonly thenJoin: string
  /** The maximum number of concurrent transactions of background work. The other connections are for requests. */
  readonly backgroundMax: number
  /** Returns the database's own clock, in epoch milliseconds. */
  now(): Promise<number>
  /**
   * Checks the database by reading a row that every migrated database has. `SELECT 1` would not suffice, because a
   * cluster node without quorum still answers it.
   */
  readRow(): Promise<void>
  /**
   * Returns the number of connections in use, the number of callers that wait for one, and the maximum number of
   * connections. On SQLite, only the connection for writing is counted.
   */
  load(): Load
  /**
   * Wipes every byte of deleted rows, and of previous contents of rows, from the embedded database's files. Runs in the
   * background, and takes a few seconds per gigabyte. Does nothing on MySQL. @throws DatabaseUnavailable
   */
  scrub(): Promise<void>
  close(): Promise<void>
}

export type Load = { inUse: number; waiting: number; max: number }

export type OnDelete = { select: string; deleted: (rows: object[]) => void }

export type InsertOptions<Row> = { keepExisting: true } | { addTo: readonly (keyof Row & string)[] }

/**
 * Returns the placeholders for a list of binds, numbered from `from`, such as `$3, $4, $5`. For an empty list, returns
 * NULL, which equals no value: MySQL refuses `IN ()`.
 */
export function bindList(from: number, values: readonly unknown[]): string {
  return values.length === 0 ? 'NULL' : values.map((_, index) => `$${from + index}`).join(', ')
}

/**
 * Returns the union of several selects, each with its own order and limit. SQLite allows both in a union only inside
 * subqueries.
 */
export function unionOf(selects: readonly string[]): string {
  return selects.map((select, index) => `SELECT * FROM (${select}) AS part${index}`).join(' UNION ALL ')
}

/** The SQL fragments of an update that sets different values in several rows: see `valuesById`. */
export type ValuesById<Name extends string> = {
  /** `id IN (…)` with the ids of the rows. */
  where: string
  /** Returns the expression for a row's value of this column, to assign or compare. */
  valueOf: (name: Name) => string
  /** Returns `name = …` for each of these columns. */
  set: (names: readonly Name[]) => string
  binds: Bind[]
}

/**
 * Returns the SQL fragments of one update that changes many rows, each found by its `id`; binds are numbered from
 * `from`.
 */
export function valuesById<Name extends string>(
  from: number,
  rows: readonly ({ id: string } & { readonly [Column in Name]: Bind })[],
  names: readonly Name[],
): ValuesById<Name> {
  const valueOf = (name: Name) => {
    const first = from + rows.length * (1 + names.indexOf(name))
    return `CASE id ${rows.map((_, n) => `WHEN $${from + n} THEN $${first + n}`).join(' ')} END`
  }
  return {
    where: `id IN (${bindList(from, rows)})`,
    valueOf,
    set: (chosen) => chosen.map((name) => `${name} = ${valueOf(name)}`).join(', '),
    binds: [...rows.map(({ id }) => id), ...names.flatMap((name) => rows.map((row) => row[name]))],
  }
}
