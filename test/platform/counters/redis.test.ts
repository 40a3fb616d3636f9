/** Counters in Redis: several processes that count together, and Redis outages. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import test, { type ExecutionContext } from 'ava'
import type { Count, Counters } from '../../../src/platform/counters/counters.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { listenToLog } from '../../tools/fakes/log-listener.ts'
import { startTcpProxy } from '../../tools/fakes/tcp-proxy.ts'
import { readServices } from '../../tools/services/services.ts'
import { until } from '../../tools/until.ts'
import { active, allowed, count, leases, look, patientMs, peek, take } from './scene.ts'

const redisUrl = readServices()?.REDIS_URL

if (redisUrl) {
  const shared = async (t: ExecutionContext) => {
    const [namespace, clock] = [randomUUID(), new HandClock()]
    const make = () => count(t, { url: redisUrl, namespace, clock })
    return { clock, all: [await make(), await make(), await make()] }
  }

  test('three processes that share a Redis together allow exactly the limit in each window', async (t) => {
    const { clock, all } = await shared(t)
    for (let window = 0; window < 3; window += 1) {
      t.is(await allowed(all, 60, 10), 10)
      clock.instant += 1_000
    }
  })

  test('three processes that share a Redis never use more slots than the limit', async (t) => {
    const { all } = await shared(t)
    const held = await leases(all, 30, 4)
    t.is(held.length, 4)
    t.deepEqual(await Promise.all(all.map(async (counters) => (await active(counters, 'k')).active)), [4, 4, 4])
    await Promise.all(held.map((lease) => lease.release()))
    t.is((await leases(all, 30, 4)).length, 4)
  })

  test("a dead process's slots are free when their leases end", async (t) => {
    const { all } = await shared(t)
    const [dead, alive] = all as [Counters, Counters, Counters]
    t.is((await leases([dead], 4, 4, 50)).length, 4)
    await dead.close()
    await until('the leases have ended', async () => (await active(alive, 'k')).active === 0)
    t.is((await leases([alive], 12, 4)).length, 4)
  })

  /** Records the commands in this namespace, which Redis's MONITOR shows, except those inside scripts. */
  const listenToRedis = async (t: ExecutionContext, namespace: string) => {
    const socket = connect(Number(new URL(redisUrl).port), '127.0.0.1')
    t.teardown(() => socket.destroy())
    const commands: string[] = []
    createInterface({ input: socket }).on('line', (line) => {
      if (line.includes(namespace) && !/^\+[\d.]+ \[\d+ lua\]/.test(line)) commands.push(line)
    })
    socket.write('MONITOR\r\n')
    await once(socket, 'data')
    return commands
  }

  const minute = (key: string) => ({ key, limit: 40, windowMs: 60_000 })

  test('concurrent requests share one script call and one read, and each gets its own number', async (t) => {
    const namespace = randomUUID()
    const counters = await count(t, { url: redisUrl, namespace })
    const commands = await listenToRedis(t, namespace)
    const ask = (key: string, times: number) => Array.from({ length: times }, () => take(counters, key, 40))
    const [ours, theirs, looked] = await Promise.all([
      Promise.all(ask('ours', 24)),
      Promise.all(ask('theirs', 3)),
      Promise.all(['slots', 'slots', 'other slots'].map((slots) => look(counters, [minute('nobody')], slots))),
    ])
    const left = (taken: Count[]) => taken.map(({ remaining }) => remaining)
    t.deepEqual(
      left(ours),
      Array.from({ length: 24 }, (_, before) => 39 - before),
    )
    t.deepEqual(left(theirs), [39, 38, 37])
    t.deepEqual(
      looked.map(({ counts }) => counts[0]?.remaining),
      [40, 40, 40],
    )
    t.is((await peek(counters, 'ours', 40))?.remaining, 16)
    await active(counters, 'the end')
    await until('Redis has shown all', () => commands.some((command) => command.includes('the end')))
    t.is(commands.length, 5, 'the requests of one window with the reads, one more read, and the slots')
  })

  test('a burst that is too large for one command uses several, and its requests still get consecutive numbers', async (t) => {
    const counters = await count(t, { url: redisUrl })
    const taken = await Promise.all(Array.from({ length: 100 }, () => take(counters, 'key', 70)))
    t.deepEqual(
      taken.map(({ allowed, remaining }) => [allowed, remaining]),
      Array.from({ length: 100 }, (_, before) => [before < 70, Math.max(0, 69 - before)]),
    )
  })

  test('a window that many callers read concurrently is read only once', async (t) => {
    const namespace = randomUUID()
    const counters = await count(t, { url: redisUrl, namespace })
    const windows = [minute('partner')]
    await take(counters, 'partner', 40, 60_000)
    const commands = await listenToRedis(t, namespace)
    const looked = await Promise.all(
      ['one', 'other', 'third'].map((tenant) => look(counters, windows, 'slots', minute(tenant))),
    )
    t.deepEqual(
      looked.map(({ counts, own }) => [counts[0]?.remaining, own?.remaining]),
      Array.from({ length: 3 }, () => [39, 40]),
    )
    await until('Redis has shown it', () => commands.length > 1)
    const read = commands.find((command) => /"mget"/i.test(command))
    t.is(read?.match(/:partner:/g)?.length, 1)
    t.is(read?.match(/:(one|other|third):/g)?.length, 3)
  })

  test('services with different namespaces on the same Redis count separately', async (t) => {
    const [one, other] = [await count(t, { url: redisUrl }), await count(t, { url: redisUrl })]
    t.is(await allowed([one], 10, 5), 5)
    t.is(await allowed([other], 10, 5), 5)
  })

  const behindProxy = async (t: ExecutionContext, answerMs?: number) => {
    const proxy = await startTcpProxy(Number(new URL(redisUrl).port))
    t.teardown(() => proxy.stop())
    const [namespace, clock, log] = [randomUUID(), new HandClock(), listenToLog()]
    const counters = await count(t, {
      url: `redis://127.0.0.1:${proxy.port}`,
      namespace,
      clock,
      log: log.log,
      answerMs,
    })
    const texts = () => log.lines.map(({ level, text }) => `${level} ${text}`)
    return { proxy, namespace, clock, counters, log, texts }
  }
  const story = [
    'warn Redis is unavailable: each process counts on its own until it returns',
    'info Redis is available again: processes share their counters',
  ]

  for (const [way, answerMs, cause] of [
    ['cut', patientMs, /./],
    ['freeze', 500, /^no answer within 500 ms$/],
  ] as const) {
    test(`when Redis is lost by ${way}, no request fails, each process counts alone and logs it once; later counts are exact`, async (t) => {
      const { proxy, namespace, clock, counters, log, texts } = await behindProxy(t, answerMs)
      const other = await count(t, { url: redisUrl, namespace, clock })
      t.is(await allowed([counters, other], 20, 6), 6)
      t.is(counters.degraded(), null)

      const asking = allowed([counters], 20, 6)
      await proxy[way]()
      t.true((await asking) <= 6)
      clock.instant += 1_000
      t.is(await allowed([counters], 20, 6), 6)
      t.is(await allowed([other], 20, 6), 6, 'each process counts alone')
      t.true((await take(counters, 'key', 6)).degraded)
      t.regex(counters.degraded() as string, /^Redis is unavailable/)

      const back = log.next('is available again')
      await proxy.restore()
      await back
      clock.instant += 1_000
      t.is(await allowed([counters, other], 20, 6), 6)
      t.false((await take(counters, 'key', 6)).degraded)
      t.is(counters.degraded(), null)
      t.deepEqual(texts(), story)
      t.regex((log.lines[0]?.fields as { cause: string }).cause, cause)
    })
  }

  test('if Redis is unavailable at startup, it is used as soon as it is available', async (t) => {
    const proxy = await startTcpProxy(Number(new URL(redisUrl).port))
    t.teardown(() => proxy.stop())
    await proxy.cut()
    const { log, next } = listenToLog()
    const counters = await count(t, { url: `redis://127.0.0.1:${proxy.port}`, log })
    t.true((await take(counters, 'key', 1)).degraded)
    const back = next('is available again')
    await proxy.restore()
    await back
    t.false((await take(counters, 'key', 1)).degraded)
  })

  test('slots freed while Redis is unavailable are free when it is back, and no process exceeds the limit before that', async (t) => {
    const { proxy, counters, log } = await behindProxy(t)
    const held = await leases([counters], 12, 4)
    const away = log.next('is unavailable')
    await proxy.cut()
    await away
    t.is((await leases([counters], 12, 4)).length, 0)
    await Promise.all(held.map((lease) => lease.release()))
    const alone = await leases([counters], 12, 4)
    t.is(alone.length, 4)
    const back = log.next('is available again')
    await proxy.restore()
    await back
    t.is((await active(counters, 'k')).active, 0)
    t.is((await leases([counters], 12, 4)).length, 0, 'slots taken during the outage are still in use in this process')
    await Promise.all(alone.map((lease) => lease.release()))
    t.is((await leases([counters], 12, 4)).length, 4)
  })

  test('a frozen Redis does not delay a close', async (t) => {
    const { proxy, counters } = await behindProxy(t)
    proxy.freeze()
    const asking = take(counters, 'key', 1)
    await counters.close()
    t.true((await asking).degraded)
    await proxy.restore()
  })
}

test('a Redis that accepts no writes is treated as unavailable and is logged once', async (t) => {
  const info = 'redis_version:7.0.0\r\nloading:0'
  const replica = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) =>
      socket.write(/info/i.test(String(bytes)) ? `$${info.length}\r\n${info}\r\n` : '-READONLY no writes here\r\n'),
    )
  }).listen(0, '127.0.0.1')
  await once(replica, 'listening')
  t.teardown(() => replica.close())
  const { log, lines } = listenToLog()
  const url = `redis://127.0.0.1:${(replica.address() as AddressInfo).port}`
  const counters = await count(t, { url, log })
  await once(replica, 'connection') // the second attempt to connect
  t.is(await allowed([counters], 10, 5), 5)
  t.regex(counters.degraded() as string, /^Redis is unavailable/)
  t.deepEqual(
    lines.map(({ fields }) => fields),
    [{ cause: 'READONLY no writes here' }],
  )
})
