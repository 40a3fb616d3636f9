/** How many concurrent calls a process makes to the model provider. */
import test from 'ava'
import { createProviderLimit } from '../../../src/platform/concurrency/provider-limit.ts'

/** Returns the limit at the start and after each of these responses. */
function limitsAfter(most: number, rooms: (number | null)[]): number[] {
  const { current, observe } = createProviderLimit(most)
  return [
    current(),
    ...rooms.map((room) => {
      observe(room)
      return current()
    }),
  ]
}

test('if the provider reports no limit, the maximum is used', (t) => {
  t.deepEqual(limitsAfter(64, [null, null]), [64, 64, 64])
})

test('a refusal halves the limit, and refusals of calls that were already running do not halve it again', (t) => {
  t.deepEqual(limitsAfter(8, [0, 0, 0, 0, 0]), [8, 4, 4, 4, 4, 2])
})

test('the limit is at least one call', (t) => {
  t.is(limitsAfter(64, Array<number>(100).fill(0)).at(-1), 1)
})

test('each round of successful responses adds one call', (t) => {
  const limits = limitsAfter(8, [0, ...Array<null>(40).fill(null)])
  t.is(limits[1], 4)
  t.is(limits[6], 5)
  t.is(limits.at(-1), 8)
})

test('the limit never exceeds the remaining calls that a response reports', (t) => {
  t.deepEqual(limitsAfter(64, [200, 10, 3]), [64, 64, 10, 3])
})
