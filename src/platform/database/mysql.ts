/**
 * MySQL (or MariaDB) with Sequelize: parses the URL, sets up connections, and provides the SQL that differs from
 * SQLite's.
 *
 * The session settings make MySQL, MariaDB and SQLite interpret statements in the same way. A URL or a password must
 * never appear in a message.
 */
import { isIP, type Socket } from 'node:net'
import { DatabaseMisconfigured, DatabaseUnavailable } from './errors.ts'
import type { DatabaseSettings } from './database.ts'
import { changedRows, statementOf, textOf } from './mysql-statements.ts'

// A server that is up replies within milliseconds.
const connectTimeoutMs = 5_000
// The time limit for waiting for a pooled connection, after which a request fails with a retryable error.
const acquireTimeoutMs = 10_000
// Connections per process. Many processes share a server, whose default limit is 151.
const connectionsMax = 10
// The number of connections for background work. The remaining ones are for requests, the dispatcher and sweeps.
const backgroundMax = 6
// A connection that has waited this long for a reply is considered lost. Without this limit, a server that vanishes
// silently (power, network) would be noticed only when TCP gives up, after 15 minutes.
const defaultSilenceMs = 30_000
// Shorter than `silenceMs`, so that an idle connection is closed before it is considered lost.
const idleMs = 10_000
// Row locks are held for milliseconds. A request that waits longer than this fails with a retryable error.
const lockWaitSeconds = 5
// The time limit for a schema change to wait for transactions that have read the table. In the meantime, every other
// statement on the table waits for the schema change. So requests stall for at most this long. Then the change gives
// up, and `migrate` retries it. The server's default is a day.
const tableWaitSeconds = 3
// The time after which the server closes an idle connection. Otherwise, a process that stalls inside a transaction
// would keep its locks until it resumes. The time is shorter than the lease of a process, and longer than `idleMs`, so
// that the server never closes an idle connection of the pool.
const heldSeconds = 20
// The maximum number of prepared statements per connection; the least recently used ones are closed first. Mixed load
// uses 29, and batched inserts use a few dozen more. A server allows 16,382 in total (max_prepared_stmt_count), enough
// for all its connections (max_connections, 151).
const preparedMax = 100

// Enough for the largest batch body, encrypted, together with its stored response. MariaDB's default is the same;
// MySQL's is 64 MiB.
const defaultPacketBytesMin = 16 * 1024 * 1024

// The type of the key table's columns. The character set and collation are those of the tables, because a lookup with
// any others uses no index. The length exceeds that of every column that is looked up: MariaDB truncates longer values,
// and a truncated value must not equal a column's value.
const keyColumn = 'VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'

/**
 * MySQL's name for TLS that checks the server's certificate and host name. Weaker modes do not prevent interception.
 */
const tlsQuery = '?ssl-mode=VERIFY_IDENTITY'
const verifiedTls = { rejectUnauthorized: true, verifyIdentity: true }

// STRICT: a value that does not fit is an error. PIPES_AS_CONCAT: || concatenates strings, as on SQLite.
const sqlMode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY,PIPES_AS_CONCAT'
const session = [
  `SET time_zone = '+00:00', sql_mode = '${sqlMode}', innodb_lock_wait_timeout = ${lockWaitSeconds},
    lock_wait_timeout = ${tableWaitSeconds}, wait_timeout = ${heldSeconds}`,
  // Sequelize's option `isolationLevel` would send its own statement before each transaction, an extra round trip.
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
]

/** The members of a mysql2 connection that are used here. */
type DriverConnection = {
  stream: Socket
  query(sql: string, done: (error: Error | null, rows?: object[]) => void): void
  destroy(): void
}

/**
 * Returns the MySQL dialect of `SequelizeDatabase`. @throws Error with one line if the URL is malformed or does not
 * name a database
 */
