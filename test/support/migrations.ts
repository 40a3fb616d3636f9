/** Migrations for tests: files in a private folder, and their effects on a database. */
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { Bind, Database } from '../../src/platform/database/database.ts'
import { storedName } from '../../src/platform/database/migrations.ts'
import { temporaryFolder } from '../tools/services/databases.ts'

export const released = join(import.meta.dirname, '../../src/platform/database/migrations')

/** Returns the stored names of this release's migrations, in the order of their files. */
export function releasedMigrations(): string[] {
  return readdirSync(released)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map(storedName)
}

/** Writes a migration whose `up` has this `body` into `folder` or a new folder, and returns the folder. */
export async function writeMigration(t: ExecutionContext, name: string, body: string, folder?: string) {
  const target = folder ?? (await temporaryFolder(t))
  const up = `export const up = async ({ database, createTable, addColumns, dropIndex, replaceIndex, columns, nullable }) => {\n${body}\n}\n`
  await writeFile(join(target, name), up)
  return target
}

/**
 * Returns the same database, except that it calls `after` after each `execute`. `after` may throw, as if the process
 * died there.
 */
export function observe(
  database: Database,
  after: (sql: string, bind: readonly Bind[]) => Promise<void> | void,
): Database {
  const execute: Database['execute'] = async (sql, bind = []) => {
    const changed = await database.execute(sql, bind)
    await after(sql, bind)
    return changed
  }
  return new Proxy(database, {
    get(target, name) {
      if (name === 'execute') return execute
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
