import test from 'ava'
import { monthBounds, OffsetClock, toIso } from '../../src/kit/time.ts'

test('an instant is a whole number of milliseconds, with any offset to the database', (t) => {
  const clock = new OffsetClock()
  for (const offsetMs of [0.5, -0.5, 1_234.25]) {
    clock.offsetMs = offsetMs
    t.true(Number.isInteger(clock.now()))
  }
})

test("the database's clock is taken from prompt answers, and from slow ones when ours is certainly wrong", (t) => {
  const clock = new OffsetClock()
  clock.hear(1_000, 41_000, 1_400)
  t.is(clock.offsetMs, 39_800, 'a slow answer, and nothing better is known')
  clock.hear(2_000, 42_000, 2_020)
  t.is(clock.offsetMs, 39_990)
  clock.hear(3_000, 43_500, 4_000)
  t.is(clock.offsetMs, 39_990, 'half a second more or less is no news')
  clock.hear(5_000, 105_500, 6_000)
  t.is(clock.offsetMs, 100_000, 'a clock was set')
})

test('a month runs from its first instant to that of the next one, in UTC', (t) => {
  const bounds = (iso: string) => Object.values(monthBounds(Date.parse(iso))).map(toIso)
  t.deepEqual(bounds('2031-12-31T23:59:59.999Z'), ['2031-12-01T00:00:00.000Z', '2032-01-01T00:00:00.000Z'])
  t.deepEqual(bounds('2032-02-01T00:00:00.000Z'), ['2032-02-01T00:00:00.000Z', '2032-03-01T00:00:00.000Z'])
})
