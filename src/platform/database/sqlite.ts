/**
 * The doorway to `node:sqlite`: the embedded database file, and locks on files.
 *
 * Owns two connections to a file, one that reads and one that writes, and the order of the writers. A read outside a
 * transaction sees the last commit and waits for nobody; a transaction has the writing connection to itself.
 * `node:sqlite` is synchronous, so nothing here may wait inside SQLite (its busy timeout is 0), nor go on for long
 * without giving the event loop its turn.
 */
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

// Another process may hold a file for a moment while it is opened; blocking is fine at a start.
const openTimeoutMs = 2_000
// While another process writes, a statement tries again this long; the operator's commands are done well before.
const busyTimeoutMs = 10_000
// Tried again every 1 to 3 ms, so that a waiting process is sure to meet the pause of 4 ms that a busy one makes.
const retryMs = { min: 1, spread: 2 }
const pauseMs = 4
// A command beside a server that writes without end waits this long at most; the pauses cost the server 2 %.
const busyMs = 200
// SQLite's work in one turn of the event loop; a request behind it does not notice 10 ms.
const turnMs = 10
// Prepared statements kept per connection: the product's own, and room for lists of varying length.
const statementsMax = 300

/** SQLite's codes by the names that Sequelize knows: a constraint by its case, the others by their kind. */
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

type Row = Record<string, unknown>
export type Result = { rows: Row[]; changes: number }
/** Values in the order of their numbers: a list, or Sequelize's `{ $1: …, $2: … }`. */
export type Binds = { readonly [name: string]: unknown } | readonly unknown[]

/** One SQLite connection and its prepared statements. */
class Link {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, { statement: StatementSync; returnsRows: boolean }>()

  constructor(path: string, pragmas: string) {
    this.#database = new DatabaseSync(path, { timeout: openTimeoutMs })
    this.#database.exec(pragmas)
    this.#database.exec('PRAGMA busy_timeout = 0')
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

  close(): void {
    this.#prepared.clear()
    this.#database.close()
  }

  #prepare(sql: string): { statement: StatementSync; returnsRows: boolean } {
    let prepared = this.#prepared.get(sql)
    if (prepared) {
      this.#prepared.delete(sql) // set again below: the order of the map is the order of use
    } else {
      const statement = this.#database.prepare(numbered(sql))
      prepared = { statement, returnsRows: statement.columns().length > 0 }
    }
    this.#prepared.set(sql, prepared)
    if (this.#prepared.size > statementsMax) this.#prepared.delete(this.#prepared.keys().next().value!)
    return prepared
  }
}

/** `$1` is a name, which SQLite looks for among all names: 340 ms to prepare 10,000 of them. `?1` is a number: 2 ms. */
function numbered(sql: string): string {
  const literalOrBind = /('(?:[^']|'')*'|`[^`]*`)|\$(\d+)/g
  return sql.replace(literalOrBind, (_match, literal, number) => literal ?? `?${number}`)
}

/** A number would be bound as a REAL, so that 5 joined to a text reads `5.0`. */
function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'boolean') return value ? 1n : 0n
  return (value ?? null) as SQLInputValue
}

/** SQLite's rows have no prototype and bring bytes as Uint8Array; MySQL's are plain objects with Buffers. */
function toPlainRow(row: Row): Row {
  const plain: Row = {}
  for (const name in row) {
    const value = row[name]
    plain[name] = value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length) : value
  }
  return plain
}

/** Gives an error of SQLite its name as `code`; the low byte is the kind, the rest the case. */
function withCode(error: unknown): Error & { code?: string } {
  const failure = error as Error & { code?: string; errcode?: number }
  const { errcode } = failure
  if (errcode !== undefined) failure.code = codeNames[errcode] ?? codeNames[errcode & 0xff] ?? `SQLITE_${errcode}`
  return failure
}

/** One writer at a time, first come, first served, with a pause when there is no end of them: see `busyMs`. */
class WriteOrder {
  #last: Promise<void> = Promise.resolve()
  #busySince = 0
  #releasedAt = 0

