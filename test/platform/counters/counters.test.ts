/** Counting requests in the process and in Redis, and while Redis is unavailable. */
import { readServices } from '../../tools/services/services.ts'
import test from 'ava'
import type { Count } from '../../../src/platform/counters/counters.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { active, allowed, count, leases, look, patientMs, peek, take } from './scene.ts'

const redisUrl = readServices()?.REDIS_URL

const places: Record<string, string | null> = { 'in the process': null }
if (redisUrl) places['in Redis'] = redisUrl

for (const [place, url] of Object.entries(places)) {
  test(`${place}: a window allows exactly its limit, and so does the next`, async (t) => {
    const clock = new HandClock()
    const counters = await count(t, { url, clock })
    for (let window = 0; window < 3; window += 1) {
      t.is(await allowed([counters], 30, 7), 7)
      clock.instant += 1_000
    }
  })

  test(`${place}: a one-second window begins and ends on a full second, and each count returns how many requests remain`, async (t) => {
    const clock = new HandClock()
    clock.instant = 1_700_000_000_999
    const counters = await count(t, { url, clock })
    const last = { limit: 2, resetAt: 1_700_000_001_000, resetInMs: 1, degraded: false }
    t.deepEqual(await peek(counters, 'key', 2), { ...last, allowed: true, remaining: 2 })
    t.deepEqual(await take(counters, 'key', 2), { ...last, allowed: true, remaining: 1 })
    t.deepEqual(await take(counters, 'key', 2), { ...last, allowed: true, remaining: 0 })
    t.deepEqual(await peek(counters, 'key', 2), { ...last, allowed: false, remaining: 0 })
    t.deepEqual(await take(counters, 'key', 2), { ...last, allowed: false, remaining: 0 })
    t.is((await take(counters, 'other', 2)).remaining, 1)
    clock.instant += 1
    const fresh = { limit: 2, resetAt: 1_700_000_002_000, resetInMs: 1_000, degraded: false }
    t.deepEqual(await take(counters, 'key', 2), { ...fresh, allowed: true, remaining: 1 })
  })

  test(`${place}: a request that one window refuses is not counted in its other windows, even with concurrent requests`, async (t) => {
    const counters = await count(t, { url })
    const chain = [
      { key: 'second', limit: 5, windowMs: 1_000 },
      { key: 'minute', limit: 7, windowMs: 60_000 },
    ]
    const takeEight = () => Promise.all(Array.from({ length: 8 }, () => counters.take(chain)))
    const states = (answers: (readonly Count[])[]) =>
      answers.map((counts) => counts.map(({ allowed, remaining }) => `${allowed} ${remaining}`).join())
    const through = [4, 3, 2, 1, 0].map((left) => `true ${left},true ${left + 2}`)
    t.deepEqual(states(await takeEight()), [...through, ...Array.from({ length: 3 }, () => 'false 0,true 2')])
    t.deepEqual(states([(await look(counters, chain)).counts]), ['false 0,true 2'])
    const wider = [{ ...chain[0]!, key: 'another second' }, chain[1]!]
    const more = await Promise.all(Array.from({ length: 4 }, () => counters.take(wider)))
    t.deepEqual(states(more), ['true 4,true 1', 'true 3,true 0', 'true 2,false 0', 'true 1,false 0'])
  })

  test(`${place}: the number of slots in use never exceeds the limit, and a freed slot can be used again`, async (t) => {
    const counters = await count(t, { url })
    t.deepEqual(await active(counters, 'k'), { active: 0, freeInMs: 0 })
    const held = await leases([counters], 12, 4)
    t.is(held.length, 4)
    const refused = await counters.acquire('k', 4, patientMs)
    t.true(refused.lease === null && refused.slots.active === 4 && refused.slots.freeInMs > 0)
    await held[0]?.release()
    await held[0]?.release()
    t.is((await active(counters, 'k')).active, 3)
    t.is((await leases([counters], 12, 4)).length, 1)
    t.is((await leases([counters], 12, 6)).length, 2, 'a new limit applies immediately')
  })
}

test('in the process: a slot that is never freed becomes free when its lease ends', async (t) => {
  const clock = new HandClock()
  const counters = await count(t, { clock })
  t.is((await leases([counters], 4, 4, 60_000)).length, 4)
  clock.instant += 59_999
  t.deepEqual(await active(counters, 'k'), { active: 4, freeInMs: 1 })
  clock.instant += 1
  t.deepEqual(await active(counters, 'k'), { active: 0, freeInMs: 0 })
  t.is((await leases([counters], 12, 4)).length, 4)
})