export function mysqlDialect({ url: text, ...bounds }: Extract<DatabaseSettings, { url: string }>) {
  const { silenceMs = defaultSilenceMs, packetBytesMin = defaultPacketBytesMin } = bounds
  const url = readUrl(text)
  const name = decodeURIComponent(url.pathname.slice(1))
  let isCluster = false
  const onConnect = async (connection: unknown) => {
    isCluster = await prepareSession(connection as DriverConnection, { silenceMs, packetBytesMin })
  }
  return {
    dialect: 'mysql' as const,
    name,
    forUpdate: ' FOR UPDATE',
    forShare: ' LOCK IN SHARE MODE', // MariaDB has no FOR SHARE
    backgroundMax,
    by: (index: string) => ` FORCE INDEX (${index})`,
    // JSON_TABLE is inside a derived table, because MySQL refuses to lock it ("appears in multiple locking clauses").
    keyTable: (names: readonly string[]) => {
      const columns = names.map((name, place) => `${name} ${keyColumn} PATH '$[${place}]'`)
      return `(SELECT * FROM JSON_TABLE($1, '$[*]' COLUMNS (n FOR ORDINALITY, ${columns.join(', ')})) AS listed)`
    },
    thenJoin: 'STRAIGHT_JOIN',
    now: 'SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED) AS instant',
    // INSERT IGNORE is not used, because it truncates values that do not fit. It also takes a shared lock on the
    // existing row, so two transactions that lock the row next deadlock (1,158 of 1,280 did).
    keepExisting: (key: string) => `ON DUPLICATE KEY UPDATE \`${key}\` = \`${key}\``,
    // VALUES() is the only syntax that both MySQL and MariaDB support.
    addTo: (names: readonly string[]) =>
      `ON DUPLICATE KEY UPDATE ${names.map((name) => `\`${name}\` = \`${name}\` + VALUES(\`${name}\`)`)}`,
    options: optionsOf(url, name, onConnect),
    /** Sets whether a connection waits for a reply without a time limit. */
    setPatience: (connection: unknown, patient: boolean) => {
      ;(connection as DriverConnection).stream.setTimeout(patient ? 0 : silenceMs)
    },
    statementOf,
    textOf,
    /**
     * Whether a statement in a transaction may be prepared. Not on a node of a Galera cluster. If the commit of another
     * node rolls the transaction back just after the reply to PREPARE, the node reports no error, and commits every
     * further statement by itself. This happened to 0.6 % of the transactions that lost a conflict while preparing
     * (measured on MariaDB 10.11).
     */
    preparesInTransactions: () => !isCluster,
    changedRows,
    connectionsMax,
    /** Null, because the load is derived from the statements and transactions that use the pool. */
    load: null,
    scrub: async () => {},
    close: () => {},
  }
}

type Bounds = { silenceMs: number; packetBytesMin: number }

function optionsOf(url: URL, database: string, afterConnect: (connection: unknown) => Promise<void>) {
  return {
    host: hostOf(url),
    port: Number(url.port || 3306),
    database,
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    databaseVersion: '8.0.0', // saves Sequelize a connection to query it
    keepDefaultTimezone: true, // `session` sets it
    pool: { max: connectionsMax, acquire: acquireTimeoutMs, idle: idleMs },
    dialectOptions: {
      charset: 'utf8mb4_bin',
      connectTimeout: connectTimeoutMs,
      ...(url.search === tlsQuery ? { ssl: verifiedTls } : {}),
      decimalNumbers: true, // SUM of integers is a DECIMAL
      maxPreparedStatements: preparedMax,
      // By default, Sequelize sets a function here. mysql2 would then compile and keep a parser for every result, and
      // call the function for every value.
      typeCast: true,
    },
    hooks: { afterConnect },
  }
}

/** Returns an IPv6 host without its brackets. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'mysql:' || !url.hostname || url.pathname.length < 2 || !['', tlsQuery].includes(url.search)) {
    const form = `mysql://user:password@host:port/database (append ${tlsQuery} for TLS)`
    throw new Error(`the database URL is not of the form ${form}`)
  }
  // For an IP address, the driver would look for `localhost` in the certificate.
  if (url.search && isIP(hostOf(url)) !== 0)
    throw new Error('the database URL has an IP address: with TLS, use the host name in the server certificate')
  return url
}

/** Sets up a new connection. Returns whether the server is a node of a Galera cluster. */
async function prepareSession(connection: DriverConnection, { silenceMs, packetBytesMin }: Bounds): Promise<boolean> {
  const lost = Object.assign(new Error('the database does not respond'), { code: 'ECONNRESET' })
  connection.stream.setTimeout(silenceMs, () => connection.stream.destroy(lost))
  try {
    const [rows] = await Promise.all([variables, ...session].map((sql) => ask(connection, sql)))
    const values = new Map((rows as Variable[]).map(({ Variable_name: name, Value: value }) => [name, value]))
    const bytes = Number(values.get('max_allowed_packet'))
    if (bytes < packetBytesMin) throw new DatabaseMisconfigured(packetFault(bytes, packetBytesMin))
    return values.get('wsrep_on') === 'ON'
  } catch (error) {
    connection.destroy()
    throw error instanceof DatabaseMisconfigured ? error : new DatabaseUnavailable((error as Error).message)
  }
}

// MySQL has no `wsrep_on`, and would refuse to select it.
const variables = "SHOW VARIABLES WHERE Variable_name IN ('max_allowed_packet', 'wsrep_on')"
type Variable = { Variable_name: string; Value: string }

/**
 * Returns the message for a server with a smaller limit. It is refused at the start, because otherwise a large
 * statement would fail much later.
 */
function packetFault(bytes: number, min: number): string {
  return `the server's max_allowed_packet is ${bytes}; set it to ${min} or more`
}

function ask(connection: DriverConnection, sql: string): Promise<object[]> {
  return new Promise((resolve, reject) =>
    connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows ?? []))),
  )
}
