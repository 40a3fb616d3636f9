/** Memory reservations ("holds") that share a budget of bytes: which of them may grow, and which must wait. */
import test, { type ExecutionContext } from 'ava'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createByteBudget } from '../../../src/platform/concurrency/byte-budget.ts'

/** Returns functions that open and grow holds on a budget of 10 bytes. `over` lists the holds whose wait has ended. */
function start(t: ExecutionContext) {
  const open = createByteBudget(10)
  const over: string[] = []
  const grow = (hold: ReturnType<typeof open>, bytes: number, name: string) => {
    const wait = hold.grow(bytes)
    t.truthy(wait, `${name} waits`)
    void wait?.then(() => over.push(name))
  }
  return { open, grow, over }
}

test('an owner’s oldest hold can always grow, and its other holds can grow only within the budget', async (t) => {
  const { open, grow, over } = start(t)
  const [first, second, third] = [open('a'), open('a'), open('a')]
  t.is(second.grow(10), null)
  grow(third, 1, 'third')
  t.is(first.grow(15), null, 'the first hold is the oldest')
  grow(second, 1, 'second')
  first.free()
  await nextTurn()
  t.deepEqual(over, ['second'], 'the second hold is the oldest now')
  second.free()
  await nextTurn()
  t.deepEqual(over, ['second', 'third'])
})

test('no owner waits for another', (t) => {
  const { open } = start(t)
  t.is(open('a').grow(100), null)
  const [one, other] = [open('b'), open('b')]
  t.is(other.grow(10), null)
  t.is(one.grow(10), null)
})

test('freeing a hold ends its wait, and freeing it twice returns its bytes only once', async (t) => {
  const { open, grow, over } = start(t)
  const [first, second, third] = [open('a'), open('a'), open('a')]
  void first.grow(10)
  grow(second, 5, 'second')
  second.free()
  second.free()
  await nextTurn()
  t.deepEqual(over, ['second'])
  t.is(second.grow(1_000), null)
  grow(third, 1, 'third')
  first.free()
  await nextTurn()
  t.deepEqual(over, ['second', 'third'])
})
