/** Migrations on MySQL while other processes use the database: the migrations' lock, and tables in use. */
import test, { type ExecutionContext } from 'ava'
import { openDatabase } from '../../../src/platform/database/open.ts'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { dialects, openFor } from '../../tools/services/databases.ts'
import { observe, writeMigration } from '../../support/migrations.ts'
import { until } from '../../tools/until.ts'

const things =
  "await createTable('things', { id: columns.id(), owner: columns.identifier(128), at: columns.instant() })"
const more = "await database.execute('ALTER TABLE things ADD COLUMN more INT')"

if (dialects.mysql) {
  const create = dialects.mysql

  /** Starts a migration that waits for a transaction in a process from the previous release. */
  const meet = async (t: ExecutionContext) => {
    const settings = await create(t)
    const [older, newer] = [openDatabase(settings), openDatabase(settings)]
    t.teardown(() => Promise.all([older.close(), newer.close()]))
    const folder = await writeMigration(t, '0001-things.ts', things)
    await migrate(older, folder)
    await writeMigration(t, '0002-more.ts', more, folder)
    const [reading, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ended = older.transaction(async () => {
      await older.select('SELECT id FROM things')
      reading.resolve()
      await ending.promise
    })
    await reading.promise
    const end = () => {
      ending.resolve()
      return ended
    }
    return { older, newer, folder, end }
  }

  test('a migration waits for a transaction that has read its table, and other statements can run during the wait', async (t) => {
    const { older, newer, folder, end } = await meet(t)
    const migrated = migrate(newer, folder)
    const waiting = `SELECT id FROM information_schema.processlist
      WHERE db = DATABASE() AND info LIKE 'ALTER TABLE things%' AND state LIKE 'Waiting for table%'`
    await until('the migration waits for its table', async () => (await older.select(waiting)).length > 0)
    t.deepEqual(await older.select('SELECT id FROM things'), [])
    t.is(await older.execute("INSERT INTO things (id, owner, at) VALUES ('i', 'o', 1)"), 1)
    await end()
    t.deepEqual(await migrated, ['0002-more.ts'])
  })

  test("a dead process's lock expires, and a migration stops if another process has taken over its lock", async (t) => {
    const database = await openFor(t, create)
    const folder = await writeMigration(t, '0001-things.ts', things)
    await migrate(database, folder)
    const holdFor = (ms: number) =>
      database.execute(
        `UPDATE schema_lock SET holder = 'another', heldUntil = CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED) + ${ms}`,
      )
    await holdFor(1_000)
    await writeMigration(t, '0002-more.ts', more, folder)
    const startedAt = performance.now()
    t.deepEqual(await migrate(database, folder), ['0002-more.ts'])
    t.true(performance.now() - startedAt > 500)
    const steal = `await database.execute("UPDATE schema_lock SET holder = 'another', heldUntil = 4e12")`
    await writeMigration(t, '0003-stolen.ts', steal, folder)
    await writeMigration(t, '0004-never.ts', "throw new Error('ran without the lock')", folder)
    await t.throwsAsync(migrate(database, folder), { message: /another process has taken over the migration/ })
    t.deepEqual(await database.select('SELECT holder FROM schema_lock'), [{ holder: 'another' }])
    await holdFor(-1)
  })

  test('a start on a complete schema takes no lock and changes no schema, even while another process migrates', async (t) => {
    const database = await openFor(t, create)
    await migrate(database)
    await database.execute("UPDATE schema_lock SET holder = 'another', heldUntil = 4e12")
    const statements: string[] = []
    t.deepEqual(await migrate(observe(database, (sql) => void statements.push(sql))), [])
    t.deepEqual(statements, [])
  })

  test('if a table stays in use the migration fails and says what to do, and the next start continues', async (t) => {
    const { newer, folder, end } = await meet(t)
    await t.throwsAsync(migrate(newer, folder, 0), {
      message: /another transaction uses a table: .*0002-more.*innodb_trx.*KILL/,
    })
    await end()
    t.deepEqual(await migrate(newer, folder), ['0002-more.ts'])
  })
}

if (!dialects.mysql) {
  test("the migrations' lock is tested only on the services", (t) => {
    t.log('the services are not running: make services')
    t.pass()
  })
}
