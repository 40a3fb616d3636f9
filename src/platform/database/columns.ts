/**
 * The columns a table can have, spelled for MySQL and for SQLite, and the shape of a table made of them.
 *
 * Owns every SQL type of the product: models and migrations are made of the same builders. Instants are epoch
 * milliseconds, flags are 0 or 1, JSON is text that its reader parses, so a row is the same plain object on both
 * dialects. Text takes its table's collation, utf8mb4_bin, and compares byte for byte (but MySQL sees no difference
 * between `a` and `a` with spaces behind it). Identifiers are no ASCII columns: comparing one with a text that is not
 * ASCII would be an error on MySQL, where SQLite finds nothing.
 */

/** What a column may hold; also what a statement may bind. */
export type Bind = string | number | null | Uint8Array

/** Its type in the SQL of each dialect; `Value` is what a row holds there. */
export type Column<Value extends Bind = Bind> = {
  readonly mysql: string
  readonly sqlite: string
  /** Carries `Value` for the compiler; never set. */
  readonly value?: Value
}

type Columns = { readonly [name: string]: Column }

/** The row that a set of columns holds. */
export type RowOf<C extends Columns> = { [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never }

export type Table<Row extends object> = {
  readonly name: string
  readonly columns: { readonly [Name in keyof Row]: Column }
  readonly primaryKey: readonly (keyof Row & string)[]
}

/** A table as models and statements see it; its indexes are the migrations' business. */
export function defineTable<C extends Columns>(
  name: string,
  columns: C,
  primaryKey: readonly (keyof C & string)[] = ['id'],
): Table<RowOf<C>> {
  const missing = primaryKey.filter((column) => !(column in columns))
  if (missing.length > 0) throw new Error(`table ${name} has no column ${missing.join(', ')} for its primary key`)
  return { name, columns: columns as Table<RowOf<C>>['columns'], primaryKey }
}

function column<Value extends Bind>(mysql: string, sqlite: string): Column<Value> {
  return { mysql: `${mysql} NOT NULL`, sqlite: `${sqlite} NOT NULL` }
}

function varchar<Value extends string>(length: number): Column<Value> {
  return column(`VARCHAR(${length})`, `VARCHAR(${length})`)
}

/** Lengths are in code points. An index of MySQL takes columns of 768 code points in all. */
export const columns = {
  /** An id of ours: type prefix and UUIDv7 (40 characters at most today). */
  id: <Value extends string = string>() => varchar<Value>(48),
  /** A caller's identifier, a hash, a key. */
  identifier: <Value extends string = string>(length: number) => varchar<Value>(length),
  /** One word of a closed set, such as a status: `enumeration<'PENDING' | 'DONE'>(16)`. */
  enumeration: <Value extends string>(length: number) => varchar<Value>(length),
  /** Short text that an index may cover, or whose length has a limit. */
  line: (length: number) => varchar<string>(length),
  /** Text or JSON up to 16 MiB. */
  text: <Value extends string = string>() => column<Value>('MEDIUMTEXT', 'TEXT'),
  /** Bytes up to 16 MiB. */
  bytes: () => column<Uint8Array>('MEDIUMBLOB', 'BLOB'),
  /** Epoch milliseconds; also any count that may outgrow 32 bits. */
  instant: () => column<number>('BIGINT', 'BIGINT'),
  /** A whole number of 32 bits. */
  integer: () => column<number>('INT', 'INTEGER'),
  /** 0 or 1. */
  flag: () => column<0 | 1>('TINYINT', 'INTEGER'),
}

/** The same column, able to be null. */
export function nullable<Value extends Bind>(of: Column<Value>): Column<Value | null> {
  return { mysql: of.mysql.replace(/ NOT NULL$/, ''), sqlite: of.sqlite.replace(/ NOT NULL$/, '') }
}
