/**
 * Migrations for tests: files in a private folder.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { temporaryFolder } from './databases.ts'

/** Writes a migration whose `up` has `body`, into `folder` or a new one; the folder. */
export async function writeMigration(t: ExecutionContext, name: string, body: string, folder?: string) {
  const target = folder ?? (await temporaryFolder(t))
  const up = `export const up = async ({ database, createTable, addColumns, columns, nullable }) => {\n${body}\n}\n`
  await writeFile(join(target, name), up)
  return target
}
