/** A database that is missing, unavailable, unresponsive or full: the errors that callers get, and the recovery. */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import {
  columns,
  type Database,
  DatabaseMisconfigured,
  DatabaseUnavailable,
  defineTable,
} from '../../../src/platform/database/database.ts'
import { openDatabase } from '../../../src/platform/database/open.ts'
import { dialects, mysqlUrl, temporaryFolder } from '../../tools/services/databases.ts'
import { isGalera } from '../../tools/services/packages.ts'
import { startTcpProxy } from '../../tools/fakes/tcp-proxy.ts'
import { until } from '../../tools/until.ts'

test('an invalid address is refused immediately, and the error does not quote it', (t) => {
  const noDatabase = 'mysql://user:hunter2@host:3306'
  for (const url of [noDatabase, 'postgres://user:hunter2@host/db', 'hunter2', 'mysql://h/db?hunter2=1']) {
    const error = t.throws(() => openDatabase({ url }), { instanceOf: DatabaseMisconfigured }, url)
    t.notRegex(error.message, /hunter2|\n/)
  }
})

test('a file that cannot be a database is refused immediately, with its path', async (t) => {
  const folder = await temporaryFolder(t)
  const text = join(folder, 'notes.txt')
  await writeFile(text, 'This was never a database, and it stays as it is. '.repeat(100))
  for (const file of [text, join(folder, 'no-such-folder', 'screening.db'), folder]) {
    const error = t.throws(() => openDatabase({ file }), { instanceOf: DatabaseMisconfigured }, file)
    t.true(error.message.startsWith(`${file}: `), error.message)
  }
})

