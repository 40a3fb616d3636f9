/** Transactions: which statements belong to one, and how concurrent transactions affect each other. */
import test, { type ExecutionContext } from 'ava'
import { type Database, columns, defineTable } from '../../../src/platform/database/database.ts'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { type CreateDatabase, dialects, openFor } from '../../tools/services/databases.ts'
import { writeMigration } from '../../support/migrations.ts'
import { until } from '../../tools/until.ts'

const counters = defineTable('counters', { id: columns.id(), value: columns.integer() })

async function openWithCounters(t: ExecutionContext, create: CreateDatabase): Promise<Database> {
  const database = await openFor(t, create)
  const table = "await createTable('counters', { id: columns.id(), value: columns.integer() })"
  await migrate(database, await writeMigration(t, '0001-counters.ts', table))
  return database
}

function readAll(database: Database): Promise<object[]> {
  return database.select('SELECT id, value FROM counters ORDER BY id')
}

/** Waits for a lock as long as the database allows. */
function lock(database: Database, id: string): Promise<object[]> {
  return database.select(`SELECT id FROM counters WHERE id = $1${database.forUpdate}`, [id])
}

for (const [dialect, create] of Object.entries(dialects)) {
  test(`${dialect}: all statements and models in a transaction are committed together, or none is`, async (t) => {
    const database = await openWithCounters(t, create)
    const write = async () => {
      await database.insert(counters, [{ id: 'a', value: 1 }])
      await database.model(counters).create({ id: 'b', value: 2 })
      t.is((await readAll(database)).length, 2)
    }
    const failed = database.transaction(async () => {
      await write()
      throw new RangeError('changed my mind')
    })
    await t.throwsAsync(failed, { instanceOf: RangeError })
    t.deepEqual(await readAll(database), [])
    t.is(await database.transaction(async () => write().then(() => 'answer')), 'answer')
    t.is((await readAll(database)).length, 2)
  })

  test(`${dialect}: a transaction inside a transaction is part of it`, async (t) => {
    const database = await openWithCounters(t, create)
    const failed = database.transaction(async () => {
      await database.transaction(() => database.insert(counters, [{ id: 'inner', value: 1 }]))
      throw new RangeError('thrown after the inner transaction')
    })
    await t.throwsAsync(failed, { instanceOf: RangeError })
    t.deepEqual(await readAll(database), [])
  })

  test(`${dialect}: a read outside a transaction sees committed data and does not wait for the transaction`, async (t) => {
    const database = await openWithCounters(t, create)
    await database.insert(counters, [{ id: 'a', value: 1 }])
    const written = Promise.withResolvers<void>()
    const seen = Promise.withResolvers<void>()
    const transaction = database.transaction(async () => {
      await database.execute("UPDATE counters SET value = 2 WHERE id = 'a'")
      written.resolve()
      await seen.promise
    })
    await written.promise
    t.deepEqual(await readAll(database), [{ id: 'a', value: 1 }])
    seen.resolve()
    await transaction
    t.deepEqual(await readAll(database), [{ id: 'a', value: 2 }])
  })

  test(`${dialect}: consecutive transactions are committed or rolled back separately`, async (t) => {
    const database = await openWithCounters(t, create)
    const committed: object[] = []
    for (let turn = 0; turn < 60; turn += 1) {
      const row = { id: `row${String(turn).padStart(2, '0')}`, value: turn }
      const fails = turn % 3 === 0
      const written = database.transaction(async () => {
        await database.insert(counters, [row])
        if (fails) throw new RangeError('changed my mind')
      })
      if (fails) await t.throwsAsync(written, { instanceOf: RangeError })
      else committed.push((await written, row))
      const alone = { id: `${row.id}-alone`, value: turn }
      committed.push(alone)
      await database.insert(counters, [alone])
      t.deepEqual(await readAll(database), committed)
    }
    await until('no transaction holds a connection', () => database.load().inUse === 0)
    t.deepEqual(await readAll(database), committed)
  })

  test(`${dialect}: a hundred concurrent transactions lose no update`, async (t) => {
    const database = await openWithCounters(t, create)
    await database.insert(counters, [{ id: 'a', value: 0 }])
    const add = () =>
      database.transaction(async () => {
        await lock(database, 'a')
        const [row] = await database.select<{ value: number }>("SELECT value FROM counters WHERE id = 'a'")
        await database.execute("UPDATE counters SET value = $1 WHERE id = 'a'", [row!.value + 1])
      })
    await Promise.all(Array.from({ length: 100 }, add))
    t.deepEqual(await readAll(database), [{ id: 'a', value: 100 }])
  })

  test(`${dialect}: of 64 transactions that insert the same row unless it exists and then lock it, only one sees its initial value`, async (t) => {
    const database = await openWithCounters(t, create)
    const first = () =>
      database.transaction(async () => {
        await database.insert(counters, [{ id: 'anchor', value: 0 }], { keepExisting: true })
        await lock(database, 'anchor')
        return database.execute("UPDATE counters SET value = 1 WHERE id = 'anchor' AND value = 0")
      })
    const changed = await Promise.all(Array.from({ length: 64 }, first))
    t.is(
      changed.reduce((sum, count) => sum + count),
      1,
    )
  })

  test(`${dialect}: two databases in one process keep their transactions separate`, async (t) => {
    const one = await openWithCounters(t, create)
    const other = await openWithCounters(t, create)
    const failed = one.transaction(async () => {
      await one.insert(counters, [{ id: 'one', value: 1 }])
      await other.transaction(() => other.insert(counters, [{ id: 'other', value: 1 }]))
      throw new RangeError('rolls back only the first database')
    })
    await t.throwsAsync(failed, { instanceOf: RangeError })
    t.deepEqual(await readAll(one), [])
    t.deepEqual(await readAll(other), [{ id: 'other', value: 1 }])
  })

  test(`${dialect}: a statement after its transaction has ended is refused and changes nothing`, async (t) => {
    const database = await openWithCounters(t, create)
    const ended = Promise.withResolvers<void>()
    let late: Promise<unknown> = Promise.resolve()
    await database.transaction(async () => {
      late = ended.promise.then(() => database.insert(counters, [{ id: 'late', value: 1 }]))
    })
    ended.resolve()
    const error = await t.throwsAsync(late)
    t.false('sql' in error)
    t.deepEqual(await readAll(database), [])
  })

  test(`${dialect}: a failed statement does not end its transaction, which the caller can still commit`, async (t) => {
    const database = await openWithCounters(t, create)
    await database.transaction(async () => {
      await database.insert(counters, [{ id: 'a', value: 1 }])
      await t.throwsAsync(database.insert(counters, [{ id: 'a', value: 2 }]))
      await database.insert(counters, [{ id: 'b', value: 3 }])
    })
    t.is((await readAll(database)).length, 2)
  })
}

