import test from 'ava'
import fc from 'fast-check'
import { lateJson, storedJson, WrittenBody, written } from '../../src/kit/stored-json.ts'

test('a body with stored JSON is written as if the JSON had been parsed', (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (stored, plain) => {
      const of = (part: unknown) => ({ part, plain, left: undefined, list: [part, plain, 1, { part }], none: null })
      const body = of(storedJson(JSON.stringify(stored)))
      const expected = JSON.stringify(of(stored))
      t.is(String(written(() => body)), expected)
      t.is(JSON.stringify(body), expected, 'JSON.stringify writes the same text')
    }),
  )
})

test('a body that is sent in pieces is the same body, cut between the items of its lists', (t) => {
  const long = 'x'.repeat(40_000)
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (list, plain) => {
      const of = (part: (value: unknown) => unknown) => ({
        none: [],
        list: [...list, long, long, { long }, long].map(part),
        left: undefined,
        plain,
      })
      const body = of((value) => lateJson(() => ({ stored: storedJson(JSON.stringify(value)) })))
      const pieces = [...new WrittenBody(() => body).pieces()]
      t.is(pieces.join(''), JSON.stringify(of((value) => ({ stored: value }))))
      t.true(pieces.length >= 2)
      t.is(JSON.stringify(body), pieces.join(''), 'JSON.stringify writes the same text')
    }),
  )
  t.deepEqual([...new WrittenBody(() => ({})).pieces()], ['{}'])
})
