/**
 * Records every statement that this process sends to its databases, with its binds and the functions in `src/tables`
 * that send it. Wraps the two methods that all statements use: `run` for raw SQL, and Sequelize's `query` for models.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Bind } from '../../src/platform/database/database.ts'
import { JoiningSequelize } from '../../src/platform/database/joining-sequelize.ts'
import { SequelizeDatabase } from '../../src/platform/database/sequelize-database.ts'

export type Sample = { sql: string; bind: readonly Bind[] }

export type Statement = {
  /**
   * The functions in `src/tables` that sent the statement, each with its location: `findJob` → `src/tables/jobs.ts:22`.
   */
  senders: Map<string, string>
  /** The location that sent the statement, if that is not a function in `src/tables`. */
  place: string
  /** The last few times that the statement was sent, with its text and binds; the newest first. */
  samples: Sample[]
}

export type Recorder = {
  /** Returns the statements so far. Statements that differ only in the length of a list are treated as one. */
  statements: () => Statement[]
  stop: () => void
}

type Run = (this: SequelizeDatabase, sql: string, bind: readonly Bind[], send: never) => Promise<unknown>
type Query = (
  this: JoiningSequelize,
  sql: string | { query: string; bind?: Bind[] },
  options?: object,
) => Promise<never>

/**
 * The maximum number of samples of a statement. One is not enough, because the plan depends on the binds: the optimiser
 * may find out that a key is missing before it makes a plan.
 */
const samplesMax = 5
/** Enough frames to reach the table's function. By default, V8 keeps ten. */
const framesMax = 40

/**
 * Matches an id or an owner that a model wrote into its statement. Does not match the name of a state, because each
 * state can have its own plan.
 */
const literal = /'[a-z]\w*_\w{20,}'|'[^']*[^A-Z_'][^']*'/g

/** Records the statements sent to all databases from now on. */
export function recordStatements(): Recorder {
  const named = SequelizeDatabase.prototype as { run: Run; model: (table: object) => object }
  const models = JoiningSequelize.prototype as { query: Query }
  const [{ run, model }, { query }] = [named, models]
  const found = new Map<string, Statement>()
  const record = (sql: string, bind: readonly Bind[], { senders, place } = whereFrom()) => {
    const key = sql.replaceAll(/\$\d+(, ?\$\d+)+/g, '$…').replaceAll(literal, "'…'")
    const { senders: before = [], samples = [] } = found.get(key) ?? {}
    const latest = [{ sql, bind: [...bind] }, ...samples].slice(0, samplesMax)
    found.set(key, { senders: new Map([...before, ...senders]), place, samples: latest })
  }
  named.run = function (sql, bind, send) {
    record(sql, bind)
    return run.call(this, sql, bind, send)
  }
  // The stack is read here, because a model's method sends its statement later, when the stack no longer shows the
  // caller.
  const callers = new AsyncLocalStorage<ReturnType<typeof whereFrom>>()
  named.model = function (table) {
    const from = whereFrom()
    const call = (target: object, name: string | symbol) => {
      const member = Reflect.get(target, name) as unknown
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => callers.run(from, () => Reflect.apply(member, target, given) as unknown)
    }
    return new Proxy(model.call(this, table), { get: call })
  }
  models.query = function (sql, options) {
    const { query: text, bind = [] } = typeof sql === 'string' ? { query: sql } : sql
    const from = callers.getStore()
    if (from) record(asWritten(text), bind, from)
    return query.call(this, sql, options)
  }
  const stop = () => {
    Object.assign(named, { run, model })
    models.query = query
  }
  return { statements: () => [...found.values()], stop }
}

/** Returns a model's statement in the form of a handwritten one: without quotes around names and without its end. */
function asWritten(sql: string): string {
  return sql.replaceAll('`', '').replace(/;$/, '')
}

function whereFrom(): Pick<Statement, 'senders' | 'place'> {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = framesMax
  const stack = new Error().stack ?? ''
  Error.stackTraceLimit = stackTraceLimit
  const frames = [...stack.matchAll(/at (?:async )?(?:([\w.]+) )?\(?file:.*\/(src\/[\w/-]+\.ts:\d+):\d+\)?$/gm)]
  const places = frames.map(([, name = '', place]) => [name, place as string] as const)
  const outside = places.find(([, place]) => !place.startsWith('src/platform/database/sequelize-database.ts'))
  return {
    senders: new Map(places.filter(([name, place]) => name !== '' && place.startsWith('src/tables/'))),
    place: outside?.[1] ?? 'a library',
  }
}
