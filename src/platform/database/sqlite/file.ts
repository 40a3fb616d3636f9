/**
 * The embedded database file: one connection for reads, one for writes, and the queue of writers.
 *
 * A read outside a transaction sees the last commit and never waits. A transaction has exclusive use of the connection
 * for writes. Writers wait in a queue in JavaScript, and the event loop handles other events during a long series of
 * statements.
 */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { type Binds, createPrivately, Link, type Result, withCode } from './link.ts'
import { LogKeeper } from './log.ts'
import { pagesMax } from './pages.ts'
import { Scrubber } from './scrubber.ts'
import { WriteOrder } from './write-order.ts'

// The time for which a statement is retried while another process writes. CLI commands finish well before that.
const busyTimeoutMs = 10_000
// Retrying every 1 to 3 ms cannot miss the pause that a process makes if it writes constantly (see WriteOrder).
const retryMs = { min: 1, spread: 2 }
// The maximum time for which SQLite blocks the event loop. A request does not notice a delay of 10 ms.
const turnMs = 10

/** A writer's turn, for a single statement or for a transaction. */
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
      // Without this check, a statement that was not awaited would run in the transaction of the next writer.
      if (this.#ended) throw new Error('the transaction of this statement has ended')
      return this.#link.run(sql, binds)
    })
  }

  /** Rolls back a transaction that is still open. */
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

/** The file that all Sequelize connections of one Database share. */
export class SqliteFile {
  readonly #reader: Link
  readonly #writer: Link
  readonly #writers = new WriteOrder()
  readonly #scrubber: Scrubber
  readonly #log: LogKeeper
  #turnStartedAt: number | null = null

  /** Opens the file, and creates it (mode 600) if it does not exist. @throws Error with a `code`: `SQLITE_…` or `E…` */
  constructor(path: string, logKeptMs?: number) {
    try {
      createPrivately(path)
      // synchronous = FULL: a commit survives a power loss. secure_delete: the bytes of a deleted row are overwritten.
      // max_page_count: in a larger file, a scrub could not determine the type of each page.
      const durable = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON'
      this.#writer = new Link(path, `${durable}; PRAGMA foreign_keys = ON; PRAGMA max_page_count = ${pagesMax}`)
      this.#reader = new Link(path, 'PRAGMA query_only = ON')
    } catch (error) {
      throw withCode(error)
    }
    this.#scrubber = new Scrubber(path, this.#writers)
    const log = { version: () => this.#reader.dataVersion(), empty: () => this.#writer.emptyLog() }
    this.#log = new LogKeeper(this.#writers, log, logKeptMs)
  }

  read(sql: string, binds: Binds): Promise<Result> {
    return this.#attempt(() => this.#reader.run(sql, binds))
  }

  async write(): Promise<Writer> {
    const endTurn = await this.#writers.turn()
    return new Writer(this.#writer, this.#attempt, endTurn)
  }

  /** Returns the numbers of running and waiting writers. */
  load(): { inUse: number; waiting: number; max: number } {
    const { pending } = this.#writers
    return { inUse: Math.min(1, pending), waiting: Math.max(0, pending - 1), max: 1 }
  }

  /**
   * Scrubs the file, as `Scrubber.scrub` describes. Other writers wait for at most one step, which takes a few
   * milliseconds; reads never wait.
   */
  scrub(): Promise<void> {
    return this.#scrubber.scrub()
  }

  close(): void {
    this.#scrubber.close()
    this.#log.close()
    this.#reader.close()
    this.#writer.close()
  }

  /**
   * Runs a statement now, or in the next turn of the event loop if SQLite has already used up `turnMs` of the current
   * one. Retries while the file is locked.
   */
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
