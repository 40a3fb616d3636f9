/**
 * A separate process that uses a database: runs the command in its arguments, reports to its parent in messages, and
 * ends.
 *
 *     insert <file> <id>     inserts a row into `notes`; sends { inserted: milliseconds it took }
 *     hold <file>            inserts a row; sends { holding: true }, commits at the next message
 *     migrate <json> <folder>  migrates the database of these settings; sends { applied: names }
 *     churn <file>           changes and scrubs without end; sends { changed: number of the last change }
 *     lock <folder>          locks the folder; sends { locked: true } and keeps it, or { refused: message }
 */
import { once } from 'node:events'
import type { DatabaseSettings } from '../../../src/platform/database/database.ts'
import { openDatabase } from '../../../src/platform/database/open.ts'
import { lockFolder } from '../../../src/platform/data-folder.ts'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { churn, lastChange } from './churn.ts'

const [command = '', target = '', extra = ''] = process.argv.slice(2)

const commands: Record<string, () => Promise<object>> = {
  async insert() {
    const database = openDatabase({ file: target })
    const startedAt = performance.now()
    await database.execute('INSERT INTO notes (id) VALUES ($1)', [extra])
    const inserted = performance.now() - startedAt
    await database.close()
    return { inserted }
  },
  async hold() {
    const database = openDatabase({ file: target })
    await database.transaction(async () => {
      await database.execute("INSERT INTO notes (id) VALUES ('held')")
      process.send!({ holding: true })
      await once(process, 'message')
    })
    await database.close()
    return { committed: true }
  },
  async churn() {
    const database = openDatabase({ file: target })
    const scrub = async () => {
      for (;;) await database.scrub()
    }
    void scrub()
    for (let changed = await lastChange(database); ;) {
      changed = await churn(database, changed)
      process.send!({ changed })
    }
  },
  async migrate() {
    const database = openDatabase(JSON.parse(target) as DatabaseSettings)
    const applied = await migrate(database, extra)
    await database.close()
    return { applied }
  },
  async lock() {
    try {
      lockFolder(target)
    } catch (error) {
      return { refused: (error as Error).message }
    }
    process.send!({ locked: true })
    await once(process, 'message')
    return {}
  },
}

const run = commands[command]
if (!run) throw new Error(`no such command: ${command}`)
process.send!(await run())
process.disconnect!()
