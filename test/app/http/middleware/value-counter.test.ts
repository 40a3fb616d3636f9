import test from 'ava'
import fc from 'fast-check'
import { createValueCounter } from '../../../../src/app/http/middleware/value-counter.ts'

/** Returns how many values a JSON value contains, including itself. */
const countOf = (value: unknown): number =>
  value !== null && typeof value === 'object'
    ? Object.values(value).reduce((sum: number, at) => sum + countOf(at), 1)
    : 1

test('each value is counted once, regardless of white space and chunk boundaries', (t) => {
  const texts = fc.tuple(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), fc.integer({ min: 1, max: 9 }))
  fc.assert(
    fc.property(texts, ([value, space, chunk]) => {
      const bytes = Buffer.from(JSON.stringify(value, null, space))
      const exceeds = (valuesMax: number) => {
        const excessOf = createValueCounter(valuesMax, 64)
        const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
          bytes.subarray(index * chunk, (index + 1) * chunk),
        )
        return chunks.some((part) => excessOf(part) === 'values')
      }
      const values = countOf(JSON.parse(bytes.toString()))
      t.false(exceeds(values + 1), `${values} in ${bytes}`)
      // A maximum of exactly `values` is not tested, because an empty list or object is counted as two values until it
      // closes.
      t.true(exceeds(values - 1), `${values} in ${bytes}`)
    }),
  )
})

test('nesting that is too deep is detected at the first byte that exceeds the maximum', (t) => {
  const excessOf = createValueCounter(100, 3)
  t.is(excessOf(Buffer.from('[[{')), null)
  t.is(excessOf(Buffer.from('"[[[[[[\\"[["')), null)
  t.is(excessOf(Buffer.from(':[')), 'depth')
})
