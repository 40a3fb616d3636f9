/**
 * A Sequelize whose statements automatically join the transaction of the function that sends them. It also translates
 * errors.
 *
 * Raw SQL, models, commits and rollbacks all call `query`. Sequelize's own way of passing a transaction, `useCLS`, is
 * global to the process: two databases would join each other's transactions.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Sequelize, type Options, type QueryOptions, type Transaction } from 'sequelize'
import { retried } from './contention.ts'
import { DatabaseUnavailable, StatementRefused, translated } from './errors.ts'
import { tooManyPrepared, unprepared } from './mysql-statements.ts'

type Owned = Map<object, { value: unknown; finish: () => Promise<void> }>
/** `own`: see `Database.ofTransaction`. */
type OpenTransaction = { transaction: Transaction; own: Owned }

export class JoiningSequelize extends Sequelize {
  readonly #open = new AsyncLocalStorage<OpenTransaction>()
  readonly #patience = new AsyncLocalStorage<boolean>()
  readonly #preparesInTransactions: () => boolean
  #users = 0

  constructor(options: Options, preparesInTransactions: () => boolean) {
    // Sequelize's own retries are off, because they would repeat single statements of a transaction. See `retried`.
    super({ ...options, logging: false, retry: { max: 1 }, query: { raw: true } })
    this.#preparesInTransactions = preparesInTransactions
  }

  /** The number of statements and transactions that have a connection or wait for one. */
  get users(): number {
    return this.#users
  }

  /** Whether the transaction that is beginning may wait minutes for a reply. */
  get isPatient(): boolean {
    return this.#patience.getStore() ?? false
  }

  /**
   * Runs a statement in the current transaction, if there is one. `Promise<never>` fits every overload of
   * `Sequelize.query`.
   */
  override query(sql: Parameters<Sequelize['query']>[0], options: QueryOptions = {}): Promise<never> {
    const transaction = options.transaction ?? this.#open.getStore()?.transaction ?? null
    const isText = transaction !== null && !this.#preparesInTransactions()
    const [text, sent] = isText ? unprepared(sql, options) : [sql, options]
    const send = () =>
      (super.query(text, { ...sent, transaction }) as Promise<never>).catch((error: unknown) => {
        throw typeof sql === 'string' ? translated(error) : withoutText(translated(error))
      })
    return transaction ? send() : retried(() => this.#use(send))
  }

  /** See `Database.transaction`. */
  async inTransaction<T>(work: () => Promise<T>, patient: boolean): Promise<T> {
    if (this.#open.getStore()) return work()
    const begin = () =>
      this.transaction((transaction) => {
        const opened: OpenTransaction = { transaction, own: new Map() }
        return this.#open.run(opened, () => toItsEnd(opened, work))
      }).catch(rethrowTranslated)
    return retried(() => this.#use(() => this.#patience.run(patient, begin)))
  }

  /** See `Database.ofTransaction`. */
  ofTransaction<Value>(key: object, make: () => Value, finish: (value: Value) => Promise<void>): Value {
    const own = this.#open.getStore()?.own
    if (!own) throw new Error('ofTransaction was called outside of a transaction')
    let entry = own.get(key)
    if (!entry) {
      const value = make()
      own.set(key, (entry = { value, finish: () => finish(value) }))
    }
    return entry.value as Value
  }

  async #use<T>(connection: () => Promise<T>): Promise<T> {
    this.#users += 1
    try {
      return await connection()
    } finally {
      this.#users -= 1
    }
  }
}

async function toItsEnd<T>({ own }: OpenTransaction, work: () => Promise<T>): Promise<T> {
  const result = await work()
  for (const { finish } of own.values()) await finish()
  return result
}

function rethrowTranslated(error: unknown): never {
  throw translated(error)
}

/**
 * Returns DatabaseUnavailable for a model's statement that the server could not prepare because it has too many
 * prepared statements; any other error unchanged. Raw SQL is sent as text instead.
 */
function withoutText(error: unknown): unknown {
  const isFull = error instanceof StatementRefused && error.code === tooManyPrepared
  return isFull ? new DatabaseUnavailable(error.message) : error
}
