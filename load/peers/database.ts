/**
 * The peers' database: four tables with the keys that their statements use, and prepared statements on a pool.
 *
 * Keys are natural, so that a read is one index lookup. Calls use callbacks, because mysql2's promises create an Error
 * for its stack trace at every call.
 */
import mysql, { type Pool, type PoolConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2'

/**
 * One connection for each of the bench's 32 concurrent requests. The more commits wait at once, the more of them share
 * a flush in MariaDB.
 */
const connectionsMax = 32

const tables = [
  `CREATE TABLE IF NOT EXISTS jobs (
    tenant VARCHAR(128) NOT NULL, externalId VARCHAR(128) NOT NULL, versionId CHAR(36) NOT NULL,
    PRIMARY KEY (tenant, externalId))`,
  `CREATE TABLE IF NOT EXISTS criteria_versions (
    id CHAR(36) PRIMARY KEY, version INT NOT NULL, status VARCHAR(16) NOT NULL, criteria TEXT NOT NULL,
    createdAt BIGINT NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS applications (
    tenant VARCHAR(128) NOT NULL, jobId VARCHAR(128) NOT NULL, externalId VARCHAR(128) NOT NULL,
    latestScoringJobId CHAR(36) NOT NULL, PRIMARY KEY (tenant, jobId, externalId))`,
  `CREATE TABLE IF NOT EXISTS scoring_jobs (
    id CHAR(36) PRIMARY KEY, criteriaVersionId CHAR(36) NOT NULL, status VARCHAR(16) NOT NULL, resumeUrl TEXT, answers TEXT,
    score DOUBLE, assessment TEXT, audit TEXT, queuedAt BIGINT NOT NULL, startedAt BIGINT, completedAt BIGINT,
    KEY (status, queuedAt))`,
]

export type Value = string | number | null

type Within = Pick<HandDatabase, 'select' | 'execute'>

export type HandDatabase = {
  select: <Row>(sql: string, values: Value[]) => Promise<Row[]>
  /** The number of rows that a statement changed. */
  execute: (sql: string, values: Value[]) => Promise<number>
  /** Runs `work` in a transaction, which is rolled back if `work` throws. */
  transaction: <T>(work: (within: Within) => Promise<T>) => Promise<T>
}

/** Opens the pool and creates missing tables. */
export async function openDatabase(uri: string): Promise<HandDatabase> {
  const pool = openPool(uri, true)
  // With autocommit off, a transaction begins with its first statement, which saves the round trip of a START
  // TRANSACTION.
  const transactions = openPool(uri, false)
  for (const sql of tables) await execute(pool, `${sql} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`, [])
  return {
    select: (sql, values) => select(pool, sql, values),
    execute: (sql, values) => execute(pool, sql, values),
    transaction: (work) => transact(transactions, work),
  }
}

function openPool(uri: string, autocommit: boolean): Pool {
  // mysql2 sets FOUND_ROWS by default. Without this flag, a row that an insert leaves unchanged does not count as
  // affected.
  const pool = mysql.createPool({ uri, connectionLimit: connectionsMax, flags: ['-FOUND_ROWS'] })
  pool.on('connection', (connection: PoolConnection) => {
    // At the default isolation level, an INSERT … SELECT would lock the rows that it reads and the gaps next to them.
    connection.query(`SET SESSION tx_isolation = 'READ-COMMITTED', autocommit = ${autocommit ? 1 : 0}`)
  })
  return pool
}

type Executor = Pick<Pool | PoolConnection, 'execute'>

function select<Row>(on: Executor, sql: string, values: Value[]): Promise<Row[]> {
  return new Promise((resolve, reject) =>
    on.execute<RowDataPacket[]>(sql, values, (error, rows) => (error ? reject(error) : resolve(rows as Row[]))),
  )
}

function execute(on: Executor, sql: string, values: Value[]): Promise<number> {
  return new Promise((resolve, reject) =>
    on.execute<ResultSetHeader>(sql, values, (error, { affectedRows } = { affectedRows: 0 } as ResultSetHeader) =>
      error ? reject(error) : resolve(affectedRows),
    ),
  )
}

async function transact<T>(pool: Pool, work: (within: Within) => Promise<T>): Promise<T> {
  const connection = await new Promise<PoolConnection>((resolve, reject) =>
    pool.getConnection((error, taken) => (error ? reject(error) : resolve(taken))),
  )
  try {
    const result = await work({
      select: (sql, values) => select(connection, sql, values),
      execute: (sql, values) => execute(connection, sql, values),
    })
    await execute(connection, 'COMMIT', [])
    return result
  } catch (error) {
    await execute(connection, 'ROLLBACK', [])
    throw error
  } finally {
    connection.release()
  }
}
