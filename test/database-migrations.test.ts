/**
 * Migrations: each once, in order, forwards, whoever else tries.
 */
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { columns, isDuplicate, nullable, openDatabase, type Bind, type Column } from '../src/platform/database.ts'
import { migrate, type Migration, type MigrationContext } from '../src/platform/migrations.ts'
import { dialects, nextMessage, openFor, startDatabaseChild } from './support/databases.ts'
import { writeMigration } from './support/migrations.ts'

const released = join(import.meta.dirname, '../src/platform/migrations')

/** Every table with the columns that it was made with, and none that were added later. */
async function tablesAsMade() {
  const tables: { name: string; columns: { [column: string]: Column } }[] = []
  const context: Pick<MigrationContext, 'createTable' | 'addColumns' | 'columns' | 'nullable'> = {
    createTable: async (name, made) => void tables.push({ name, columns: made }),
    addColumns: async () => {},
    columns,
    nullable,
  }
  for (const name of readdirSync(released)) {
    const { up } = (await import(join(released, name))) as { up: Migration }
    await up(context as MigrationContext)
  }
  return tables
}

function valueOf(type: string): Bind {
  if (/BLOB/.test(type)) return Buffer.from('x')
  return /CHAR|TEXT/.test(type) ? 'x' : 1
}

const things = `await createTable('things', { id: columns.id(), owner: columns.identifier(128), at: columns.instant() },
  { primaryKey: ['owner', 'id'], unique: { once: ['owner', 'at'] }, indexes: { at: ['at'] } })`
const more = "await database.execute('ALTER TABLE things ADD COLUMN more INT')"

for (const [dialect, create] of Object.entries(dialects)) {
  test(`${dialect}: migrations are applied once each, in the order of their numbers`, async (t) => {
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

  test(`${dialect}: a table has the keys that its migration gives it`, async (t) => {
    const database = await openFor(t, create)
    await migrate(database, await writeMigration(t, '0001-things.ts', things))
    const insert = (id: string, at: number) => database.execute("INSERT INTO things VALUES ($1, 'o', $2)", [id, at])
    await insert('a', 1)
    t.true(isDuplicate(await t.throwsAsync(insert('a', 2))), 'the primary key')
    t.true(isDuplicate(await t.throwsAsync(insert('b', 1))), 'the unique key')
    const hint = dialect === 'sqlite' ? 'INDEXED BY things_at' : 'FORCE INDEX (things_at)'
    t.deepEqual(await database.select(`SELECT id FROM things ${hint} WHERE at = 1`), [{ id: 'a' }])
  })

  test(`${dialect}: columns are added with their indexes, and once though their migration runs again`, async (t) => {
    const database = await openFor(t, create)
    const folder = await writeMigration(t, '0001-things.ts', things)
    const added = `await addColumns('things', { note: nullable(columns.line(9)) }, { indexes: { note: ['owner', 'note'] } })`
    await migrate(database, await writeMigration(t, '0002-note.ts', added, folder))
    await database.execute("INSERT INTO things VALUES ('i', 'o', 1, 'n')")
    // On MySQL a crash between the change and its record runs the migration again.
    if (dialect === 'mysql') await migrate(database, await writeMigration(t, '0003-again.ts', added, folder))
    const hint = dialect === 'sqlite' ? 'INDEXED BY things_note' : 'FORCE INDEX (things_note)'
    t.deepEqual(await database.select(`SELECT id FROM things ${hint} WHERE owner = 'o' AND note = 'n'`), [{ id: 'i' }])
  })

  test(`${dialect}: two processes bring an empty database to this release at once`, async (t) => {
    const settings = await create(t)
    const children = [1, 2].map(() => startDatabaseChild(t, 'migrate', JSON.stringify(settings), released))
    const ended = Promise.all(children.map((child) => once(child, 'exit')))
    const answers = await Promise.all(children.map((child) => nextMessage<{ applied: string[] }>(child)))
    t.deepEqual(
      answers.flatMap(({ applied }) => applied),
      readdirSync(released).sort(),
    )
    await ended
  })

  test(`${dialect}: servers of every release before still insert their rows`, async (t) => {
    const database = await openFor(t, create)
    await migrate(database)
    for (const { name, columns } of await tablesAsMade()) {
      const row = Object.fromEntries(Object.entries(columns).map(([column, { mysql }]) => [column, valueOf(mysql)]))
      t.is(await database.insert({ name, columns, primaryKey: [] }, [row]), 1, name)
    }
  })

  test(`${dialect}: a migration that failed is tried again, the ones before it are not`, async (t) => {
    const database = await openFor(t, create)
    const folder = await writeMigration(t, '0001-things.ts', things)
    await migrate(database, folder)
    await writeMigration(t, '0002-bad.ts', "await database.execute('ALTER TABLE absent ADD COLUMN more INT')", folder)
    const error = await t.throwsAsync(migrate(database, folder))
    t.regex(error!.message, /0002-bad/)
    t.deepEqual(await t.throwsAsync(migrate(database, folder)).then((again) => again?.message), error!.message)
    await database.execute('CREATE TABLE absent (id INT)')
    t.deepEqual(await migrate(database, folder), ['0002-bad.ts'])
  })

  test(`${dialect}: four processes that migrate at once apply each migration once`, async (t) => {
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
