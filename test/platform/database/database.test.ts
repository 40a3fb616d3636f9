/** Statements and rows: values are read as they were written, and both dialects behave alike. */
import test, { type ExecutionContext } from 'ava'
import type { Database } from '../../../src/platform/database/database.ts'
import {
  StatementRefused,
  bindList,
  columns,
  defineTable,
  isDuplicate,
  nullable,
} from '../../../src/platform/database/database.ts'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { type CreateDatabase, dialects, openFor } from '../../tools/services/databases.ts'
import { writeMigration } from '../../support/migrations.ts'

const notes = defineTable('notes', {
  id: columns.id(),
  kind: columns.enumeration<'A' | 'B'>(8),
  count: columns.integer(),
  seen: columns.flag(),
  at: nullable(columns.instant()),
  title: nullable(columns.line(20)),
  body: nullable(columns.text()),
  bytes: nullable(columns.bytes()),
})

const empty = { kind: 'A' as const, count: 0, seen: 0 as const, at: null, title: null, body: null, bytes: null }
const full = {
  id: 'full',
  kind: 'B' as const,
  count: -2_147_483_648,
  seen: 1 as const,
  at: 1_763_733_333_123,
  title: 'Zoë\'s \\ "50 %" $1 ?',
  body: JSON.stringify({ text: 'naïve 你好 😀\n', list: ['a', null] }),
  bytes: Buffer.from([0, 39, 92, 255]),
}

async function openWithNotes(t: ExecutionContext, create: CreateDatabase): Promise<Database> {
  const database = await openFor(t, create)
  const folder = await writeMigration(
    t,
    '0001-notes.ts',
    `await createTable('notes', {
    id: columns.id(), kind: columns.enumeration(8), count: columns.integer(), seen: columns.flag(),
    at: nullable(columns.instant()), title: nullable(columns.line(20)), body: nullable(columns.text()),
    bytes: nullable(columns.bytes()),
  }, { unique: { title: ['title'] } })`,
  )
  await migrate(database, folder)
  return database
}

/** Returns how often `work` compiles code from text. */
async function countCompiled(work: () => Promise<unknown>): Promise<number> {
  let compiled = 0
  const { Function: original } = globalThis
  globalThis.Function = new Proxy(original, {
    apply: (target, self, args) => ((compiled += 1), Reflect.apply(target, self, args) as unknown),
    construct: (target, args) => ((compiled += 1), Reflect.construct(target, args) as object),
  })
  await work().finally(() => (globalThis.Function = original))
  return compiled
}

