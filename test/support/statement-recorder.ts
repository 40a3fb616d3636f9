/**
 * Records every statement that this process sends to its databases, with its binds and the functions of `src/tables`
 * that send it.
 *
 * Wraps the doorway's `run`, which all statements pass.
 */
import type { Bind } from '../../src/platform/database/database.ts'
import { SequelizeDatabase, type Sent } from '../../src/platform/database/sequelize-database.ts'

export type Sample = { sql: string; bind: readonly Bind[] }

export type Statement = {
  /** The functions of `src/tables` that sent it, each with its place: `findJob` → `src/tables/jobs.ts:22`. */
  senders: Map<string, string>
  /** Where it was sent from, when no function of `src/tables` sent it. */
  place: string
  /** Its last executions. */
  samples: Sample[]
}

export type Recorder = {
  /** The statements so far; those that differ only in the length of a list count as one. */
  statements: () => Statement[]
  stop: () => void
}

type Run = (this: SequelizeDatabase, sql: string, bind: readonly Bind[]) => Promise<Sent>

/** A plan depends on the binds: the optimizer may rule out a missing key before it makes a plan. */
const samplesMost = 5
/** Reaches from the doorway back to the table's function; V8 keeps ten frames by default. */
const framesMost = 40

/** Records the statements of all databases from now on. */
export function recordStatements(): Recorder {
  const prototype = SequelizeDatabase.prototype as { run: Run }
  const { run } = prototype
  const found = new Map<string, Statement>()
  prototype.run = function (sql, bind) {
    const key = sql.replaceAll(/\$\d+(, ?\$\d+)+/g, '$…')
    const { senders, place } = whereFrom()
    const { senders: before = [], samples = [] } = found.get(key) ?? {}
    const latest = [{ sql, bind: [...bind] }, ...samples].slice(0, samplesMost)
    found.set(key, { senders: new Map([...before, ...senders]), place, samples: latest })
    return run.call(this, sql, bind)
  }
  return { statements: () => [...found.values()], stop: () => void (prototype.run = run) }
}

function whereFrom(): Pick<Statement, 'senders' | 'place'> {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = framesMost
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
