/** A machine reports that its clock is wrong. */
import test from 'ava'
import { createClockSkew } from '../../src/platform/clock-skew.ts'

test('a clock that is too far ahead or behind is reported with its direction', (t) => {
  let machineMs = 1_000_000
  const skew = createClockSkew({ now: () => 1_000_000 }, 5, () => machineMs)
  for (const [aheadMs, phrase] of [
    [0, null],
    [5_000, null],
    [-5_000, null],
    [5_400, /5 s ahead of the database's/],
    [-3_600_000, /3600 s behind the database's/],
  ] as const) {
    machineMs = 1_000_000 + aheadMs
    t.is(skew.seconds(), aheadMs / 1_000)
    if (phrase === null) t.is(skew.degraded(), null)
    else t.regex(skew.degraded() ?? '', phrase)
  }
})
