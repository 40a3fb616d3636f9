/**
 * Which jobs may fetch from a host, and which must wait. In the code, a host is a room with a limited number of places,
 * and a job that fetches a file from it is a visitor.
 */
import test from 'ava'
import { createRooms, type Place, type PutOff } from '../../../src/platform/concurrency/rooms.ts'
import { until } from '../../tools/until.ts'

/** Returns rooms with a manual clock, except that `waitMs` is real time. */
function startRooms({ placesMax = 2, newcomersMax = 1, waitMs = 5, returnMs = 10_000 } = {}) {
  let nowMs = 0
  const rooms = createRooms({ placesMax, newcomersMax, waitMs, returnMs, now: () => nowMs })
  const enter = (owner: string, id: string, key = 'host') => rooms.enter(key, { owner, id })
  return { enter, pass: (ms: number) => void (nowMs += ms) }
}

const isPlace = (entered: Place | PutOff): entered is Place => 'leave' in entered
const leave = (entered: Place | PutOff) => (entered as Place).leave()
/** Leaves without a place, and records when the visitor is called back. */
const goAway = (entered: Place | PutOff, called: string[], id: string, isComing = true) =>
  (entered as PutOff).onTurn(async () => {
    called.push(id)
    return isComing
  })

test('a single owner gets all places in a room and no more, and other rooms have their own places', async (t) => {
  const { enter } = startRooms()
  const entered = [await enter('a', '1'), await enter('a', '2'), await enter('a', '3'), await enter('a', '4', 'other')]
  t.deepEqual(entered.map(isPlace), [true, true, false, true])
})

test('an owner without a place immediately gets one extra place in a full room', async (t) => {
  const { enter } = startRooms()
  await enter('a', '1')
  await enter('a', '2')
  t.true(isPlace(await enter('b', '1')))
  t.false(isPlace(await enter('b', '2')))
  t.false(isPlace(await enter('a', '3')))
})

test('a freed place goes to the owner that has had the fewest places, even if another has waited longer', async (t) => {
  const { enter, pass } = startRooms()
  const held = [await enter('a', '1'), await enter('a', '2')]
  const called: string[] = []
  goAway(await enter('a', '3'), called, 'a 3')
  pass(1_000)
  await enter('b', '1')
  goAway(await enter('b', '2'), called, 'b 2')
  leave(held[0]!)
  leave(held[1]!)
  await until('both are called back', () => called.length === 2)
  t.deepEqual(called, ['b 2', 'a 3'])
})

test('a place is kept for a visitor that was called back, and others do not get it', async (t) => {
  const { enter } = startRooms({ placesMax: 1 })
  const held = await enter('a', '1')
  const called: string[] = []
  goAway(await enter('a', '2'), called, '2')
  leave(held)
  await until('it is called back', () => called.length === 1)
  t.false(isPlace(await enter('a', '3')))
  t.true(isPlace(await enter('a', '2')))
})

test('if a place is freed before the visitor has left, the visitor is called back as soon as it leaves', async (t) => {
  const { enter } = startRooms({ placesMax: 1 })
  const held = await enter('a', '1')
  const putOff = await enter('a', '2')
  leave(held)
  t.false(isPlace(await enter('a', '3')))
  const called: string[] = []
  goAway(putOff, called, '2')
  t.deepEqual(called, ['2'])
})

test('a visitor that does not come back loses its place to the next', async (t) => {
  const { enter } = startRooms({ placesMax: 1, returnMs: 1 })
  const held = await enter('a', '1')
  const called: string[] = []
  for (const id of ['gone', 'late', 'dead']) goAway(await enter('a', id), called, id, id !== 'gone')
  goAway(await enter('a', 'next'), called, 'next')
  leave(held)
  await until('the last is called back', () => called.length === 4)
  t.deepEqual(called, ['gone', 'late', 'dead', 'next'])
})

test('a visitor that returns before it is called keeps its turn and takes no second place', async (t) => {
  const { enter } = startRooms({ placesMax: 1 })
  const held = await enter('a', '1')
  const called: string[] = []
  goAway(await enter('a', '2'), called, '2')
  goAway(await enter('a', '3'), called, '3')
  goAway(await enter('a', '2'), called, '2 again')
  leave(held)
  await until('it is called back', () => called.length > 0)
  t.deepEqual(called, ['2 again'])
  leave(await enter('a', '2'))
  await until('the next is called back', () => called.length > 1)
  t.deepEqual(called, ['2 again', '3'])
})

test('a visitor waits while places are being freed, and is turned away immediately if none is being freed', async (t) => {
  const { enter, pass } = startRooms({ placesMax: 1, waitMs: 60_000 })
  const first = await enter('a', '1')
  const second = enter('a', '2')
  leave(first)
  t.true(isPlace(await second), 'a visitor waits in a new room, because a place may be freed soon')
  pass(30_000)
  const third = enter('a', '3')
  leave(await second)
  leave(await third)
  pass(59_999)
  const fourth = await enter('a', '4')
  const fifth = enter('a', '5')
  t.false(isPlace(await enter('a', '6')), 'one place was freed, and one visitor waits for the next')
  leave(fourth)
  leave(await fifth)
})
