/**
 * A place is where a system keeps its data: a MariaDB database with queues and counters of the same name, or an
 * embedded file. It counts the system's jobs directly in the database, which costs only one statement.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { connect } from 'amqplib'
import { createConnection } from 'mysql2/promise'
import { makeDatabase } from '../../test/tools/services/private-database.ts'
import { lanes } from '../../src/platform/broker/broker.ts'

export type Status = 'PENDING' | 'PROCESSING' | 'COMPLETED'

export type Place = {
  settings: Record<string, string>
  /**
   * Counts scoring jobs with this status that were created since the bench started, or since `countFromNow`: counting a
   * million older ones would take half a second.
   */
  count: (status: Status) => Promise<number>
  /** Deletes all jobs and messages; no worker must be running. */
  empty: () => Promise<void>
  select: <Row extends object>(sql: string) => Promise<Row[]>
  execute: (sql: string, values?: unknown[]) => Promise<unknown>
  remove: () => Promise<void>
}

/** The tables of the service and of the peer. Tables that a system does not have are skipped. */
const jobTables = [
  ...['scoring_jobs', 'applications', 'scoring_batches', 'scoring_batch_jobs', 'verdicts', 'usage_units'],
  ...['events', 'webhook_deliveries', 'rollups', 'idempotent_answers'],
  ...['application_scores', 'job_activity', 'quota_lanes'],
]

/** The places that exist, so that an interrupted bench can remove them. */
const places = new Set<Place>()

/** Removes all remaining places. Call it when they are no longer in use. */
export async function removePlaces(): Promise<void> {
  for (const place of places) await place.remove().catch(() => {})
}

function keep(place: Place): Place {
  const kept = {
    ...place,
    async remove() {
      places.delete(kept)
      await place.remove()
    },
  }
  places.add(kept)
  return kept
}

let countedFrom = Date.now()

/** From now on, all places count only jobs that are accepted after this call. */
export function countFromNow(): void {
  countedFrom = Date.now()
}

/**
 * The conditions match the index on partner, state and age. The peer's jobs have no partner, so their index is on state
 * and age.
 */
function countSql(partners: string): string {
  const whose = partners && `partnerId IN (${partners}) AND `
  return `SELECT COUNT(*) AS n FROM scoring_jobs WHERE ${whose}status = ? AND queuedAt >= ${countedFrom}`
}

/** Creates a place on MariaDB, RabbitMQ and Redis, which must be running. */
export async function placeOnServices(): Promise<Place> {
  const { settings, remove } = await makeDatabase()
  const url = settings.DATABASE_URL as string
  const database = await createConnection(url)
  const select = async <Row extends object>(sql: string, values: string[] = []) =>
    (await database.query(sql, values))[0] as Row[]
  const tables = async () => (await select<Record<string, string>>('SHOW TABLES')).flatMap((row) => Object.values(row))
  const purge = async () => {
    const broker = await connect(settings.AMQP_URL as string)
    for (const lane of lanes) {
      const channel = await broker.createChannel()
      channel.on('error', () => {}) // the system may have no such queue
      await channel.purgeQueue(`screening.${new URL(url).pathname.slice(1)}.${lane}`).catch(() => {})
    }
    await broker.close()
  }
  return keep({
    settings,
    async count(status) {
      // The statement lists the partners' ids. With a subquery, MariaDB would read all jobs in the state instead of a range
      // of the index.
      const partners = (await tables()).includes('partners')
        ? await select<{ id: string }>('SELECT id FROM partners')
        : []
      const sql = countSql(partners.map(({ id }) => `'${id}'`).join())
      return Number((await select<{ n: number }>(sql, [status]))[0]?.n)
    },
    async empty() {
      const there = await tables()
      for (const name of jobTables) if (there.includes(name)) await database.query(`TRUNCATE TABLE ${name}`)
      await purge()
    },
    select,
    execute: (sql, values) => database.query(sql, values),
    async remove() {
      await database.end()
      await remove()
    },
  })
}

/** Creates a place in a file, without services. */
export function placeInFile(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'screening-bench-'))
  const refuse = async () => {
    throw new Error('the rows of the embedded database belong to its process')
  }
  return keep({
    settings: { DATA_DIR: folder },
    async count(status) {
      const database = new DatabaseSync(join(folder, 'screening.sqlite'), { readOnly: true })
      try {
        return Number(database.prepare(countSql('SELECT id FROM partners')).get(status)?.n)
      } finally {
        database.close()
      }
    },
    empty: refuse,
    select: refuse,
    execute: refuse,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  })
}
