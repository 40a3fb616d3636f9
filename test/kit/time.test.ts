import test from 'ava'
import { monotonicMs, monthBounds, OffsetClock, toIso } from '../../src/kit/time.ts'

const second = 1_000
const hour = 3_600 * second

test("an instant is a whole number of milliseconds, whatever the offset to the database's clock", (t) => {
  for (const offsetMs of [0.5, -0.5, 1_234.25]) {
    const clock = new OffsetClock()
    clock.offsetMs = offsetMs
    t.true(Number.isInteger(clock.now()))
  }
})

test("the clock is corrected by the database's clock only as far as a reply proves that it is wrong", (t) => {
  const clock = new OffsetClock()
  clock.offsetMs = 0
  clock.sync(1_000, 1_090, 1_100)
  t.is(clock.offsetMs, 0, 'a slow reply is consistent with the same time')
  clock.sync(1_000, 41_000, 1_400)
  t.is(clock.offsetMs, 39_600)
  clock.sync(2_000, 42_000, 2_020)
  t.is(clock.offsetMs, 39_980, 'a fast reply proves a difference')
  clock.sync(3_000, 43_500, 4_000)
  t.is(clock.offsetMs, 39_980, 'a less exact reply changes nothing')
  clock.sync(5_000, 105_500, 6_000)
  t.is(clock.offsetMs, 99_500, 'a clock that was set forwards is followed')
})

test('the first reply sets the clock, and later replies move it back by at most 10 % of the elapsed time', (t) => {
  const clock = new OffsetClock()
  const startMs = monotonicMs()
  clock.sync(startMs, 10 * hour, startMs)
  t.true(clock.now() < 10 * hour + second)
  const before = clock.now()
  clock.sync(startMs + 5 * second, 9 * hour + 5 * second, startMs + 5 * second)
  t.is(Math.round(clock.offsetMs + startMs), 10 * hour - second / 2)
  t.true(clock.now() >= before)
  clock.sync(startMs + 5 * hour, 14 * hour, startMs + 5 * hour)
  clock.sync(startMs + 10 * hour, 19 * hour, startMs + 10 * hour)
  clock.sync(startMs + 15 * hour, 24 * hour, startMs + 15 * hour)
  t.is(Math.round(clock.offsetMs + startMs), 9 * hour, 'the clock is correct again')
})

test('a time limit does not end early because the clock was set forwards', (t) => {
  const clock = new OffsetClock()
  const nowMs = monotonicMs()
  clock.sync(nowMs, 10 * hour, nowMs)
  const acceptedAt = clock.now()
  clock.sync(nowMs, 11 * hour, nowMs)
  t.true(clock.now() >= acceptedAt + hour)
  t.true(clock.ago(60 * second) < acceptedAt)
  t.true(clock.ago(60 * second) > acceptedAt - 61 * second)
})

test('a month lasts from its first instant to the first instant of the next, in UTC', (t) => {
  const bounds = (iso: string) => Object.values(monthBounds(Date.parse(iso))).map(toIso)
  t.deepEqual(bounds('2031-12-31T23:59:59.999Z'), ['2031-12-01T00:00:00.000Z', '2032-01-01T00:00:00.000Z'])
  t.deepEqual(bounds('2032-02-01T00:00:00.000Z'), ['2032-02-01T00:00:00.000Z', '2032-03-01T00:00:00.000Z'])
})