  /** Resolves with the function that ends the turn. */
  async turn(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    const now = performance.now()
    if (now - this.#releasedAt >= pauseMs) {
      this.#busySince = now
    } else if (now - this.#busySince >= busyMs) {
      await delay(pauseMs)
      this.#busySince = performance.now()
    }
    return () => {
      this.#releasedAt = performance.now()
      resolve()
    }
  }
}

/** The turn to write: for a single statement, or for a transaction. */
export class Writer {
  readonly #link: Link
  readonly #attempt: Attempt
  readonly #endTurn: () => void
  #ended = false

  constructor(link: Link, attempt: Attempt, endTurn: () => void) {
    this.#link = link
    this.#attempt = attempt
    this.#endTurn = endTurn
  }

  run(sql: string, binds: Binds): Promise<Result> {
    return this.#attempt(() => {
      // A statement that nobody awaited would land in the next writer's transaction.
      if (this.#ended) throw new Error('the transaction of this statement has ended')
      return this.#link.run(sql, binds)
    })
  }

  /** Rolls back what is still open. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    try {
      if (this.#link.inTransaction) this.#link.run('ROLLBACK', [])
    } finally {
      this.#endTurn()
    }
  }
}

type Attempt = (statement: () => Result) => Promise<Result>

/** The file that all connections of one Database share. */
export class SqliteFile {
  readonly #path: string
  readonly #reader: Link
  readonly #writer: Link
  readonly #writers = new WriteOrder()
  #turnStartedAt: number | null = null

  /** Opens the file, making it (mode 600) where there is none. Throws an error with a `code`: `SQLITE_…` or `E…`. */
  constructor(path: string) {
    this.#path = path
    try {
      createPrivately(path)
      // FULL: an acknowledged commit survives a power loss. secure_delete: a deleted row's bytes are overwritten.
      const durable = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON'
      this.#writer = new Link(path, `${durable}; PRAGMA foreign_keys = ON`)
      this.#reader = new Link(path, 'PRAGMA query_only = ON')
    } catch (error) {
      throw withCode(error)
    }
  }

  read(sql: string, binds: Binds): Promise<Result> {
    return this.#attempt(() => this.#reader.run(sql, binds))
  }

  async write(): Promise<Writer> {
    const endTurn = await this.#writers.turn()
    return new Writer(this.#writer, this.#attempt, endTurn)
  }

  /**
   * Has a thread of its own rewrite the file: reads go on meanwhile, writes wait for their turn. Throws when another
   * process will not let go of the file, or the disk has no room for a second copy.
   */
  async scrub(): Promise<void> {
    const endTurn = await this.#writers.turn()
    try {
      await once(new Worker(new URL('./sqlite-scrub.ts', import.meta.url), { workerData: this.#path }), 'exit')
    } finally {
      endTurn()
    }
  }

  close(): void {
    this.#reader.close()
    this.#writer.close()
  }

  /** Runs at once, unless this turn of the event loop has had its share; again while another process is in the way. */
  readonly #attempt: Attempt = async (statement) => {
    this.#turnStartedAt ??= this.#startTurn()
    if (performance.now() - this.#turnStartedAt > turnMs) await nextTurn()
    const deadline = performance.now() + busyTimeoutMs
    for (;;) {
      try {
        return statement()
      } catch (error) {
        const failure = withCode(error)
        if (failure.code !== 'SQLITE_BUSY' || performance.now() > deadline) throw failure
        await delay(retryMs.min + Math.random() * retryMs.spread)
      }
    }
  }

  #startTurn(): number {
    setImmediate(() => {
      this.#turnStartedAt = null
    })
    return performance.now()
  }
}

// A lock that nobody holds in JavaScript would be closed, and so freed, by the garbage collector.
const locksHeld = new Set<DatabaseSync>()

/**
 * Takes a file's exclusive lock, or null while another process has it. The operating system frees it when the process
 * ends, however it ends. Writes nothing but an empty file, and that only where there is none.
 */
export function tryLockFile(path: string): { release(): void } | null {
  createPrivately(path)
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE') // no journal file beside it
  } catch (error) {
    database.close()
    if (withCode(error).code === 'SQLITE_BUSY') return null
    throw error
  }
  locksHeld.add(database)
  return {
    release() {
      if (locksHeld.delete(database)) database.close()
    },
  }
}

/** Never opens a file that exists: closing it again would free the locks that this process holds on it (POSIX). */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
