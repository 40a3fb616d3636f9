/**
 * Every statement that this process sends to its databases, with its binds and the functions of `src/tables` that send it.
 *
 * Listens where all of them pass, those of models too: Sequelize's `query`, which a database takes when it opens.
 */
import { Sequelize } from 'sequelize'
import type { Bind } from '../../src/platform/database/database.ts'

export type Sample = { sql: string; bind: readonly Bind[] }

export type Statement = {
  /** Functions of `src/tables` that sent it, each with its place: `findJob` → `src/tables/jobs.ts:22`. */
  senders: Map<string, string>
  /** Where else it was sent from, when nobody did. */
  place: string
  /** Its last executions. */
  samples: Sample[]
}

export type Recorder = {
  /** What was sent so far; two that differ in the length of a list alone are one. */
  statements: () => Statement[]
  stop: () => void
}

type Options = { bind?: readonly Bind[] }
type Query = (this: Sequelize, sql: string, options?: Options) => Promise<unknown>

/** A plan depends on the binds: a key that is not there is found out before there is a plan. */
const samplesMost = 5
/** From Sequelize back to the table's function; V8 shows ten unless it is told. */
const framesMost = 40

/** Records from now on, the databases that are opened from now on. */
export function recordStatements(): Recorder {
  const prototype = Sequelize.prototype as unknown as { query: Query }
  const { query } = prototype
  const found = new Map<string, Statement>()
  prototype.query = function (sql, options) {
    const key = sql.replaceAll(/\$\d+(, ?\$\d+)+/g, '$…')
    const { senders, place } = whereFrom()
    const { senders: before = [], samples = [] } = found.get(key) ?? {}
    const latest = [{ sql, bind: options?.bind ?? [] }, ...samples].slice(0, samplesMost)
    found.set(key, { senders: new Map([...before, ...senders]), place, samples: latest })
    return query.call(this, sql, options)
  }
  return { statements: () => [...found.values()], stop: () => void (prototype.query = query) }
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
