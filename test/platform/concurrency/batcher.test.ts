/** Batches of concurrent calls: which calls share a batch, and which of them fail. */
import test from 'ava'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { createBatcher, type Outcome } from '../../../src/platform/concurrency/batcher.ts'
import { until } from '../../tools/until.ts'

const ok = <Value>(value: Value): Outcome<Value> => ({ ok: true, value })

/** Lets `turns` event-loop turns pass. */
async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn()
}

/** Returns a batcher for numbers that records its runs. A run ends when `letGo` is called. */
function start({
  max = 4,
  fail = (_items: number[]): unknown => null,
  isDivisible = () => true as boolean,
  linger = false,
  atOnce = 1,
  queriesServer = false,
} = {}) {
  const runs: number[][] = []
  const gates: (() => void)[] = []
  const batch = createBatcher<number, number>(
    async (items) => {
      runs.push(items)
      await new Promise<void>((resolve) => gates.push(resolve))
      const error = fail(items)
      if (error) throw error
      return items.map((item) => (item < 0 ? { ok: false, error: new Error(`bad ${item}`) } : ok(item * 10)))
    },
    { max, isDivisible, linger, atOnce, queriesServer },
  )
  const letGo = async () => {
    gates.shift()?.()
    await nextTurn() // the turns in which waiting callers get their results
    await nextTurn()
  }
  return { batch, runs, letGo }
}

test('a single item runs in the same event-loop turn', async (t) => {
  const { batch, runs, letGo } = start()
  const item = batch('a', 1)
  await nextTurn()
  t.deepEqual(runs, [[1]])
  await letGo()
  t.is(await item, 10)
})

test('items of a burst are collected as long as each turn adds some, up to a maximum of turns', async (t) => {
  const { batch, runs, letGo } = start({ max: 100, queriesServer: true })
  const items: Promise<number>[] = []
  for (let turn = 0; turn < 40; turn += 1) {
    items.push(batch('a', turn), batch('b', turn))
    await nextTurn()
  }
  const [first] = runs as [number[]]
  t.true(first.length > 2 && first.length < 60, `the first batch has ${first.length} items`)
  await letGo()
  await pass(3)
  await letGo()
  t.is((await Promise.all(items)).length, 80)
  t.is(runs.length, 2)
})

test('after a batch of several items the next item waits a few turns for others, and after a single item it does not', async (t) => {
  const { batch, runs, letGo } = start({ queriesServer: true })
  const all = [batch('a', 1), batch('b', 2)]
  await pass(3)
  await letGo()
  all.push(batch('a', 3))
  await pass(2)
  all.push(batch('b', 4))
  await pass(5)
  await letGo()
  all.push(batch('a', 5))
  await pass(5)
  await letGo()
  all.push(batch('a', 6))
  await pass(2)
  all.push(batch('b', 7))
  for (let left = 0; left < 2; left += 1) await letGo()
  t.deepEqual(await Promise.all(all), [10, 20, 30, 40, 50, 60, 70])
  t.deepEqual(runs, [[1, 2], [3, 4], [5], [6], [7]])
})

test('items from one event-loop turn form a batch, and items that arrive while it runs form the next', async (t) => {
  const { batch, runs, letGo } = start()
  const first = [batch('a', 1), batch('b', 2)]
  await nextTurn()
  const second = [batch('a', 3), batch('c', 4)]
  t.deepEqual(runs, [[1, 2]])
  await letGo()
  t.deepEqual(await Promise.all(first), [10, 20])
  t.deepEqual(runs, [
    [1, 2],
    [3, 4],
  ])
  await letGo()
  t.deepEqual(await Promise.all(second), [30, 40])
})

test('with at most two concurrent batches, items that arrive during the first form the second, and later items wait', async (t) => {
  const { batch, runs, letGo } = start({ atOnce: 2 })
  const all = [batch('a', 1), batch('b', 2)]
  await nextTurn()
  all.push(batch('a', 3))
  await nextTurn()
  all.push(batch('a', 4), batch('b', 5))
  await nextTurn()
  t.deepEqual(runs, [[1, 2], [3]])
  await letGo()
  t.deepEqual(runs[2], [4, 5])
  for (let left = 0; left < 2; left += 1) await letGo()
  t.deepEqual(await Promise.all(all), [10, 20, 30, 40, 50])
})

test("one owner's burst delays another owner's single item by at most one batch", async (t) => {
  const { batch, runs, letGo } = start({ max: 3 })
  const burst = Array.from({ length: 10 }, (_, index) => batch('burst', index))
  await nextTurn()
  const single = batch('single', 100)
  await letGo()
  t.true(runs[1]?.includes(100))
  await letGo()
  t.is(await single, 1000)
  for (let left = 0; left < 4; left += 1) await letGo()
  t.is((await Promise.all(burst)).length, 10)
})

test("one item's error rejects only that item", async (t) => {
  const { batch, letGo } = start()
  const items = [batch('a', 1), batch('b', -2), batch('c', 3)]
  await nextTurn()
  await letGo()
  const settled = await Promise.allSettled(items)
  t.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('if a batch fails because of one item, each item runs again alone and the others succeed', async (t) => {
  const { batch, runs, letGo } = start({ fail: (items) => (items.includes(2) ? new Error('poisoned') : null) })
  const items = [batch('a', 1), batch('b', 2), batch('c', 3)]
  await nextTurn()
  for (let left = 0; left < 4; left += 1) await letGo()
  const settled = await Promise.allSettled(items)
  t.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  t.deepEqual(runs, [[1, 2, 3], [1], [2], [3]])
})

test('if the error would affect every item, the batch is not divided', async (t) => {
  const away = new Error('away')
  const { batch, runs, letGo } = start({ fail: () => away, isDivisible: () => false })
  const items = [batch('a', 1), batch('b', 2)]
  await nextTurn()
  await letGo()
  for (const item of items) t.is(await t.throwsAsync(item), away)
  t.is(runs.length, 1)
})

test('waiting items run as soon as they fill a batch, however long the last batch took', async (t) => {
  const { batch, runs, letGo } = start({ linger: true, max: 2 })
  const items = [batch('a', 1), batch('b', 2)]
  await nextTurn()
  await delay(15)
  await letGo()
  items.push(batch('a', 3), batch('b', 4))
  for (const _turn of [1, 2, 3]) await nextTurn()
  t.is(runs.length, 2)
  await letGo()
  t.deepEqual(await Promise.all(items), [10, 20, 30, 40])
})

test("after a batch of several items, new items wait for that batch's duration and then share a batch; a single item that arrives later runs immediately", async (t) => {
  const { batch, runs, letGo } = start({ linger: true })
  const items = [batch('a', 1), batch('b', 2)]
  await nextTurn()
  await delay(15)
  await letGo()
  items.push(batch('a', 3))
  await nextTurn()
  items.push(batch('b', 4))
  await until('the next batch starts', () => runs.length > 1)
  await letGo()
  t.deepEqual(await Promise.all(items), [10, 20, 30, 40])
  t.deepEqual(runs, [
    [1, 2],
    [3, 4],
  ])
  await delay(60) // longer than any wait
  for (const single of [5, 6]) {
    const item = batch('a', single)
    await nextTurn()
    t.deepEqual(runs.at(-1), [single])
    await letGo()
    t.is(await item, single * 10)
  }
})
