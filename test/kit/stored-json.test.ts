import test from 'ava'
import fc from 'fast-check'
import { storedJson, written } from '../../src/kit/stored-json.ts'

test('a body with stored JSON is written as if the JSON had been parsed', (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (stored, plain) => {
      const of = (part: unknown) => ({ part, plain, left: undefined, list: [part, plain, 1, { part }], none: null })
      const body = of(storedJson(JSON.stringify(stored)))
      const expected = JSON.stringify(of(stored))
      t.is(String(written(() => body)), expected)
      t.is(JSON.stringify(body), expected, 'also where it is written in the usual way')
    }),
  )
})
