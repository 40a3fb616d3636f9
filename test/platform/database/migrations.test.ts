/** Each migration runs exactly once and in order, however many processes start. */
import { once } from 'node:events'
import test, { type ExecutionContext } from 'ava'
import { isDuplicate, type Database } from '../../../src/platform/database/database.ts'
import { openDatabase } from '../../../src/platform/database/open.ts'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { dialects, nextMessage, openFor, startDatabaseChild } from '../../tools/services/databases.ts'
import { observe, released, releasedMigrations, writeMigration } from '../../support/migrations.ts'
import { readSchema } from '../../support/schema.ts'

const things = `await createTable('things', { id: columns.id(), owner: columns.identifier(128), at: columns.instant() },
  { primaryKey: ['owner', 'id'], unique: { once: ['owner', 'at'] }, indexes: { at: ['at'] } })`
const more = "await database.execute('ALTER TABLE things ADD COLUMN more INT')"

for (const [dialect, create] of Object.entries(dialects)) {
  test(`${dialect}: each migration is applied once, in the order of the numbers`, async (t) => {
    const database = await openFor(t, create)
    const folder = await writeMigration(t, '0002-more.ts', more)
    await writeMigration(t, '0001-things.ts', things, folder)
    await writeMigration(t, 'notes.ts', "throw new Error('no migration')", folder)
    t.deepEqual(await migrate(database, folder), ['0001-things.ts', '0002-more.ts'])
    t.deepEqual(await migrate(database, folder), [])
    const row = `await database.execute("INSERT INTO things VALUES ('i', 'o', 1, 2)")`
    await writeMigration(t, '0003-row.ts', row, folder)
    t.deepEqual(await migrate(database, folder), ['0003-row.ts'])
    t.deepEqual(await database.select('SELECT * FROM things'), [{ id: 'i', owner: 'o', at: 1, more: 2 }])
  })

  test(`${dialect}: a new table has the keys that its migration defines`, async (t) => {
    const database = await openFor(t, create)
    await migrate(database, await writeMigration(t, '0001-things.ts', things))
    const insert = (id: string, at: number) => database.execute("INSERT INTO things VALUES ($1, 'o', $2)", [id, at])
    await insert('a', 1)
    t.true(isDuplicate(await t.throwsAsync(insert('a', 2))), 'the primary key')
    t.true(isDuplicate(await t.throwsAsync(insert('b', 1))), 'the unique key')
    const hint = dialect === 'sqlite' ? 'INDEXED BY things_at' : 'FORCE INDEX (things_at)'
    t.deepEqual(await database.select(`SELECT id FROM things ${hint} WHERE at = 1`), [{ id: 'a' }])
  })

  test(`${dialect}: columns are added with their indexes, and are not added again if the migration runs again`, async (t) => {
    const database = await openFor(t, create)
    const folder = await writeMigration(t, '0001-things.ts', things)
    const added = `await addColumns('things', { note: nullable(columns.line(9)) }, { indexes: { note: ['owner', 'note'] } })`
    await migrate(database, await writeMigration(t, '0002-note.ts', added, folder))
    await database.execute("INSERT INTO things VALUES ('i', 'o', 1, 'n')")
    // On MySQL, a migration runs again if the process dies between the change and its record.
    if (dialect === 'mysql') await migrate(database, await writeMigration(t, '0003-again.ts', added, folder))
    const hint = dialect === 'sqlite' ? 'INDEXED BY things_note' : 'FORCE INDEX (things_note)'
    t.deepEqual(await database.select(`SELECT id FROM things ${hint} WHERE owner = 'o' AND note = 'n'`), [{ id: 'i' }])
  })

  test(`${dialect}: an index is dropped, and running its migration again does no harm`, async (t) => {
    const database = await openFor(t, create)
    const folder = await writeMigration(t, '0001-things.ts', things)
    const dropped = "await dropIndex('things', 'at')"
    await migrate(database, await writeMigration(t, '0002-less.ts', dropped, folder))
    await migrate(database, await writeMigration(t, '0003-again.ts', dropped, folder))
    const { things: table } = await readSchema(database)
    t.deepEqual(
      Object.keys(table!.indexes).filter((name) => name.endsWith('_at')),
      [],
    )
    t.true(Object.keys(table!.indexes).length > 0, 'the other indexes remain')
  })

  test(`${dialect}: an index's columns are changed, and running the migration again does no harm`, async (t) => {
    const database = await openFor(t, create)
    const folder = await writeMigration(t, '0001-things.ts', things)
    const replaced = "await replaceIndex('things', 'at', ['at', 'owner'])"
    await migrate(database, await writeMigration(t, '0002-other.ts', replaced, folder))
    const changes: string[] = []
    const observed = observe(database, (sql) => void changes.push(sql))
    await migrate(observed, await writeMigration(t, '0003-again.ts', replaced, folder))
    const { things: table } = await readSchema(database)
    t.deepEqual(table!.indexes.things_at!.columns, ['at', 'owner'])
    if (dialect === 'mysql') t.false(changes.some((sql) => sql.startsWith('ALTER')))
  })

  test(`${dialect}: two concurrent processes bring an empty database to this release`, async (t) => {
    const settings = await create(t)
    const children = [1, 2].map(() => startDatabaseChild(t, 'migrate', JSON.stringify(settings), released))
    const ended = Promise.all(children.map((child) => once(child, 'exit')))
    const answers = await Promise.all(children.map((child) => nextMessage<{ applied: string[] }>(child)))
    t.deepEqual(
      answers.flatMap(({ applied }) => applied),
      releasedMigrations(),
    )
    await ended
  })

  test(`${dialect}: a process from the previous release can start on a newer schema`, async (t) => {
    const database = await openFor(t, create)
    const older = await writeMigration(t, '0001-things.ts', things)
    const newer = await writeMigration(t, '0001-things.ts', things)
    await writeMigration(t, '0002-more.ts', more, newer)
    await migrate(database, newer)
    t.deepEqual(await migrate(database, older), [])
    await database.execute("INSERT INTO things (id, owner, at) VALUES ('i', 'o', 1)")
    t.deepEqual(await database.select('SELECT * FROM things'), [{ id: 'i', owner: 'o', at: 1, more: null }])
  })

  test(`${dialect}: a renumbered migration does not run again, neither in this release nor in the previous one`, async (t) => {
    const database = await openFor(t, create)
    await migrate(database)
    const stored = await database.select<{ name: string }>(
      "SELECT name FROM schema_migrations WHERE name LIKE '%traces%'",
    )
    t.deepEqual(stored, [{ name: '0003-traces.ts' }])
    const older = await writeMigration(t, '0003-traces.ts', "throw new Error('run again')")
    t.deepEqual(await migrate(database, older), [])
    t.deepEqual(await migrate(database), [])
  })

  test(`${dialect}: if a start dies after any statement of its migrations, the next start finishes them`, async (t) => {
    const settings = await create(t)
    const [database, other] = [openDatabase(settings), openDatabase(settings)]
    t.teardown(() => Promise.all([database.close(), other.close()]))
    const deaths = await (dialect === 'sqlite' ? dieUnseen(t, database, other) : dieAfterEach(database))
    t.true(deaths > 2 * releasedMigrations().length, 'each migration has a change and its record')
    const whole = await openFor(t, create)
    await migrate(whole)
    t.deepEqual(await readSchema(database), await readSchema(whole))
  })

  test(`${dialect}: a database that is older than the first release is refused in one line and not changed`, async (t) => {
    const database = await openFor(t, create)
    await migrate(database, await writeMigration(t, '0001-main-job.ts', things))
    const before = await readSchema(database)
    const error = await t.throwsAsync(migrate(database))
    t.regex(error.message, /before the first release \(0001-main-job\.ts\).*start with an empty database/)
    t.false(error.message.includes('\n'))
    t.deepEqual(await readSchema(database), before)
  })

  test(`${dialect}: a failed migration runs again, but earlier migrations do not`, async (t) => {
    const database = await openFor(t, create)
    const folder = await writeMigration(t, '0001-things.ts', things)
    await migrate(database, folder)
    await writeMigration(t, '0002-bad.ts', "await database.execute('ALTER TABLE absent ADD COLUMN more INT')", folder)
    const error = await t.throwsAsync(migrate(database, folder))
    t.regex(error.message, /0002-bad/)
    t.deepEqual(await t.throwsAsync(migrate(database, folder)).then((again) => again?.message), error.message)
    await database.execute('CREATE TABLE absent (id INT)')
    t.deepEqual(await migrate(database, folder), ['0002-bad.ts'])
  })

  test(`${dialect}: four processes that migrate concurrently apply each migration once`, async (t) => {
    const settings = await create(t)
    const folder = await writeMigration(t, '0001-things.ts', things)
    await writeMigration(t, '0002-more.ts', more, folder)
    const children = Array.from({ length: 4 }, () => startDatabaseChild(t, 'migrate', JSON.stringify(settings), folder))
    const ended = Promise.all(children.map((child) => once(child, 'exit')))
    const answers = await Promise.all(children.map((child) => nextMessage<{ applied: string[] }>(child)))
    t.deepEqual(
      answers.flatMap(({ applied }) => applied),
      ['0001-things.ts', '0002-more.ts'],
    )
    await ended
    const database = openDatabase(settings)
    t.teardown(() => database.close())
    t.deepEqual(await migrate(database, folder), [])
  })
}

