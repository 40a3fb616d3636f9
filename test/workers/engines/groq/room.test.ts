/** How many more calls a provider accepts ("room"), according to its responses. */
import test from 'ava'
import { createRoom, retryAfterMs } from '../../../../workers/engines/groq/room.ts'

/** A call's tokens, including the reserve for its response. */
const tokens = 1_000

test('a provider that reports no limits has no limit on calls', (t) => {
  const room = createRoom()
  t.is(room.left(), null)
  room.answered(new Headers(), tokens)
  t.is(room.left(), null)
})

test('the room is the number of calls for which both the remaining requests and the remaining tokens are enough', (t) => {
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
  t.is(room.left(), 1, 'it has just accepted a call')
  answered('many', '-1')
  t.is(room.left(), null, 'headers without numbers')
})

test('a refusal leaves no room until the next response', (t) => {
  const room = createRoom()
  room.refused()
  t.is(room.left(), 0)
  room.answered(new Headers(), 0)
  t.is(room.left(), null)
})

test('a refusal ends after Retry-After, or else when the exhausted limit is reset', (t) => {
  const waitOf = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), tokens, 0)
  const named = (left: string, reset: string) =>
    waitOf({ 'x-ratelimit-remaining-tokens': left, 'x-ratelimit-reset-tokens': reset })
  t.is(waitOf({ 'retry-after': '2' }), 2_000)
  t.is(waitOf({ 'retry-after': '1.9' }), 1_900)
  t.is(named('120', '1.9s'), 1_900)
  t.is(named('120', '2m59.56s'), 179_560)
  t.is(named('120', '120ms'), 120)
  t.is(named('5000', '1.9s'), null, 'there are enough tokens, so they did not cause the refusal')
  t.is(named('120', 'soon'), null)
  t.is(waitOf({ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6s' }), 6_000)
  t.is(waitOf({}), null)
})
