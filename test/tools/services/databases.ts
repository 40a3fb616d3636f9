/**
 * Databases for tests: a private one for each test, always on SQLite, and on MariaDB if the services are running; and
 * other processes that use them.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { createConnection } from 'mysql2/promise'
import type { Database, DatabaseSettings } from '../../../src/platform/database/database.ts'
import { openDatabase } from '../../../src/platform/database/open.ts'
import { readServices } from './services.ts'

/** Makes an empty database that is removed when the test ends. */
export type CreateDatabase = (t: ExecutionContext) => Promise<DatabaseSettings>

/** The dialects under test, by name. */
export const dialects: { [name: string]: CreateDatabase } = {
  sqlite: async (t) => ({ file: join(await temporaryFolder(t), 'screening.db') }),
}

const services = readServices()
/** The server's address; null if it is not running. */
export const mysqlUrl = services?.DATABASE_URL ?? null
if (mysqlUrl) dialects.mysql = (t) => createOnServer(t, mysqlUrl)

/** A folder that is removed when the test ends. */
export async function temporaryFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'screening-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Opens the database that `create` makes, until the test ends. */
export async function openFor(t: ExecutionContext, create: CreateDatabase): Promise<Database> {
  const database = openDatabase(await create(t))
  t.teardown(() => database.close())
  return database
}

async function createOnServer(t: ExecutionContext, server: string): Promise<{ url: string }> {
  const name = `screening_${randomBytes(6).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name}`)
  t.teardown(() => onServer(server, `DROP DATABASE ${name}`))
  return { url: Object.assign(new URL(server), { pathname: `/${name}` }).href }
}

async function onServer(server: string, sql: string): Promise<void> {
  const connection = await createConnection(server)
  await connection.query(sql)
  await connection.end()
}

/** Starts `database-child.ts` with these arguments; kills it when the test ends. */
export function startDatabaseChild(t: ExecutionContext, ...args: string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, 'database-child.ts'), args)
  t.teardown(() => child.kill('SIGKILL'))
  return child
}

/** Returns the next message of a child. @throws Error if it ends without one */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const silent = once(child, 'disconnect').then(() => {
    throw new Error('the child process ended without a message')
  })
  const [message] = (await Promise.race([once(child, 'message'), silent])) as [Message]
  return message
}