if (dialects.mysql) {
  const create = dialects.mysql

  test('mysql: both transactions in a deadlock succeed, one of them by running again', async (t) => {
    const database = await openWithCounters(t, create)
    await database.insert(
      counters,
      ['a', 'b'].map((id) => ({ id, value: 0 })),
    )
    const locked = { a: Promise.withResolvers<void>(), b: Promise.withResolvers<void>() }
    let runs = 0
    const add = (mine: 'a' | 'b', theirs: 'a' | 'b') =>
      database.transaction(async () => {
        runs += 1
        await database.execute('UPDATE counters SET value = value + 1 WHERE id = $1', [mine])
        locked[mine].resolve()
        await locked[theirs].promise
        await database.execute('UPDATE counters SET value = value + 1 WHERE id = $1', [theirs])
      })
    await Promise.all([add('a', 'b'), add('b', 'a')])
    t.is(runs, 3)
    t.deepEqual(await readAll(database), [
      { id: 'a', value: 2 },
      { id: 'b', value: 2 },
    ])
  })

  test('mysql: a single statement that a deadlock rolls back runs again', async (t) => {
    const database = await openWithCounters(t, create)
    const heavy = Array.from({ length: 100 }, (_, index) => ({ id: `heavy${index}`, value: 0 }))
    await database.insert(counters, [...heavy, { id: 'a', value: 0 }, { id: 'b', value: 0 }])
    const locked = Promise.withResolvers<void>()
    const single = locked.promise.then(() => database.execute("UPDATE counters SET value = 7 WHERE id IN ('a', 'b')"))
    let runs = 0
    await database.transaction(async () => {
      runs += 1
      // so much work that this transaction is not chosen as the victim
      await database.execute("UPDATE counters SET value = 1 WHERE id <> 'a'")
      locked.resolve()
      const waiting = "SELECT id FROM information_schema.processlist WHERE info LIKE 'UPDATE counters SET value = 7%'"
      await until('the single statement waits', async () => (await database.select(waiting)).length > 0)
      await database.execute("UPDATE counters SET value = 1 WHERE id = 'a'")
    })
    t.is(await single, 2)
    t.is(runs, 1)
  })
}
