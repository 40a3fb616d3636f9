/** Whose work runs next when only a few may run at once. */
import test from 'ava'
import { createFairQueue } from '../../../src/platform/concurrency/fair-queue.ts'

/** Work that ends on request, in the order in which it began. */
function startHeld(most: number) {
  const turn = createFairQueue(most)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (owner: string, name = owner) =>
    turn(owner, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    })
  return { begun, ask, endOne: () => ends.shift()?.() }
}

test('owners with less work overtake a crowd, each in turn', async (t) => {
  const { begun, ask, endOne } = startHeld(2)
  const crowd = Array.from({ length: 6 }, (_, index) => ask('crowd', `crowd ${index}`))
  const others = [ask('a', 'a 0'), ask('a', 'a 1'), ask('b', 'b 0')]
  for (const each of [...crowd, ...others]) {
    void each.then(endOne)
  }
  endOne()
  endOne()
  t.deepEqual(await Promise.all([...crowd, ...others]).then(() => begun), [
    'crowd 0',
    'crowd 1',
    ...['a 0', 'b 0', 'crowd 2', 'a 1', 'crowd 3', 'crowd 4', 'crowd 5'],
  ])
})

test('waiting work runs in the end, however much new work comes', async (t) => {
  const { begun, ask, endOne } = startHeld(1)
  const crowd = [ask('crowd', 'first'), ask('crowd', 'second'), ask('crowd', 'third')]
  for (const each of crowd) void each.then(endOne)
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

test('work that fails lets the next run', async (t) => {
  const turn = createFairQueue(1)
  const failed = turn('a', () => Promise.reject(new Error('lost')))
  const next = turn('a', async () => 'next')
  await t.throwsAsync(failed, { message: 'lost' })
  t.is(await next, 'next')
})
