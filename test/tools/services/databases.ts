/**
 * Databases for tests: a private one for each test, on SQLite and, if the services are running, on MariaDB. Also, other
 * processes that use these databases.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { createConnection } from 'mysql2/promise'
import type { Database, DatabaseSettings } from '../../../src/platform/database/database.ts'
import { openDatabase } from '../../../src/platform/database/open.ts'
import { fastFolder } from '../fast-folder.ts'
import { readServices } from './services.ts'

/** Creates an empty database that is removed at the end of the test. */
export type CreateDatabase = (t: ExecutionContext) => Promise<DatabaseSettings>

/** The dialects under test, by name. */
export const dialects: { [name: string]: CreateDatabase } = {
  sqlite: async (t) => ({ file: join(await temporaryFolder(t), 'screening.db') }),
}

const services = readServices()
/** The server's address, or null if it is not running. */
export const mysqlUrl = services?.DATABASE_URL ?? null
if (mysqlUrl) dialects.mysql = (t) => createOnServer(t, mysqlUrl)

/** Creates a folder that is removed at the end of the test. */
export async function temporaryFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(fastFolder(), 'screening-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Opens a database that `create` makes, and closes it at the end of the test. */
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

/** Starts `database-child.ts` with these arguments, and kills it at the end of the test. */
export function startDatabaseChild(t: ExecutionContext, ...args: string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, 'database-child.ts'), args)
  t.teardown(() => child.kill('SIGKILL'))
  return child
}

/**
 * Returns a child process's next message.
 *
 * @throws Error if the process ends without sending one
 */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const silent = once(child, 'disconnect').then(() => {
    throw new Error('the child process ended without a message')
  })
  const [message] = (await Promise.race([once(child, 'message'), silent])) as [Message]
  return message
}
