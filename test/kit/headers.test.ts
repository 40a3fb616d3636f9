import test from 'ava'
import { parseRetryAfter, readWait } from '../../src/kit/headers.ts'

test('a wait of 1 to 25 seconds is read in every form that RFC 7240 allows', (t) => {
  for (const [prefer, seconds] of [
    ['wait=1', 1],
    ['wait=25', 25],
    ['Wait=10', 10],
    ['WAIT = 10', 10],
    ['wait="10"', 10],
    ['wait=07', 7],
    ['  wait=5  ', 5],
    ['respond-async, wait=5', 5],
    ['wait=5,respond-async', 5],
    [', ,wait=5,', 5],
    ['handling=lenient; strict=no;, wait=5', 5],
    ['wait=5; foo="a, wait=9"; bar', 5],
    ['note="say \\"wait=9\\", please", wait=5', 5],
    ['wait=5, wait=9', 5],
  ] as const) {
    t.is(readWait(prefer, 25), seconds, prefer)
  }
})

test('other values and malformed headers are ignored', (t) => {
  for (const prefer of [
    undefined,
    '',
    'wait',
    'wait=',
    'wait=0',
    'wait=26',
    'wait=-1',
    'wait=1.5',
    'wait=1e1',
    'wait=ten',
    'wait=""',
    'wait="5',
    'wait=5"',
    'wait=5 9',
    'wait=5 = 9',
    'waiting=5',
    'x; wait=5',
    'note="wait=5"',
    'note="open, wait=5',
    'wait=0, wait=5',
    'wait=5, =',
    'wait=5, (x)',
    'wait=99999999999999999999',
  ]) {
    t.is(readWait(prefer, 25), null, prefer)
  }
})

test('no header takes long to parse, not even the longest one filled with a repeated pattern', (t) => {
  const characters = [' ', ';', 'a', '=', '"', '\\', ',', '(']
  const pairs = characters.flatMap((one) => characters.map((other) => one + other))
  const patterns = pairs.flatMap((pair) => characters.map((character) => pair + character))
  for (const pattern of [...characters, ...pairs, ...patterns])
    for (const prefix of ['', 'a', 'a="']) t.is(readWait(`${prefix}${pattern.repeat(340)}(`, 25), null)
})

test('Retry-After is read as seconds or as a date, and in no other form', (t) => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  t.is(parseRetryAfter('12', now), 12_000)
  t.is(parseRetryAfter('0', now), 0)
  t.is(parseRetryAfter('Sun, 01 Mar 2026 12:00:05 GMT', now), 5_000)
  t.is(parseRetryAfter('Sun, 01 Mar 2026 11:00:00 GMT', now), 0)
  t.is(parseRetryAfter('999999999', now), 86_400_000)
  for (const header of [null, '', 'soon', '-', 'NaN', '1.5', '9'.repeat(10)]) t.is(parseRetryAfter(header, now), null)
})
