/**
 * The columns a table can have, spelled for MySQL and for SQLite, and the shape of a table made of them.
 *
 * Owns every SQL type of the product: models and migrations use the same builders. Instants are epoch milliseconds,
 * flags are 0 or 1, JSON is text that its reader parses, so a row is the same plain object on both dialects. Text uses
 * its table's collation, utf8mb4_bin, and compares byte for byte (except that MySQL ignores trailing spaces).
 * Identifiers are not ASCII columns: MySQL would report an error when one is compared with non-ASCII text, where SQLite
 * finds nothing.
 */

/** What a column can hold and a statement can bind. */
export type Bind = string | number | null | Uint8Array

/** A column's type in each dialect's SQL; `Value` is what a row holds there. */
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

/** A table as models and statements see it; migrations own its indexes. */
export function defineTable<C extends Columns>(
  name: string,
  columns: C,
  primaryKey: readonly (keyof C & string)[] = ['id'],
): Table<RowOf<C>> {
  const missing = primaryKey.filter((column) => !(column in columns))
  if (missing.length > 0) throw new Error(`table ${name} has no column ${missing.join(', ')} for its primary key`)
  return { name, columns, primaryKey }
}

function column<Value extends Bind>(mysql: string, sqlite: string): Column<Value> {
  return { mysql: `${mysql} NOT NULL`, sqlite: `${sqlite} NOT NULL` }
}

function varchar<Value extends string>(length: number): Column<Value> {
  return column(`VARCHAR(${length})`, `VARCHAR(${length})`)
}

/** Lengths are in code points. A MySQL index covers at most 768 code points in total. */
export const columns = {
  /** One of our ids: type prefix and UUIDv7 (at most 40 characters today). */
  id: <Value extends string = string>() => varchar<Value>(48),
  /** A caller's identifier, a hash, a key. */
  identifier: <Value extends string = string>(length: number) => varchar<Value>(length),
  /** One word of a closed set, such as a status: `enumeration<'PENDING' | 'DONE'>(16)`. */
  enumeration: <Value extends string>(length: number) => varchar<Value>(length),
  /** Short text: an index may cover it, or its length is limited. */
  line: (length: number) => varchar<string>(length),
  /** Text or JSON up to 16 MiB. */
  text: <Value extends string = string>() => column<Value>('MEDIUMTEXT', 'TEXT'),
  /** Bytes up to 16 MiB. */
  bytes: () => column<Uint8Array>('MEDIUMBLOB', 'BLOB'),
  /** Epoch milliseconds, or any count that may outgrow 32 bits. */
  instant: () => column<number>('BIGINT', 'BIGINT'),
  /** A 32-bit integer. */
  integer: () => column<number>('INT', 'INTEGER'),
  /** 0 or 1. */
  flag: () => column<0 | 1>('TINYINT', 'INTEGER'),
}

/** The same column, nullable. */
export function nullable<Value extends Bind>(of: Column<Value>): Column<Value | null> {
  return { mysql: of.mysql.replace(/ NOT NULL$/, ''), sqlite: of.sqlite.replace(/ NOT NULL$/, '') }
}
