import test from 'ava'
import { monthBounds, OffsetClock, toIso } from '../../src/kit/time.ts'

test('an instant is a whole number of milliseconds, with any offset to the database', (t) => {
  const clock = new OffsetClock()
  for (const offsetMs of [0.5, -0.5, 1_234.25]) {
    clock.offsetMs = offsetMs
    t.true(Number.isInteger(clock.now()))
  }
})

test("the clock moves towards the database's as far as an answer proves it wrong", (t) => {
  const clock = new OffsetClock()
  clock.hear(1_000, 1_090, 1_100)
  t.is(clock.offsetMs, 0, 'a slow answer of a clock that may be the same')
  clock.hear(1_000, 41_000, 1_400)
  t.is(clock.offsetMs, 39_600)
  clock.hear(2_000, 42_000, 2_020)
  t.is(clock.offsetMs, 39_980, 'a prompt one knows better')
  clock.hear(3_000, 43_500, 4_000)
  t.is(clock.offsetMs, 39_980, 'half a second more or less is no news')
  clock.hear(5_000, 105_500, 6_000)
  t.is(clock.offsetMs, 99_500, 'a clock was set forwards')
  clock.hear(7_000, 5_000, 7_100)
  t.is(clock.offsetMs, -2_000, 'and back')
})

test('a month runs from its first instant to that of the next one, in UTC', (t) => {
  const bounds = (iso: string) => Object.values(monthBounds(Date.parse(iso))).map(toIso)
  t.deepEqual(bounds('2031-12-31T23:59:59.999Z'), ['2031-12-01T00:00:00.000Z', '2032-01-01T00:00:00.000Z'])
  t.deepEqual(bounds('2032-02-01T00:00:00.000Z'), ['2032-02-01T00:00:00.000Z', '2032-03-01T00:00:00.000Z'])
})
