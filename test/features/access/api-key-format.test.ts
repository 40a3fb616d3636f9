import { LRUCache } from 'lru-cache'
import test, { type ExecutionContext } from 'ava'
import { issueKey, permissions } from '../../../src/features/access/api-keys.ts'
import { createAuthenticator } from '../../../src/features/access/authentication.ts'
import { createPartner } from '../../../src/features/access/partners.ts'
import { createLog } from '../../../src/kit/log.ts'
import { MINUTE } from '../../../src/kit/time.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { timings } from '../../../src/platform/timings.ts'
import { apiKeys, listAllApiKeys } from '../../../src/tables/api-keys.ts'
import { document } from '../../tools/answer-faults.ts'
import { dialects, openFor, type CreateDatabase } from '../../tools/services/databases.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'

/** Starts an authenticator with its own database and one key. */
async function start(t: ExecutionContext) {
  const database = await openFor(t, dialects.sqlite as CreateDatabase)
  await migrate(database)
  const clock = new HandClock()
  clock.instant -= clock.instant % MINUTE
  const partner = await createPartner({ database, clock }, 'a')
  const { key, row } = await issueKey(
    { cell: null, database, clock },
    { partnerId: partner.id, environment: 'SANDBOX' },
  )
  const statements: string[] = []
  const hold: { before: () => Promise<void> } = { before: async () => {} }
  const keys = database.model(apiKeys)
  const [select, update] = [database.select.bind(database), keys.update.bind(keys)]
  database.select = (sql, bind) => {
    statements.push(sql)
    return select(sql, bind)
  }
  keys.update = async (values, options) => {
    statements.push(`UPDATE api_keys SET ${Object.keys(values).join(', ')}`)
    await hold.before()
    return update(values, options)
  }
  const log: string[] = []
  const sink = createLog('debug', loadContract().sensitive, { write: (line: string) => void log.push(line) })
  let draining = false
  /** Returns a second authenticator on the same database, as another process would have. */
  const another = () => {
    const { authenticate, flush } = createAuthenticator({
      contract: loadContract(),
      database,
      clock,
      timings,
      log: sink,
      revokedKeys: new LRUCache({ max: 1 }),
      draining: () => draining,
    })
    return {
      authenticate: async (authorization: string) => authenticate(authorization, '192.0.2.1'),
      flush,
    }
  }
  return {
    clock,
    key,
    keyId: row.id,
    statements,
    hold,
    log,
    another,
    ...another(),
    drain: () => (draining = true),
    lastUsedAt: async () => (await listAllApiKeys(database))[0]?.lastUsedAt,
  }
}

test('a key can have exactly the permissions that the contract lists', (t) => {
  const { Permission } = document.components.schemas as { Permission: { enum: string[] } }
  t.deepEqual(permissions, Permission.enum)
})

test('10,000 malformed keys cause no query', async (t) => {
  const { key, statements, authenticate } = await start(t)
  for (let guess = 0; guess < 10_000; guess += 1) {
    // In base 62, no 32-bit checksum begins with z.
    const wrong = `Bearer ${key.slice(0, 40)}z${String(guess).padStart(5, '0')}`
    await t.throwsAsync(authenticate(wrong), { code: 'UNAUTHORIZED' })
  }
  t.deepEqual(statements, [])
})

test('a known key is not looked up again until its cache entry expires', async (t) => {
  const { key, keyId, statements, clock, authenticate, flush } = await start(t)
  t.is((await authenticate(`Bearer ${key}`)).keyId, keyId)
  await flush()
  statements.length = 0
  for (let request = 0; request < 100; request += 1) await authenticate(`Bearer ${key}`)
  clock.instant += timings.keyCacheMs - 1
  await authenticate(`Bearer ${key}`)
  t.deepEqual(statements, [])
  clock.instant += 1
  await authenticate(`Bearer ${key}`)
  t.is(statements.length, 1)
})

test('the last use of a key is recorded at most once a minute, to the minute', async (t) => {
  const { key, statements, clock, authenticate, flush, lastUsedAt } = await start(t)
  const notes = () => statements.filter((sql) => sql.includes('SET lastUsedAt')).length
  const minute = clock.instant
  clock.instant += 10_000
  await Promise.all(Array.from({ length: 10 }, () => authenticate(`Bearer ${key}`)))
  await flush()
  t.is(await lastUsedAt(), minute)
  t.is(notes(), 1)
  clock.instant += 49_999
  await authenticate(`Bearer ${key}`)
  t.is(notes(), 1)
  clock.instant += 1
  await authenticate(`Bearer ${key}`)
  await flush()
  t.is(await lastUsedAt(), minute + MINUTE)
  t.is(notes(), 2)
})

test('a use that another process recorded this minute is not recorded again, and a delayed write of an earlier use changes nothing', async (t) => {
  const { key, statements, clock, hold, authenticate, flush, another, lastUsedAt } = await start(t)
  const late = Promise.withResolvers<void>()
  hold.before = () => late.promise
  await authenticate(`Bearer ${key}`)
  hold.before = async () => {}
  clock.instant += MINUTE
  const other = another()
  await other.authenticate(`Bearer ${key}`)
  await other.flush()
  late.resolve()
  await flush()
  t.is(await lastUsedAt(), clock.instant)
  statements.length = 0
  await another().authenticate(`Bearer ${key}`)
  t.is(statements.length, 1, 'only the lookup of the key')
})

test('a request succeeds without delay even if recording its key’s last use hangs or fails, and a flush waits for that write', async (t) => {
  const { key, clock, hold, log, authenticate, flush, lastUsedAt } = await start(t)
  const held = Promise.withResolvers<void>()
  hold.before = () => held.promise
  await authenticate(`Bearer ${key}`)
  let settled = false
  const settling = flush().then(() => (settled = true))
  await new Promise((resolve) => setImmediate(resolve))
  t.false(settled)
  held.reject(new Error('no database'))
  await settling
  t.is(await lastUsedAt(), null)
  t.is(log.filter((line) => line.includes('could not record when an API key was last used')).length, 1)
  hold.before = async () => {}
  clock.instant += MINUTE
  await authenticate(`Bearer ${key}`)
  await flush()
  t.is(await lastUsedAt(), clock.instant)
})

test('a server that is draining records no uses of keys', async (t) => {
  const { key, statements, drain, authenticate } = await start(t)
  drain()
  await authenticate(`Bearer ${key}`)
  t.is(statements.length, 1)
})