/** Blocks the whole process, so that it does not read from its connections. */
function stall(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

test('a port without a listener is reported as an outage', async (t) => {
  const proxy = await startTcpProxy(1)
  await proxy.stop()
  const database = openFor(t, `mysql://user:hunter2@127.0.0.1:${proxy.port}/screening`)
  const error = await t.throwsAsync(database.select('SELECT 1'), { instanceOf: DatabaseUnavailable })
  t.false(error instanceof DatabaseMisconfigured)
  t.notRegex(error.message, /hunter2|\n/)
  await t.throwsAsync(
    database.transaction(() => database.select('SELECT 1')),
    { instanceOf: DatabaseUnavailable },
  )
})

test('a server without a free connection is reported as an outage', async (t) => {
  const server = createServer((socket) => socket.end(refusal(0, 1040, '#08004Too many connections')))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const database = openFor(t, `mysql://user@127.0.0.1:${(server.address() as AddressInfo).port}/screening`)
  await t.throwsAsync(database.select('SELECT 1'), { instanceOf: DatabaseUnavailable, message: /Too many connections/ })
})

/** MySQL's error packet: sequence number, code, SQL state and message. */
function refusal(number: number, code: number, text: string): Buffer {
  const message = Buffer.from(text)
  return Buffer.concat([Buffer.from([message.length + 3, 0, 0, number, 0xff, code & 0xff, code >> 8]), message])
}

function openFor(t: ExecutionContext, url: string, silenceMs?: number): Database {
  const database = openDatabase({ url, ...(silenceMs && { silenceMs }) })
  t.teardown(() => database.close())
  return database
}

if (mysqlUrl) {
  const server = new URL(mysqlUrl)

  /** Starts a database behind a proxy. */
  const openBehindProxy = async (t: ExecutionContext, silenceMs?: number) => {
    const { url } = (await dialects.mysql!(t)) as { url: string }
    const proxy = await startTcpProxy(Number(server.port))
    t.teardown(() => proxy.stop())
    const database = openFor(t, Object.assign(new URL(url), { port: `${proxy.port}` }).href, silenceMs)
    await database.execute('CREATE TABLE kept (id INT PRIMARY KEY)')
    return { database, proxy }
  }

  test('wrong credentials and an unknown database are reported as errors in the settings', async (t) => {
    for (const change of [{ password: 'hunter2' }, { pathname: '/screening_that_is_not_there' }]) {
      const url: URL = Object.assign(new URL(server), change)
      const database = openFor(t, url.href)
      const error = await t.throwsAsync(database.select('SELECT 1'), { instanceOf: DatabaseMisconfigured })
      t.notRegex(error.message, /hunter2|\n/)
    }
  })

  test('a server that accepts only small packets is refused, and the message says what to set', async (t) => {
    const database = openDatabase({ url: server.href, packetBytesMin: 2 ** 31 })
    t.teardown(() => database.close())
    const message = /^the server's max_allowed_packet is \d+; set it to 2147483648 or more$/
    await t.throwsAsync(database.select('SELECT 1'), { instanceOf: DatabaseMisconfigured, message })
  })

  /** Tries several times, because the pool may still report the failure of an earlier connection attempt. */
  const healed = async (database: Database): Promise<void> => {
    for (let tries = 0; tries < 10; tries += 1) {
      const failure = await database.select('SELECT 1').catch((error: unknown) => error)
      if (!(failure instanceof DatabaseUnavailable)) return
    }
    throw new Error('the server is back, but ten statements in a row have failed')
  }

  test('while a server is down reads, writes and open transactions fail as an outage, and they work once it is back', async (t) => {
    const { database, proxy } = await openBehindProxy(t)
    const away = { instanceOf: DatabaseUnavailable }
    await t.throwsAsync(
      database.transaction(async () => {
        await database.execute('INSERT INTO kept (id) VALUES (1)')
        await proxy.cut()
        await database.execute('INSERT INTO kept (id) VALUES (2)')
      }),
      away,
    )
    await t.throwsAsync(database.select('SELECT id FROM kept'), away)
    await t.throwsAsync(database.execute('INSERT INTO kept (id) VALUES (3)'), away)
    await t.throwsAsync(
      database.transaction(() => database.execute('INSERT INTO kept (id) VALUES (4)')),
      away,
    )
    await proxy.restore()
    await healed(database)
    t.deepEqual(await database.select('SELECT id FROM kept'), [])
    await database.transaction(() => database.execute('INSERT INTO kept (id) VALUES (5)'))
    t.deepEqual(await database.select('SELECT id FROM kept'), [{ id: 5 }])
  })

  test('connections that died while idle are not used again', async (t) => {
    const { database, proxy } = await openBehindProxy(t)
    await Promise.all(Array.from({ length: 5 }, () => database.select('SELECT SLEEP(0.05)')))
    await proxy.cut()
    await proxy.restore()
    await healed(database)
    await t.notThrowsAsync(Promise.all(Array.from({ length: 5 }, () => database.select('SELECT 1'))))
  })

  test('a transaction fails if the reply to its COMMIT is lost, because its outcome is unknown', async (t) => {
    const { database, proxy } = await openBehindProxy(t)
    const transaction = database.transaction(async () => {
      await database.execute('INSERT INTO kept (id) VALUES (1)')
      await proxy.cut()
    })
    await t.throwsAsync(transaction, { instanceOf: DatabaseUnavailable })
  })

  test('a server that stops responding is reported as an outage until it responds again', async (t) => {
    // On a busy machine the server may need a second to create the table.
    const { database, proxy } = await openBehindProxy(t, 3_000)
    proxy.freeze()
    await t.throwsAsync(database.select('SELECT id FROM kept'), { instanceOf: DatabaseUnavailable })
    await proxy.restore()
    await healed(database)
    t.deepEqual(await database.select('SELECT id FROM kept'), [])
  })

  test('a statement is sent as text if the server cannot prepare any more statements', async (t) => {
    const { database, proxy } = await openBehindProxy(t)
    await database.execute('INSERT INTO kept (id) VALUES (1)')
    const asked = proxy.catch('SELECT id FROM kept')
    const answer = database.select('SELECT id FROM kept WHERE id = $1', [1])
    await asked
    proxy.inject('client', refusal(1, 1461, "#42000Can't create more than max_prepared_stmt_count statements"))
    await proxy.restore()
    t.deepEqual(await answer, [{ id: 1 }])
  })

  test("a model's statement fails as an outage if the server cannot prepare any more statements", async (t) => {
    const { database, proxy } = await openBehindProxy(t)
    const kept = defineTable('kept', { id: columns.integer() })
    await database.select('SELECT 1')
    const asked = proxy.catch('INSERT INTO `kept`')
    const answer = t.throwsAsync(database.model(kept).create({ id: 1 }), { instanceOf: DatabaseUnavailable })
    await asked
    proxy.inject('client', refusal(1, 1461, "#42000Can't create more than max_prepared_stmt_count statements"))
    await answer
    await proxy.restore()
  })

  test('each connection keeps at most a hundred prepared statements', async (t) => {
    const database = openFor(t, ((await dialects.mysql!(t)) as { url: string }).url)
    const kept = await database.transaction(async () => {
      for (let n = 0; n < 130; n += 1) await database.select(`SELECT ${n} + $1 AS sum`, [n])
      const counts = await database.select<{ Value: string }>(
        "SHOW SESSION STATUS WHERE Variable_name IN ('Com_stmt_close', 'Com_stmt_prepare')",
      )
      const [closed, prepared] = counts.map(({ Value }) => Number(Value))
      return prepared! - closed!
    })
    t.is(kept, isGalera ? 0 : 100) // a cluster's node prepares nothing in a transaction
  })

  test('if the server closed a connection while this process stalled, that is an outage, and the next statement works', async (t) => {
    const database = openFor(t, ((await dialects.mysql!(t)) as { url: string }).url)
    const stalling = database.transaction(async () => {
      await database.execute('SET SESSION wait_timeout = 1')
      stall(2_000)
      await database.select('SELECT 1')
    })
    await t.throwsAsync(stalling, { instanceOf: DatabaseUnavailable })
    await t.notThrowsAsync(
      until('the pool has a new connection', () =>
        database.select('SELECT 1').then(
          () => true,
          () => false,
        ),
      ),
    )
  })

  test('a patient transaction waits longer for a reply', async (t) => {
    const { database } = await openBehindProxy(t, 2_500) // long enough for a session to open on a very busy machine
    const slowly = () => database.select('SELECT SLEEP(4)')
    await t.throwsAsync(database.transaction(slowly), { instanceOf: DatabaseUnavailable })
    await t.notThrowsAsync(database.transaction(slowly, { patient: true }))
  })

  test('a statement that waits too long for a free connection fails as an outage', async (t) => {
    const { database } = await openBehindProxy(t)
    const held = Promise.withResolvers<void>()
    let started = 0
    const all = Promise.withResolvers<void>()
    const holders = Array.from({ length: 10 }, () =>
      database.transaction(async () => {
        started += 1
        if (started === 10) all.resolve()
        await held.promise
      }),
    )
    await all.promise
    await t.throwsAsync(database.select('SELECT 1'), { instanceOf: DatabaseUnavailable })
    held.resolve()
    await Promise.all(holders)
    await t.notThrowsAsync(database.select('SELECT 1'))
  })
}
