/** A database on the services with this release's tables. It is copied, because the migrations take a second. */
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../../src/platform/database/migrations.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { makeDatabase, type Place } from '../tools/services/private-database.ts'

const source = join(import.meta.dirname, '../../src/platform/database')

/** Returns the name of the database that all tests on these services copy. It changes when the migrations do. */
function templateName(): string {
  const hash = createHash('sha256')
  for (const file of globSync(['migrations/**/*.ts', '*.ts'], { cwd: source }).toSorted())
    hash.update(readFileSync(join(source, file)))
  return `screening_template_${hash.digest('hex').slice(0, 12)}`
}

let copying: Promise<string> | undefined

/** Migrates the template unless it exists. Returns the statements that copy it into the database of a connection. */
async function copyOf(connection: Connection, databaseUrl: string): Promise<string> {
  const template = templateName()
  await connection.query(`CREATE DATABASE IF NOT EXISTS ${template}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${template}`
  const database = openDatabase({ url: url.href })
  await migrate(database).finally(() => database.close())
  const [rows] = await connection.query<RowDataPacket[]>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?',
    [template],
  )
  const copies = rows.map(
    ({ name }) =>
      `CREATE TABLE \`${name}\` LIKE ${template}.\`${name}\`; INSERT INTO \`${name}\` SELECT * FROM ${template}.\`${name}\``,
  )
  return copies.join('; ')
}

/**
 * Creates a database with the tables, and its queues and counters.
 *
 * @throws Error if the services are not running
 */
export async function makeMigratedDatabase(): Promise<Place> {
  const place = await makeDatabase()
  const uri = place.settings.DATABASE_URL as string
  const connection = await createConnection({ uri, multipleStatements: true })
  try {
    await connection.query(await (copying ??= copyOf(connection, uri)))
  } catch (error) {
    // A failed attempt is not kept, because a busy machine may refuse a connection now and accept one for the next
    // test.
    copying = undefined
    throw error
  } finally {
    await connection.end()
  }
  return place
}
