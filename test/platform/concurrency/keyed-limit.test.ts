/** How many tasks of one key run at once, and what becomes of those without room. */
import test from 'ava'
import { createKeyedLimit } from '../../../src/platform/concurrency/keyed-limit.ts'
import { until } from '../../support/until.ts'
import { heldWork } from './held-work.ts'

function startHeld(max: number, waitMs: number) {
  const limit = createKeyedLimit(max, waitMs)
  const { begun, ends, work } = heldWork()
  return { begun, ends, ask: (key: string, name = key) => limit(key, work(name)) }
}

test('so many tasks of a key run at once, and the next begins when one ends, first come, first served', async (t) => {
  const { begun, ends, ask } = startHeld(2, 10_000)
  const all = ['a', 'b', 'c', 'd'].map((name) => ask('host', name))
  const other = ask('another host')
  await until('all with room begin', () => begun.length === 3)
  t.deepEqual(begun, ['a', 'b', 'another host'])
  ends[0]?.()
  t.is(await all[0], 'a')
  await until('the next begins', () => begun.length === 4)
  t.is(begun[3], 'c')
  ends[1]?.(new Error('lost'))
  await t.throwsAsync(all[1] as Promise<string>, { message: 'lost' })
  await until('the last begins', () => begun.length === 5)
  for (const end of ends) end()
  t.deepEqual(await Promise.all([all[2], all[3], other]), ['c', 'd', 'another host'])
})

test('a task that finds no room in time never starts', async (t) => {
  const { begun, ends, ask } = startHeld(1, 5)
  const first = ask('host', 'first')
  t.is(await ask('host', 'late'), null)
  t.deepEqual(begun, ['first'])
  ends[0]?.()
  t.is(await first, 'first')
  const next = ask('host', 'next')
  await until('there is room again', () => begun.length === 2)
  ends[1]?.()
  t.is(await next, 'next')
})

test('a task that fails before it is a promise leaves its room to the next', async (t) => {
  const limit = createKeyedLimit(2, 5)
  const { ends, work } = heldWork()
  const held = limit('host', work('held'))
  const broken = () => {
    throw new Error('broken')
  }
  await t.throwsAsync(limit('host', broken), { message: 'broken' })
  t.is(await limit('host', async () => 'next'), 'next')
  ends[0]?.()
  t.is(await held, 'held')
})
