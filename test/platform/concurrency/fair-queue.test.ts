/** The order in which tasks run if only a few can run concurrently. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import test from 'ava'
import { createFairQueue } from '../../../src/platform/concurrency/fair-queue.ts'
import { heldWork } from './held-work.ts'

/** Returns a queue with a manual clock, whose tasks end only when the test ends them. */
function startHeld(most: number, ownerMax?: number) {
  let nowMs = 0
  const turn = createFairQueue(most, { ownerMax, now: () => nowMs })
  const { begun, ends, work } = heldWork()
  const ask = (owner: string, name = owner) => turn(owner, work(name))
  const endOne = (afterMs = 0) => {
    nowMs += afterMs
    ends.shift()?.()
  }
  return { begun, ask, endOne }
}

test('owners with fewer tasks overtake an owner with many, and take turns', async (t) => {
  const { begun, ask, endOne } = startHeld(2)
  const crowd = Array.from({ length: 6 }, (_, index) => ask('crowd', `crowd ${index}`))
  const others = [ask('a', 'a 0'), ask('a', 'a 1'), ask('b', 'b 0')]
  for (const each of [...crowd, ...others]) {
    void each.then(() => endOne())
  }
  endOne()
  endOne()
  t.deepEqual(await Promise.all([...crowd, ...others]).then(() => begun), [
    'crowd 0',
    'crowd 1',
    ...['a 0', 'b 0', 'crowd 2', 'a 1', 'crowd 3', 'crowd 4', 'crowd 5'],
  ])
})

test('every waiting task eventually runs, however many new tasks arrive', async (t) => {
  const { begun, ask, endOne } = startHeld(1)
  const crowd = [ask('crowd', 'first'), ask('crowd', 'second'), ask('crowd', 'third')]
  for (const each of crowd) void each.then(() => endOne())
  const another = async (): Promise<void> => {
    if (begun.includes('third')) return
    await ask('other')
    endOne()
    return another()
  }
  const others = [another(), another()]
  endOne()
  t.is(await crowd.at(-1), 'third')
  endOne()
  await Promise.all(others)
})

test('when a task fails, the next one runs', async (t) => {
  const turn = createFairQueue(1)
  const failed = turn('a', () => Promise.reject(new Error('lost')))
  const next = turn('a', async () => 'next')
  await t.throwsAsync(failed, { message: 'lost' })
  t.is(await next, 'next')
})

test('an owner is charged for how long its tasks take, not for their number', async (t) => {
  const { begun, ask, endOne } = startHeld(1)
  const all = [ask('slow', 'slow 0'), ask('slow', 'slow 1'), ask('slow', 'slow 2')]
  for (let index = 0; index < 5; index++) all.push(ask('quick', `quick ${index}`))
  for (const durationMs of [1_000, 300, 300, 300, 300, 1_000, 300, 1_000]) {
    endOne(durationMs)
    await nextTurn()
  }
  await Promise.all(all)
  const [first, ...rest] = ['slow 0', 'quick 0', 'quick 1', 'quick 2', 'quick 3']
  t.deepEqual(begun, [first, ...rest, 'slow 1', 'quick 4', 'slow 2'])
})

test('an owner is charged for a task that has not ended yet', async (t) => {
  const { begun, ask, endOne } = startHeld(2)
  const all = [ask('quick', 'quick 0'), ask('slow', 'slow 0'), ask('slow', 'slow 1'), ask('quick', 'quick 1')]
  endOne(100)
  await all[0]
  t.deepEqual(begun, ['quick 0', 'slow 0', 'quick 1'])
  for (const each of all) void each.then(() => endOne())
  await Promise.all(all)
})

test("an owner's tasks use at most its maximum of places, and other owners use the rest", async (t) => {
  const { begun, ask, endOne } = startHeld(3, 2)
  const all = [ask('a', 'a 0'), ask('a', 'a 1'), ask('a', 'a 2')]
  t.deepEqual(begun, ['a 0', 'a 1'])
  all.push(ask('b', 'b 0'), ask('c', 'c 0'))
  t.deepEqual(begun, ['a 0', 'a 1', 'b 0'])
  for (const each of all) void each.then(() => endOne())
  endOne()
  endOne()
  t.is((await Promise.all(all)).length, 5)
})

test('an owner that returns to an idle queue is not charged for its earlier tasks', async (t) => {
  const { begun, ask, endOne } = startHeld(1)
  const first = ask('a', 'a 0')
  endOne(1_000)
  await first
  const all = [ask('b', 'b 0'), ask('b', 'b 1'), ask('a', 'a 1')]
  for (const each of all) void each.then(() => endOne())
  endOne()
  await Promise.all(all)
  t.deepEqual(begun, ['a 0', 'b 0', 'a 1', 'b 1'])
})

test('one place in 64 is reserved for owners without a running task', async (t) => {
  const { begun, ask, endOne } = startHeld(128)
  const crowd = Array.from({ length: 200 }, () => ask('crowd'))
  t.is(begun.length, 126)
  const others = [ask('d', 'd 0'), ask('d', 'd 1'), ask('e', 'e 0'), ask('f', 'f 0')]
  t.deepEqual(begun.slice(126), ['d 0', 'e 0'], 'a second task of the same owner gets no reserved place')
  endOne()
  await nextTurn()
  t.deepEqual(begun.slice(128), ['f 0'], 'a reserved place that is freed is reserved again')
  const all = [...crowd, ...others]
  for (const each of all) void each.then(() => endOne())
  for (let place = 0; place < 128; place++) endOne()
  t.is((await Promise.all(all)).length, 204)
})

test('if there are few places, none is reserved', async (t) => {
  const { begun, ask, endOne } = startHeld(31)
  const all = Array.from({ length: 32 }, () => ask('a'))
  t.is(begun.length, 31)
  for (const each of all) void each.then(() => endOne())
  endOne()
  t.is((await Promise.all(all)).length, 32)
})
