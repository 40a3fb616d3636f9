/** The embedded database file: its content, and its use by a second process. */
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import type { Database } from '../../../src/platform/database/database.ts'
import { openDatabase } from '../../../src/platform/database/open.ts'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { nextMessage, startDatabaseChild, temporaryFolder } from '../../tools/services/databases.ts'

async function openFile(t: ExecutionContext): Promise<{ database: Database; file: string }> {
  const file = join(await temporaryFolder(t), 'screening.db')
  const database = openDatabase({ file })
  t.teardown(() => database.close())
  await database.execute('CREATE TABLE notes (id VARCHAR(40) PRIMARY KEY, body TEXT)')
  return { database, file }
}

test("the database's files are readable only by their owner", async (t) => {
  const { file } = await openFile(t)
  const files = await readdir(dirname(file))
  t.deepEqual(files.sort(), ['screening.db', 'screening.db-shm', 'screening.db-wal'])
  for (const name of files) t.is((await stat(join(dirname(file), name))).mode & 0o777, 0o600, name)
})

test('the database syncs each commit, overwrites deleted data, and enforces foreign keys', async (t) => {
  const { database } = await openFile(t)
  const settings = await database.transaction(async () => {
    const names = ['journal_mode', 'synchronous', 'secure_delete', 'foreign_keys', 'max_page_count']
    const answers = await Promise.all(names.map((name) => database.select(`PRAGMA ${name}`)))
    return Object.assign({}, ...answers.flat()) as object
  })
  const others = { secure_delete: 1, foreign_keys: 1, max_page_count: 33_554_431 }
  t.deepEqual(settings, { journal_mode: 'wal', synchronous: 2, ...others })
})

test('right after the migrations, reads and writes use the index that suits large tables', async (t) => {
  const database = openDatabase({ file: join(await temporaryFolder(t), 'screening.db') })
  t.teardown(() => database.close())
  // An index by tenant seems just as good to SQLite, but would read all of the tenant's rows.
  const statement = `SELECT * FROM verdicts WHERE tenantId = 't' AND applicationId = 'a' AND hash IN ('1', '2')`
  const plan = async () => {
    const lines = await database.select<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`)
    return lines.map(({ detail }) => detail).join()
  }
  await database.select('SELECT 1') // the reading connection opens the file before its tables exist
  await migrate(database)
  for (const found of [await plan(), await database.transaction(plan)]) t.regex(found, /applicationId=\? AND hash=\?/)
  const statistics = () => database.select('SELECT * FROM sqlite_stat1')
  const before = await statistics()
  await migrate(database)
  t.deepEqual(await statistics(), before)
})

test('endless statements do not block the event loop', async (t) => {
  const { database } = await openFile(t)
  let ended = false
  let turns = 0
  const statements = async () => {
    await database.execute("INSERT INTO notes (id) VALUES ('a')")
    while (!ended) await database.select('SELECT id FROM notes')
  }
  const endless = statements()
  for (; turns < 20; turns += 1) await nextTurn()
  ended = true
  await endless
  t.is(turns, 20)
})

test("a write waits for another process's lock without blocking anything else", async (t) => {
  const { database, file } = await openFile(t)
  const child = startDatabaseChild(t, 'hold', file)
  t.deepEqual(await nextMessage(child), { holding: true })
  const write = database.execute("INSERT INTO notes (id) VALUES ('waited')")
  const transaction = database.transaction(() => database.execute("INSERT INTO notes (id) VALUES ('waited, too')"))
  t.deepEqual(await database.select('SELECT id FROM notes'), [])
  child.send('commit')
  await Promise.all([write, transaction, once(child, 'exit')])
  t.is((await database.select('SELECT id FROM notes')).length, 3)
})

test('a command in another process succeeds while this one writes constantly', async (t) => {
  const { database, file } = await openFile(t)
  let ended = false
  let written = 0
  const write = () => database.execute('INSERT INTO notes (id) VALUES ($1)', [`n${written++}`])
  const writer = async () => {
    while (!ended) {
      await database.transaction(async () => {
        for (let row = 0; row < 100; row += 1) await write()
      })
    }
  }
  const writers = Promise.all([writer(), writer()])
  for (let index = 0; index < 5; index += 1) {
    const before = written
    const child = startDatabaseChild(t, 'insert', file, `c${index}`)
    const { inserted } = await nextMessage<{ inserted: number }>(child)
    t.log(`after ${Math.round(inserted)} ms, beside ${written - before} rows`)
    t.true(written > before)
  }
  ended = true
  await writers
})
