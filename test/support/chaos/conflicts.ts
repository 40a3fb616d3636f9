/**
 * Makes each kind of write in this process conflict with another node of a Galera cluster. While the write holds its
 * locks, the other node changes every row in the tables that the write uses: before a transaction commits, or while a
 * single statement runs. The other node changes a column that the service does not know, so nothing else differs from a
 * run without conflicts.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import pLimit from 'p-limit'
import { JoiningSequelize } from '../../../src/platform/database/joining-sequelize.ts'
import { readPorts } from '../../tools/services/services.ts'
import type { Node } from '../../tools/services/service.ts'
import { othersThan, writtenNode } from './nodes.ts'

/** How many writes of a kind there were, and how many of them lost a conflict and ran again. */
export type Kind = { begun: number; lost: number }

export type Conflicts = {
  /** Starts to disturb the writes to this database. */
  start(database: string): Promise<void>
  /**
   * The counts for each kind of write, which is named after the function that begins it:
   * `src/features/scoring/finish.ts finishAll`.
   */
  kinds: Map<string, Kind>
  stop(): Promise<void>
}

/** The first writes of each kind are disturbed, up to this number. Each is disturbed once. */
const perKind = 20
const column = 'conflicts'
/**
 * A server variable that has no effect in these tests is used as a switch: while it has this value, single statements
 * are slow.
 */
const [slow, fast] = ['SET GLOBAL slow_launch_time = 77', 'SET GLOBAL slow_launch_time = DEFAULT']
const slowSeconds = 0.5
/** The wait until the other node's change. By then, a slow statement has locked its first row. */
const afterMs = 20
const root = join(import.meta.dirname, '../../..')

/** The test's connections to the node to which the service writes and to another node, and the names of the tables. */
type Cluster = { written: Connection; other: Connection; tables: string[] }
type Attempt = { isDisturbed: boolean; tables: Set<string> }

/** Watches all writes of this process from now on. */
export function conflictEach(): Conflicts {
  const methods = JoiningSequelize.prototype
  const { inTransaction, query } = methods
  const attempts = new AsyncLocalStorage<Attempt>()
  const kinds = new Map<string, Kind>()
  const turn = pLimit(1)
  let cluster: Cluster | null = null
  const begin = (): Kind => {
    const name = beginner()
    const kind = kinds.get(name) ?? { begun: 0, lost: 0 }
    kinds.set(name, kind)
    kind.begun += 1
    return kind
  }

  methods.inTransaction = async function <T>(this: JoiningSequelize, work: () => Promise<T>, patient: boolean) {
    if (cluster === null || attempts.getStore()) return inTransaction.call(this, work, patient) as Promise<T>
    const kind = begin()
    const attempt: Attempt = { isDisturbed: kind.begun <= perKind, tables: new Set() }
    let runs = 0
    const counted = async () => {
      runs += 1
      if (runs > 1) attempt.isDisturbed = false
      if (runs === 2) kind.lost += 1
      return work()
    }
    return attempts.run(attempt, () => inTransaction.call(this, counted, patient) as Promise<T>)
  }
  methods.query = async function (this: JoiningSequelize, sql, options) {
    const attempt = attempts.getStore()
    const text = typeof sql === 'string' ? sql : sql.query
    const tables = [...text.matchAll(/\b(?:FROM|JOIN|UPDATE|INTO) `?([a-z_]+)/g)].map(([, table]) => table!)
    for (const table of tables) attempt?.tables.add(table)
    if (cluster === null) return query.call(this, sql, options)
    const nodes = cluster
    if (attempt?.isDisturbed && text.startsWith('COMMIT')) await turn(() => changeRows(nodes, attempt.tables))
    if (attempt || !/^(UPDATE|DELETE)\b/.test(text)) return query.call(this, sql, options)
    const kind = begin()
    if (kind.begun > perKind) return query.call(this, sql, options)
    return turn(async () => {
      const before = await abortsOf(nodes.written)
      await nodes.written.query(slow)
      const sent = query.call(this, sql, options)
      sent.catch(() => {}) // awaited below
      await delay(afterMs)
      await changeRows(nodes, new Set(tables)).finally(() => nodes.written.query(fast))
      if ((await abortsOf(nodes.written)) > before) kind.lost += 1
      return sent
    })
  }
  return {
    kinds,
    async start(database) {
      cluster = await prepare(database)
    },
    async stop() {
      Object.assign(methods, { inTransaction, query })
      await Promise.all([cluster?.written.end(), cluster?.other.end()])
      cluster = null
    },
  }
}

async function prepare(database: string): Promise<Cluster> {
  const node = await writtenNode()
  const [written, other] = await Promise.all([connect(node, database), connect(othersThan(node)[0]!, database)])
  const [rows] = await other.query<RowDataPacket[]>('SHOW TABLES')
  const tables = rows.map((row) => Object.values(row)[0] as string)
  for (const table of tables) {
    await other.query(`ALTER TABLE \`${table}\` ADD COLUMN ${column} BIGINT NOT NULL DEFAULT 0`)
    // These triggers slow down single statements. Changes that are replicated from another node do not fire them.
    for (const verb of ['UPDATE', 'DELETE'])
      await other.query(`CREATE TRIGGER slow_${verb}_${table} BEFORE ${verb} ON \`${table}\` FOR EACH ROW
        IF @@global.slow_launch_time = 77 AND @@in_transaction = 0 THEN DO SLEEP(${slowSeconds}); END IF`)
  }
  return { written, other, tables }
}

/** Opens a connection whose statements wait until the node has applied everything that other nodes have committed. */
async function connect(node: Node, database: string): Promise<Connection> {
  const connection = await createConnection({ host: '127.0.0.1', port: readPorts()[node], user: 'root', database })
  await connection.query('SET SESSION wsrep_sync_wait = 15')
  return connection
}

/** Changes all rows in the tables on the other node. Resolves when the written node has applied the change. */
async function changeRows({ written, other, tables }: Cluster, used: Set<string>): Promise<void> {
  for (;;)
    try {
      await other.beginTransaction()
      for (const table of tables.filter((name) => used.has(name)))
        await other.query(`UPDATE \`${table}\` SET ${column} = ${column} + 1`)
      await other.commit()
      break
    } catch (error) {
      // The other node's change can lose the conflict, too.
      if ((error as { code?: string }).code !== 'ER_LOCK_DEADLOCK') throw error
    }
  await written.query('SELECT 1 FROM schema_migrations LIMIT 1')
}

/** Returns how many of the node's local transactions were aborted because of transactions on other nodes. */
async function abortsOf(node: Connection): Promise<number> {
  const [rows] = await node.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'wsrep_local_%'")
  const counted = rows.filter(({ Variable_name: name }) => /bf_aborts|cert_failures/.test(name as string))
  return counted.reduce((sum, { Value: value }) => sum + Number(value), 0)
}

/**
 * Returns the innermost function outside the platform that led to this call. Skips `writer.ts`, which writes on behalf
 * of other functions.
 */
function beginner(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 40
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  const frames = [...stack.matchAll(/at (?:async )?(?:([\w.$]+)[^(\n]* )?\(?(?:file:\/\/)?([^():\n]+):\d+:\d+/g)]
  const own = frames
    .map(([, name = '', file = '']) => ({ name: name.replace(/^.*\./, ''), file: file.replace(`${root}/`, '') }))
    .find(
      ({ file }) => /^(src\/(features|cli|tables|app)|test\/support\/whole)/.test(file) && !/\/writer\.ts$/.test(file),
    )
  return own ? `${own.file} ${own.name}`.trim() : 'elsewhere'
}
