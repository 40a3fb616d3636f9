/** How many applications a process scores concurrently, depending on its load. */
import test from 'ava'
import { createAdaptiveLimit } from '../../../src/platform/concurrency/adaptive-limit.ts'

/** Returns the concurrency at the start and after each of these loads. */
function widthsAfter(loads: number[], most = 24): number[] {
  const left = [...loads]
  const concurrency = createAdaptiveLimit(most, () => () => left.shift() as number)
  return [concurrency(), ...loads.map(() => concurrency())]
}

test('an idle process uses the maximum concurrency', (t) => {
  t.deepEqual(widthsAfter([0, 0, 0.1, 0.5]), [24, 24, 24, 24, 24])
})

test('an overloaded process reduces its concurrency with each sample, but never below half of the maximum', (t) => {
  t.deepEqual(widthsAfter([0.96, 0.9, 0.85]), [24, 21, 20, 20])
  const concurrencies = widthsAfter(Array<number>(30).fill(1))
  t.is(concurrencies.at(-1), 12)
  t.deepEqual(
    concurrencies,
    concurrencies.toSorted((one, other) => other - one),
  )
})

test('a single high load at most halves the concurrency, which then recovers in steps', (t) => {
  t.deepEqual(widthsAfter([50, 0, 0, 0, 0, 0]), [24, 12, 15, 19, 23, 24, 24])
})

test('a concurrency of one is never reduced', (t) => {
  t.deepEqual(widthsAfter([1, 1, 1], 1), [1, 1, 1, 1])
})