for (const [dialect, create] of Object.entries(dialects)) {
  test.serial(`${dialect}: the parser for a statement's rows is compiled once, not for every result`, async (t) => {
    const database = await openWithNotes(t, create)
    await database.insert(notes, [full, { id: 'empty', ...empty }])
    const statements = [
      () => database.select('SELECT * FROM notes WHERE id = $1', ['full']),
      () => database.select('SELECT * FROM notes WHERE id IN ($1, $2)', ['full', 'empty']),
      () => database.model(notes).findAll(),
    ]
    for (const send of statements) {
      await send()
      t.is(await countCompiled(send), 0)
    }
  })

  test(`${dialect}: an inserted row is read back unchanged, as a plain object`, async (t) => {
    const database = await openWithNotes(t, create)
    t.is(await database.insert(notes, [full, { id: 'empty', ...empty }]), 2)
    t.deepEqual(await database.select('SELECT * FROM notes ORDER BY id'), [{ id: 'empty', ...empty }, full])
    const model = database.model(notes)
    t.deepEqual(await model.findOne({ where: { id: 'full' } }), full)
    t.deepEqual(await model.findAll({ where: { title: full.title } }), [full])
  })

  test(`${dialect}: a row written by a model is read back unchanged`, async (t) => {
    const database = await openWithNotes(t, create)
    await database.model(notes).create(full)
    t.deepEqual(await database.select('SELECT * FROM notes'), [full])
    await database.model(notes).update({ body: full.title }, { where: { id: 'full' } })
    t.deepEqual(await database.select('SELECT body FROM notes'), [{ body: full.title }])
  })

  test(`${dialect}: counts and sums are numbers, and || concatenates strings`, async (t) => {
    const database = await openWithNotes(t, create)
    await database.insert(
      notes,
      [1, 2, 3].map((count) => ({ ...empty, id: `n${count}`, count })),
    )
    const sums = 'SELECT COUNT(*) AS n, SUM(count) AS sum, MAX($1 || id) AS joined FROM notes'
    t.deepEqual(await database.select(sums, [7]), [{ n: 3, sum: 6, joined: '7n3' }])
  })

  test(`${dialect}: a bind may be used twice and in any order`, async (t) => {
    const database = await openWithNotes(t, create)
    await database.insert(notes, [{ ...empty, id: 'a', count: 5 }])
    const found = await database.select('SELECT id FROM notes WHERE count = $2 AND count >= $2 AND id = $1', ['a', 5])
    t.deepEqual(found, [{ id: 'a' }])
  })

  test(`${dialect}: an empty list matches nothing`, async (t) => {
    const database = await openWithNotes(t, create)
    await database.insert(notes, [full])
    t.deepEqual(await database.select(`SELECT id FROM notes WHERE id IN (${bindList(1, [])})`), [])
  })

  test(`${dialect}: text is compared byte by byte, so a similar non-ASCII string is not found`, async (t) => {
    const database = await openWithNotes(t, create)
    await database.insert(notes, [
      { ...empty, id: 'abc', title: 'Ä' },
      { ...empty, id: 'ABC', title: 'ä' },
    ])
    t.deepEqual(await database.select('SELECT id FROM notes WHERE id = $1', ['ABC']), [{ id: 'ABC' }])
    t.deepEqual(await database.select('SELECT id FROM notes WHERE title = $1', ['ä']), [{ id: 'ABC' }])
    t.deepEqual(await database.select('SELECT id FROM notes WHERE id = $1', ['äbc']), [])
  })

  test(`${dialect}: an update returns the number of rows that it matched, changed or not`, async (t) => {
    const database = await openWithNotes(t, create)
    await database.insert(notes, [
      { ...empty, id: 'a' },
      { ...empty, id: 'b' },
    ])
    t.is(await database.execute('UPDATE notes SET count = 0'), 2)
    t.is(await database.execute('UPDATE notes SET count = 1 WHERE id = $1', ['a']), 1)
    t.is(await database.execute('UPDATE notes SET count = 1 WHERE id = $1', ['c']), 0)
    t.is(await database.execute('DELETE FROM notes'), 2)
  })

  test(`${dialect}: insert with keepExisting leaves existing rows unchanged and returns the number of new ones`, async (t) => {
    const database = await openWithNotes(t, create)
    t.is(await database.insert(notes, [{ ...empty, id: 'a' }], { keepExisting: true }), 1)
    t.is(await database.insert(notes, [{ ...empty, id: 'a', count: 9 }], { keepExisting: true }), 0)
    const rows = ['a', 'b', 'c'].map((id) => ({ ...empty, id, count: 9 }))
    t.is(await database.insert(notes, rows, { keepExisting: true }), 2)
    t.deepEqual(await database.select('SELECT id, count FROM notes ORDER BY id'), [
      { id: 'a', count: 0 },
      { id: 'b', count: 9 },
      { id: 'c', count: 9 },
    ])
  })

  test(`${dialect}: insert with addTo only adds to an existing row, even many times concurrently`, async (t) => {
    const database = await openWithNotes(t, create)
    const note = { ...empty, id: 'a', title: 'first', count: 2, at: 10 }
    t.is(await database.insert(notes, [note], { addTo: ['count'] }), 1)
    const more = { ...note, title: 'second', count: 5, at: 1 }
    t.is(await database.insert(notes, [more, { ...more, id: 'b', title: 'b' }], { addTo: ['count', 'at'] }), 2)
    t.is(await database.insert(notes, [more, more], { addTo: ['count'] }), 2, 'the same key twice in one statement')
    const others = Array.from({ length: 8 }, () => ({ ...empty, id: 'c', count: 1 }))
    await Promise.all(others.map((row) => database.insert(notes, [row], { addTo: ['count'] })))
    t.deepEqual(await database.select('SELECT id, title, count, at FROM notes ORDER BY id'), [
      { id: 'a', title: 'first', count: 17, at: 11 },
      { id: 'b', title: 'b', count: 5, at: 1 },
      { id: 'c', title: null, count: 8, at: null },
    ])
  })

  test(`${dialect}: insert accepts more rows than fit into one statement, and stores all or none`, async (t) => {
    const database = await openWithNotes(t, create)
    const rows = Array.from({ length: 1_201 }, (_, index) => ({ ...empty, id: `n${index}` }))
    await t.throwsAsync(database.insert(notes, [...rows, rows[0]!]), { instanceOf: StatementRefused })
    t.deepEqual(await database.select('SELECT COUNT(*) AS n FROM notes'), [{ n: 0 }])
    t.is(await database.insert(notes, rows), 1_201)
    t.is(await database.insert(notes, []), 0)
  })

  test(`${dialect}: an existing primary or unique key is reported as a duplicate, and a forbidden null is not`, async (t) => {
    const database = await openWithNotes(t, create)
    await database.insert(notes, [{ ...empty, id: 'a', title: 'taken' }])
    const samePrimary = await t.throwsAsync(database.insert(notes, [{ ...empty, id: 'a' }]))
    const sameUnique = await t.throwsAsync(database.model(notes).create({ ...empty, id: 'b', title: 'taken' }))
    const noKind = await t.throwsAsync(database.insert(notes, [{ ...empty, id: 'c', kind: null as never }]))
    t.deepEqual([samePrimary, sameUnique, noKind].map(isDuplicate), [true, true, false])
  })

  test(`${dialect}: an error message contains neither the statement nor its values`, async (t) => {
    const database = await openWithNotes(t, create)
    const secret = 'jane@example.com'
    await database.insert(notes, [{ ...empty, id: 'a', title: secret }])
    const errors = await Promise.all([
      t.throwsAsync(database.insert(notes, [{ ...empty, id: 'b', title: secret }])),
      t.throwsAsync(database.model(notes).create({ ...empty, id: 'c', title: secret })),
      t.throwsAsync(database.model(notes).create({ ...empty, id: 'd', kind: null as never, body: secret })),
      t.throwsAsync(database.model(notes).findAll({ where: { nothing: secret } as never })),
      t.throwsAsync(database.execute(`UPDATE notes SET SET title = '${secret}'`)),
      t.throwsAsync(database.transaction(() => database.insert(notes, [{ ...empty, id: 'd', title: secret }]))),
    ])
    for (const error of errors) t.notRegex(JSON.stringify([error, { ...error }, error?.message, error?.cause]), /jane/)
  })

  test(`${dialect}: bytes may be any Uint8Array`, async (t) => {
    const database = await openWithNotes(t, create)
    const bytes = new Uint8Array([1, 200, 0, 39, 255]).subarray(1)
    await database.insert(notes, [{ ...empty, id: 'a', bytes }])
    await database.model(notes).create({ ...empty, id: 'b', bytes })
    for (const row of await database.select<{ bytes: Buffer }>('SELECT bytes FROM notes')) {
      t.deepEqual([...row.bytes], [200, 0, 39, 255])
    }
  })

  test(`${dialect}: the database returns its time in milliseconds`, async (t) => {
    const database = await openWithNotes(t, create)
    const before = Date.now()
    const now = await database.now()
    t.true(Number.isInteger(now) && now >= before - 1 && now <= Date.now() + 1, `${now - before} ms from our clock`)
  })
}

if (dialects.mysql) {
  const create = dialects.mysql

  test('mysql: a value that does not fit is refused, never truncated', async (t) => {
    const database = await openWithNotes(t, create)
    const tooLong = { ...empty, id: 'a', title: 'x'.repeat(21) }
    await t.throwsAsync(database.insert(notes, [tooLong]), { instanceOf: StatementRefused })
    await t.throwsAsync(database.insert(notes, [tooLong], { keepExisting: true }), { instanceOf: StatementRefused })
  })
}
