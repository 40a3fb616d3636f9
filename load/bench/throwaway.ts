/** Creates empty databases for a single row, and removes them afterwards. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/platform/database/database.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { makeDatabase } from '../../test/tools/services/private-database.ts'

type Measure<Result> = (database: Database) => Promise<Result>

/** Runs `measure` in a throwaway SQLite file. */
export async function onSqlite<Result>(measure: Measure<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'screening-bench-'))
  const database = openDatabase({ file: join(folder, 'bench.sqlite') })
  try {
    return await measure(database)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs `measure` in a throwaway MySQL database, on the server that `make services` starts. */
export async function onMysql<Result>(measure: Measure<Result>): Promise<Result> {
  const { settings, remove } = await makeDatabase()
  const database = openDatabase({ url: settings.DATABASE_URL as string })
  try {
    return await measure(database)
  } finally {
    await database.close()
    await remove()
  }
}
