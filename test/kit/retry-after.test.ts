import test from 'ava'
import { parseRetryAfter } from '../../src/kit/retry-after.ts'

test('Retry-After is read as seconds or as a date, and nothing else', (t) => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  t.is(parseRetryAfter('12', now), 12_000)
  t.is(parseRetryAfter('0', now), 0)
  t.is(parseRetryAfter('Sun, 01 Mar 2026 12:00:05 GMT', now), 5_000)
  t.is(parseRetryAfter('Sun, 01 Mar 2026 11:00:00 GMT', now), 0)
  t.is(parseRetryAfter('999999999', now), 86_400_000)
  for (const header of [null, '', 'soon', '-', 'NaN', '1.5', '9'.repeat(10)]) t.is(parseRetryAfter(header, now), null)
})
