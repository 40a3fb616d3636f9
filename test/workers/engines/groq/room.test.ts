/** How many more calls a provider takes, by its answers. */
import test from 'ava'
import { createRoom } from '../../../../workers/engines/groq/room.ts'

const tokens = { input: 900, output: 100 }

test('a provider that names no limits may have room for any number of calls', (t) => {
  const room = createRoom()
  t.is(room.left(), null)
  room.answered(new Headers(), tokens)
  t.is(room.left(), null)
})

test('the scarcer of requests and tokens counts, and tokens in calls of this cost', (t) => {
  const room = createRoom()
  const answered = (requests: string, left: string) =>
    room.answered(
      new Headers({ 'x-ratelimit-remaining-requests': requests, 'x-ratelimit-remaining-tokens': left }),
      tokens,
    )
  answered('14000', '5999')
  t.is(room.left(), 5)
  answered('3', '100000')
  t.is(room.left(), 3)
  answered('0', '0')
  t.is(room.left(), 1, 'it has just answered one')
  answered('many', '-1')
  t.is(room.left(), null, 'no numbers')
})

test('a refusal leaves no room until the next answer', (t) => {
  const room = createRoom()
  room.refused()
  t.is(room.left(), 0)
  room.answered(new Headers(), null)
  t.is(room.left(), null)
})
