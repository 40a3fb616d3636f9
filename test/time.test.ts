import test from 'ava'
import { OffsetClock } from '../src/kit/time.ts'

test('an instant is a whole number of milliseconds, whatever the offset to the database', (t) => {
  const clock = new OffsetClock()
  for (const offsetMs of [0.5, -0.5, 1_234.25]) {
    clock.offsetMs = offsetMs
    t.true(Number.isInteger(clock.now()))
  }
})
