/**
 * Transactions over the connections of a pool: how one begins and ends, and what becomes of its connection.
 *
 * Where they follow one another closely, the commit of one begins the next, for which its connection is kept. A busy
 * process reads the answer to a BEGIN only after a turn of its event loop, while the database waits for the first
 * statement: without it, 8 to 13 % more submissions a second (measured). An empty transaction holds no locks and, with
 * READ COMMITTED, no view of the data. Must never hand out a connection whose transaction may still be open.
 */
import { translated } from './errors.ts'

/** How long an empty transaction waits for its first statement, and how soon one must follow another to be expected. */
const keptMs = 10

/**
 * A transaction under way, as Sequelize's models look for one. `finished`: it takes no statement any more; `isSettled`:
 * the database has answered its end, so its connection is fit for others.
 */
export type OpenTransaction = {
  connection: unknown
  finished?: 'commit' | 'rollback'
  isSettled?: true
  /** See `Database.ofTransaction`. */
  own?: Owned
}

export type Owned = Map<object, { value: unknown; finish: () => Promise<void> }>

export type Connections = {
  acquire(): Promise<unknown>
  release(connection: unknown): void
  /** Closes a connection whose transaction may still be open. */
  discard(connection: unknown): void
}

type Dialect = {
  begin: string
  /** Commits, and begins the next transaction; null where connections are not kept. */
  commitAndBegin: string | null
  send(connection: unknown, sql: string, bind: readonly []): Promise<unknown>
  setPatience(connection: unknown, patient: boolean): void
}

export class Transactions {
  readonly #dialect: Dialect
  readonly #connections: Connections
  /** The connection of an empty transaction, and the timer that ends it. */
  #begun: { connection: unknown; timer: NodeJS.Timeout } | null = null
  #committedAt = -Infinity

  constructor(dialect: Dialect, connections: Connections) {
    this.#dialect = dialect
    this.#connections = connections
  }

  /** Commits what `fn` did, or rolls it back if it fails. Not by Sequelize, whose BEGIN costs more than a statement. */
  async run<T>(fn: (transaction: OpenTransaction) => Promise<T>, patient: boolean): Promise<T> {
    const isFrequent = performance.now() - this.#committedAt < keptMs
    const begun = this.#takeBegun()
    const transaction: OpenTransaction = { connection: begun ?? (await this.#connections.acquire()) }
    const { connection } = transaction
    this.#dialect.setPatience(connection, patient)
    let chained: string | null = null
    try {
      await (begun === null ? this.#dialect.send(connection, this.#dialect.begin, []) : null)
      const result = await fn(transaction)
      chained = isFrequent && this.#begun === null ? this.#dialect.commitAndBegin : null
      await this.#end(transaction, 'commit', chained ?? 'COMMIT')
      this.#committedAt = performance.now()
      return result
    } catch (error) {
      // The caller learns the first failure; one of the ROLLBACK only costs the connection.
      if (!transaction.finished) await this.#end(transaction, 'rollback', 'ROLLBACK').catch(() => {})
      throw translated(error)
    } finally {
      this.#dialect.setPatience(connection, false)
      if (!transaction.isSettled) this.#connections.discard(connection)
      else if (chained) this.#keep(connection)
      else this.#connections.release(connection)
    }
  }

  async #end(transaction: OpenTransaction, how: 'commit' | 'rollback', sql: string): Promise<void> {
    transaction.finished = how
    await this.#dialect.send(transaction.connection, sql, [])
    transaction.isSettled = true
  }

  #takeBegun(): unknown {
    const begun = this.#begun
    if (!begun) return null
    clearTimeout(begun.timer)
    this.#begun = null
    return begun.connection
  }

  #keep(connection: unknown): void {
    // Another one may have been kept while this one was committed.
    if (this.#begun) return void this.#endEmpty(connection)
    const timer = setTimeout(() => void this.#endEmpty(this.#takeBegun()), keptMs)
    this.#begun = { connection, timer }
  }

  async #endEmpty(connection: unknown): Promise<void> {
    try {
      await this.#dialect.send(connection, 'ROLLBACK', [])
    } catch {
      return this.#connections.discard(connection)
    }
    this.#connections.release(connection)
  }
}