/** Lets every start die one statement later than the previous one. Returns the number of statements. */
async function dieAfterEach(database: Database): Promise<number> {
  const survived = new Set<string>()
  const dying = observe(database, (sql, bind) => {
    if (sql.includes('schema_lock')) return // the lock of a dead process expires, which migration-lock.test.ts tests
    const statement = JSON.stringify([sql, bind])
    if (survived.has(statement)) return
    survived.add(statement)
    throw new Error('the process died')
  })
  while (await dies(dying));
  return survived.size
}

/**
 * Lets one start die. Then checks after every statement of the next start that another connection still sees an empty
 * file. A crash at that point would leave the same empty file, because on SQLite all migrations are one transaction.
 * Trying each crash separately would take too long: the time grows with the square of the number of statements. Returns
 * the number of statements.
 */
async function dieUnseen(t: ExecutionContext, database: Database, other: Database): Promise<number> {
  const died = observe(database, (sql) => {
    if (sql.startsWith('INSERT INTO schema_migrations')) throw new Error('the process died')
  })
  t.true(await dies(died))
  let statements = 0
  const watched = observe(database, async () => {
    statements += 1
    t.deepEqual(await readSchema(other), {})
  })
  t.false(await dies(watched))
  return statements
}

async function dies(database: Database): Promise<boolean> {
  return migrate(database).then(
    () => false,
    (error: Error) => error.message.includes('the process died') || Promise.reject(error),
  )
}
