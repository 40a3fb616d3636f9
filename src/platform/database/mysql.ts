/**
 * MySQL (or MariaDB) under Sequelize: what a URL means, how a connection is set up, and the SQL that SQLite says
 * differently.
 *
 * Owns the session's settings: they make both servers, and both dialects, read a statement alike. Must never put a
 * URL or a password into a message.
 */
import type { Socket } from 'node:net'
import { DatabaseUnavailable } from './errors.ts'

// A server that is there answers within milliseconds.
const connectTimeoutMs = 5_000
// A crowd waits its turn at the pool; past this its clients are better told to come again.
const acquireTimeoutMs = 10_000
// Connections a process keeps: many processes share one server, whose default limit is 151.
const connectionsMax = 10
// Of these; the others are for requests, rings and sweeps.
const backgroundMost = 6
// A server that has gone without a word (power, network) would be waited for until TCP gives up, after 15 minutes.
const defaultSilenceMs = 30_000
// Shorter than the silence, so that a connection at rest is closed and not taken for lost.
const idleMs = 10_000
// Rows are locked for milliseconds; who waits longer tells its client to come again.
const lockWaitSeconds = 5
// A change of a table waits for the transactions that have read it, and all other statements on the table wait behind
// it: requests stand still for so long, and go on when it gives up (`migrate` tries again). The server's own is a day.
const tableWaitSeconds = 3
// A process that stands still in a transaction would hold its locks until it wakes up: it loses them before its lease.
// Far longer than `idleMs`, so that no connection at rest is closed by the server.
const heldSeconds = 20
// Per connection, where mixed load comes to 29; those not used for longest are given back. A server keeps 16,382 for
// all (max_prepared_stmt_count): enough for 40 processes, when its connections are for 15 (max_connections, 151).
const preparedMax = 40

// Strict: a value that does not fit is an error. PIPES_AS_CONCAT: || joins texts, as on SQLite.
const sqlMode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY,PIPES_AS_CONCAT'
const session = [
  `SET time_zone = '+00:00', sql_mode = '${sqlMode}', innodb_lock_wait_timeout = ${lockWaitSeconds},
    lock_wait_timeout = ${tableWaitSeconds}, wait_timeout = ${heldSeconds}`,
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
]

type DriverConnection = {
  stream: Socket
  query(sql: string, done: (error: Error | null) => void): void
  destroy(): void
}

type ResultHeader = { affectedRows: number; info: string }
type RunningQuery = { sql: string; formatResults(data: ResultHeader): unknown }

/** Throws an Error of one line for a URL that is none, or that names no database. */
export function mysqlDialect(text: string, silenceMs = defaultSilenceMs) {
  const url = readUrl(text)
  const name = decodeURIComponent(url.pathname.slice(1))
  return {
    dialect: 'mysql' as const,
    name,
    forUpdate: ' FOR UPDATE',
    forShare: ' LOCK IN SHARE MODE', // MariaDB has no FOR SHARE
    backgroundMost,
    by: (index: string) => ` FORCE INDEX (${index})`,
    now: 'SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED) AS instant',
    // Not INSERT IGNORE: it takes a shared lock on the row it keeps, so that two that lock the row next deadlock
    // (1,158 of 1,280 did), and it cuts values that do not fit.
    keepExisting: (key: string) => `ON DUPLICATE KEY UPDATE \`${key}\` = \`${key}\``,
    // VALUES() is the one spelling that both servers know.
    addTo: (names: readonly string[]) =>
      `ON DUPLICATE KEY UPDATE ${names.map((name) => `\`${name}\` = \`${name}\` + VALUES(\`${name}\`)`)}`,
    options: {
      host: url.hostname.replace(/^\[|\]$/g, ''), // an IPv6 address without its brackets
      port: Number(url.port || 3306),
      database: name,
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      databaseVersion: '8.0.0', // Sequelize need not open a connection of its own to ask
      keepDefaultTimezone: true, // set below, with the rest
      pool: { max: connectionsMax, acquire: acquireTimeoutMs, idle: idleMs },
      dialectOptions: {
        charset: 'utf8mb4_bin',
        connectTimeout: connectTimeoutMs,
        decimalNumbers: true, // SUM of integers is a DECIMAL
        maxPreparedStatements: preparedMax,
      },
      hooks: {
        afterConnect: (connection: unknown) => prepareSession(connection as DriverConnection, silenceMs),
        beforeQuery: (_options: unknown, query: unknown) => countMatchedRows(query as RunningQuery),
      },
    },
    /** Whether a connection may be silent for as long as its statement takes. */
    setPatience: (connection: unknown, patient: boolean) => {
      ;(connection as DriverConnection).stream.setTimeout(patient ? 0 : silenceMs)
    },
    scrub: async () => {},
    close: () => {},
  }
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'mysql:' || !url.hostname || url.pathname.length < 2 || url.search) {
    throw new Error('the database URL is not of the form mysql://user:password@host:port/database')
  }
  return url
}

async function prepareSession(connection: DriverConnection, silenceMs: number): Promise<void> {
  const lost = Object.assign(new Error('the database does not answer'), { code: 'ECONNRESET' })
  connection.stream.setTimeout(silenceMs, () => connection.stream.destroy(lost))
  try {
    await Promise.all(session.map((sql) => ask(connection, sql)))
  } catch (error) {
    connection.destroy()
    throw new DatabaseUnavailable((error as Error).message)
  }
}

function ask(connection: DriverConnection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => connection.query(sql, (error) => (error ? reject(error) : resolve())))
}

/**
 * MySQL counts rows that an UPDATE changed, SQLite those it matched. (The connection's flag for it, FOUND_ROWS, would
 * count a row that an insert keeps as inserted.) The matched ones come first in `Rows matched: 2  Changed: 0 …`.
 */
function countMatchedRows(query: RunningQuery): void {
  const { formatResults } = query
  query.formatResults = (data) => {
    const matched = /^UPDATE\b/i.test(query.sql) ? /\d+/.exec(data.info) : null
    if (matched) data.affectedRows = Number(matched[0])
    return formatResults.call(query, data)
  }
}
