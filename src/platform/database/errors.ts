/**
 * Classifies database failures for the caller: a transient outage, unusable settings, contention between writers, a
 * duplicate key, or a faulty statement.
 */

/** The database is unreachable or cannot respond at the moment. The caller may retry later. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable'
}

/**
 * No database can be opened with these settings: the host is unknown, the credentials are wrong, the database does not
 * exist, or the file is unusable. At the start, the server prints the message and exits. Later, this error is treated
 * like any other outage.
 */
export class DatabaseMisconfigured extends DatabaseUnavailable {
  override readonly name = 'DatabaseMisconfigured'
}

/**
 * The database refused a statement, which is a defect unless `isDuplicate`. `code` is the driver's code (`ER_…`,
 * `SQLITE_…`).
 */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const misconfigured = new Set([
  ...['ENOTFOUND', 'ER_ACCESS_DENIED_ERROR', 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR'],
  ...['ER_DBACCESS_DENIED_ERROR', 'ER_BAD_DB_ERROR'],
])

/**
 * Error codes for an outage in which the server or disk still responds. A lost or refused connection is recognised by
 * the error's class.
 */
const unavailable = new Set([
  ...['ER_SERVER_SHUTDOWN', 'ER_NORMAL_SHUTDOWN', 'ER_QUERY_INTERRUPTED', 'ER_CONNECTION_KILLED', 'ER_DISK_FULL'],
  'ER_OPTION_PREVENTS_STATEMENT',
  // A Galera node that has no quorum, is still joining, or loses its quorum during a commit.
  ...['ER_UNKNOWN_COM_ERROR', 'ER_ERROR_DURING_COMMIT'],
  'ER_CLIENT_INTERACTION_TIMEOUT', // with this code, MySQL (but not MariaDB) ends the connection of a stalled process
  ...['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR'],
])

const contention = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT'])
const duplicate = new Set(['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])

/** Errors whose message quotes a value or part of the statement. */
const telling = /^ER_(DUP_ENTRY|PARSE_ERROR|INVALID_CHARACTER_STRING|(WARN_)?DATA_|TRUNCATED_|WRONG_VALUE)/

/** A driver's error. `fatal`: the connection is lost. */
type DriverError = Error & { code?: string; fatal?: boolean }
/** `parent` is the driver's error. */
type SequelizeError = Error & { sql?: string; parent?: DriverError }

/** Translates an error from Sequelize or a driver; returns any other error unchanged. */
export function translated(error: unknown): unknown {
  const { name, message, parent, sql } = error as SequelizeError
  if (name?.startsWith('Sequelize')) {
    const isLost = /^SequelizeConnection|^SequelizeHostNot/.test(name)
    return meaningOf(parent?.code ?? name, parent?.message ?? message, isLost || parent?.fatal === true)
  }
  const { code, fatal } = error as DriverError
  if (fatal === true || /^(ER|SQLITE)_/.test(code ?? '')) return meaningOf(code ?? 'no code', message, fatal === true)
  // a statement sent after its transaction ended
  return sql !== undefined && name === 'Error' ? new Error(message) : error
}

function meaningOf(code: string, reason: string, isLost: boolean): Error {
  if (misconfigured.has(code)) return new DatabaseMisconfigured(reason)
  if (isLost || unavailable.has(code)) return new DatabaseUnavailable(reason)
  return new StatementRefused(code, telling.test(code) ? reason.replace(/'.*'/s, "'…'") : reason)
}

/**
 * Throw this inside a transaction that relied on data which another transaction has changed since. The transaction is
 * then rolled back and runs again.
 */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/**
 * Returns whether the error is a deadlock, a lock timeout or a lost race: nothing was changed, and a retry may succeed.
 */
export function isContention(error: unknown): boolean {
  return error instanceof Overtaken || (error instanceof StatementRefused && contention.has(error.code))
}

/** Returns whether a unique key or the primary key refused the row. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof StatementRefused && duplicate.has(error.code)
}
