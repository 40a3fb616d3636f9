/**
 * Column types, and tables with their keys and parent tables.
 *
 * Models and migrations use the same functions. Instants are epoch milliseconds, flags are 0 or 1, and JSON is text
 * that the code parses, so a row is the same plain object in both dialects. Text uses its table's collation,
 * utf8mb4_bin, and is compared byte by byte (except that MySQL ignores trailing spaces). Identifiers do not have an
 * ASCII collation, because MySQL refuses to compare such a column with non-ASCII text.
 */
import { DataTypes } from 'sequelize'

/** Values that a column can hold and a statement can bind. */
export type Bind = string | number | null | Uint8Array

/** A column as Sequelize's models declare it; `Value` is the type of its values. */
export type Column<Value extends Bind = Bind> = {
  readonly type: AbstractDataType
  readonly allowNull: boolean
  /** Only for the compiler; never set. */
  readonly value?: Value
}

type AbstractDataType = ReturnType<typeof DataTypes.STRING>
type Columns = { readonly [name: string]: Column }

/** The type of the rows that have these columns. */
export type RowOf<C extends Columns> = { [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never }

/** The keys of a table: lists of columns, by the name of the index, which is `<table>_<name>` in the database. */
export type TableKeys<Name extends string> = {
  /** The columns of the primary key; `id` if not given. */
  readonly primaryKey?: readonly Name[]
  readonly unique?: { readonly [index: string]: readonly Name[] }
  readonly indexes?: { readonly [index: string]: readonly Name[] }
}

/** A table; `Database.model` returns its Sequelize model. */
export type Table<Row extends object> = {
  readonly name: string
  readonly columns: { readonly [Name in keyof Row]: Column }
  readonly primaryKey: readonly (keyof Row & string)[]
  readonly indexes: readonly TableIndex[]
  /** The table whose `id` a column refers to. */
  readonly belongsTo: { readonly [column: string]: AnyTable }
}

type TableIndex = { readonly name: string; readonly unique: boolean; readonly fields: string[] }
/** A table of any row type. */
export type AnyTable = Omit<Table<Record<string, Bind>>, 'primaryKey'> & { readonly primaryKey: readonly string[] }

/** Declares a table. The migrations create it; `test/platform/database/models.test.ts` compares the two. */
export function defineTable<C extends Columns>(
  name: string,
  columns: C,
  { primaryKey = ['id'], unique = {}, indexes = {} }: TableKeys<keyof C & string> = {},
  belongsTo: { readonly [Column in keyof C]?: AnyTable } = {},
): Table<RowOf<C>> {
  const indexOf =
    (unique: boolean) =>
    ([index, fields]: [string, readonly string[]]) => ({ name: `${name}_${index}`, unique, fields: [...fields] })
  const all = [...Object.entries(unique).map(indexOf(true)), ...Object.entries(indexes).map(indexOf(false))]
  const named = [...primaryKey, ...all.flatMap(({ fields }) => fields)]
  const missing = named.filter((column) => !(column in columns))
  if (missing.length > 0) throw new Error(`table ${name} has no column ${missing.join(', ')} for its keys`)
  return { name, columns, primaryKey, indexes: all, belongsTo: belongsTo as Table<RowOf<C>>['belongsTo'] }
}

/** SQLite's names of types that differ from MySQL's. */
const sqliteNames: { readonly [mysql: string]: string | undefined } = {
  MEDIUMTEXT: 'TEXT',
  MEDIUMBLOB: 'BLOB',
  TINYINT: 'INTEGER',
}

/** Returns a column's type for CREATE TABLE, such as `VARCHAR(48) NOT NULL`. */
export function typeOf({ type, allowNull }: Column, dialect: 'mysql' | 'sqlite'): string {
  const name = type.toSql()
  const ofDialect = dialect === 'sqlite' ? (sqliteNames[name] ?? name) : name
  return allowNull ? ofDialect : `${ofDialect} NOT NULL`
}

function column<Value extends Bind>(type: AbstractDataType): Column<Value> {
  return { type, allowNull: false }
}

function varchar<Value extends string>(length: number): Column<Value> {
  return column(DataTypes.STRING(length))
}

/** Lengths are in code points. A MySQL index covers at most 768 code points in total. */
export const columns = {
  /** One of our ids: a type prefix and a UUIDv7 (currently at most 40 characters). */
  id: <Value extends string = string>() => varchar<Value>(48),
  /** A caller-supplied identifier, a hash or a key. */
  identifier: <Value extends string = string>(length: number) => varchar<Value>(length),
  /** One word from a closed set, such as a status: `enumeration<'PENDING' | 'DONE'>(16)`. */
  enumeration: <Value extends string>(length: number) => varchar<Value>(length),
  /** Short text that is indexed or has a maximum length. */
  line: (length: number) => varchar<string>(length),
  /** Text or JSON of up to 16 MiB. */
  text: <Value extends string = string>() => column<Value>(DataTypes.TEXT('medium')),
  /** Up to 16 MiB of bytes. */
  bytes: () => column<Uint8Array>(DataTypes.BLOB('medium')),
  /** Epoch milliseconds, or a count that may exceed 32 bits. */
  instant: () => column<number>(DataTypes.BIGINT()),
  /** A 32-bit integer. */
  integer: () => column<number>(DataTypes.INTEGER()),
  /** 0 or 1. */
  flag: () => column<0 | 1>(DataTypes.TINYINT()),
}

/** Returns the same column, but nullable. */
export function nullable<Value extends Bind>(of: Column<Value>): Column<Value | null> {
  return { type: of.type, allowNull: true }
}
