/** Key tables: one lookup of many keys finds the same rows as a lookup for each key. */
import test, { type ExecutionContext } from 'ava'
import { columns, defineTable, type Database } from '../../../src/platform/database/database.ts'
import { selectByKey, type Key } from '../../../src/platform/database/keys.ts'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { type CreateDatabase, dialects, openFor } from '../../tools/services/databases.ts'
import { writeMigration } from '../../support/migrations.ts'

const places = defineTable('places', {
  id: columns.id(),
  owner: columns.identifier(128),
  name: columns.identifier(128),
})

async function openWithPlaces(t: ExecutionContext, create: CreateDatabase): Promise<Database> {
  const database = await openFor(t, create)
  const folder = await writeMigration(
    t,
    '0001-places.ts',
    `await createTable('places', {
    id: columns.id(), owner: columns.identifier(128), name: columns.identifier(128),
  }, { unique: { name: ['owner', 'name'] } })`,
  )
  await migrate(database, folder)
  return database
}

type Found = { id: string }

/** Returns the rows' ids by owner and name, or null for a key without a row. */
async function find(database: Database, keys: readonly Key[], lock = ''): Promise<(string | null)[]> {
  const sql = `SELECT k.n, p.id FROM ${database.keyTable(['owner', 'name'])} AS k
    ${database.thenJoin} places p${database.by('places_name')} ON p.owner = k.owner AND p.name = k.name${lock}`
  return (await selectByKey<Found>(database, keys, sql)).map((row) => row?.id ?? null)
}

/** Texts that JSON, SQL or a collation could confuse with others. */
const awkward = [
  ...['a', 'A', 'ä', 'a\u0308', '0', '00', '1e0', 'null', 'true', '', '[]', '{"a":1}', '$[0]', '$1', '?'],
  ...["it's", '"twice"', '\\', '\\u0041', '%', '_', '\n', '\t', '`', 'a\u0000', 'a\u0000b', '\u0000', '\u007f'],
  ...['你好', '😀', '😀😀', '\u{10ffff}', 'x'.repeat(127), 'x'.repeat(128), '😀'.repeat(128)],
]

for (const [dialect, create] of Object.entries(dialects)) {
  test(`${dialect}: each of many keys finds exactly its own row, whatever characters it contains`, async (t) => {
    const database = await openWithPlaces(t, create)
    const rows = awkward.map((name, n) => ({ id: `p${n}`, owner: awkward.at(n - 1) as string, name }))
    await database.insert(places, rows)
    const own = rows.map(({ owner, name }) => [owner, name])
    t.deepEqual(
      await find(database, own),
      rows.map(({ id }) => id),
    )
    // Each part of the key exists, but not in the same row.
    t.deepEqual(
      await find(
        database,
        rows.map(({ owner }) => [owner, owner]),
      ),
      rows.map(() => null),
    )
  })

  test(`${dialect}: a key that contains null, or is longer than its column, finds nothing`, async (t) => {
    const database = await openWithPlaces(t, create)
    const longest = 'x'.repeat(128)
    await database.insert(places, [
      { id: 'p1', owner: 'o', name: longest },
      { id: 'p2', owner: 'o', name: 'null' },
      { id: 'p3', owner: 'o', name: '' },
    ])
    const longer = [1, 127, 128, 1_000, 100_000].map((more) => ['o', longest + 'x'.repeat(more)])
    t.deepEqual(await find(database, [['o', longest], ...longer, ['o', null]]), ['p1', ...longer.map(() => null), null])
  })

  test(`${dialect}: rows are in the order of their keys, and a duplicate key gets its row twice`, async (t) => {
    const database = await openWithPlaces(t, create)
    const names = Array.from({ length: 200 }, (_, n) => `n${n}`)
    await database.insert(
      places,
      names.map((name) => ({ id: name, owner: 'o', name })),
    )
    const asked = [...names.toReversed(), 'n7', 'absent', 'n7']
    const found = await find(
      database,
      asked.map((name) => ['o', name]),
    )
    t.deepEqual(found, [...names.toReversed(), 'n7', null, 'n7'])
    t.deepEqual(await find(database, []), [])
  })

  if (dialect === 'mysql')
    test(`${dialect}: a lock by keys does not wait for other rows, and locks its rows in a fixed order`, async (t) => {
      const database = await openWithPlaces(t, create)
      // So few rows that the optimiser would read all of them if it could choose.
      await database.insert(
        places,
        ['a', 'b', 'c'].map((name) => ({ id: name, owner: 'o', name })),
      )
      const [locked, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holder = database.transaction(async () => {
        await database.select(`SELECT * FROM places WHERE id = 'b'${database.forUpdate}`)
        locked.resolve()
        await read.promise
      })
      await locked.promise
      const lockAll = (keys: Key[]) => database.transaction(() => find(database, keys, database.forUpdate))
      const others = [
        ['o', 'c'],
        ['o', 'a'],
      ]
      t.deepEqual(await lockAll(others).finally(read.resolve), ['c', 'a'])
      await holder
      const all = ['a', 'b', 'c'].map((name) => ['o', name])
      const crowds = Array.from({ length: 40 }, (_, n) => lockAll(n % 2 ? all : all.toReversed()))
      t.is((await Promise.all(crowds)).length, 40)
    })
}
