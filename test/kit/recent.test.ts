import test from 'ava'
import { createRecent } from '../../src/kit/recent.ts'

test('one computation serves all requests until it expires, and the next request starts another', async (t) => {
  const recent = createRecent<number>()
  let made = 0
  const at = (now: number, scope: object) => recent(scope, 'a', now, 10, async () => (made += 1))
  const [one, other] = [{}, {}]
  t.deepEqual(await Promise.all([at(0, one), at(9, one), at(10, one), at(19, one)]), [1, 1, 2, 2])
  t.is(await at(0, other), 3)
})

test('a failure is not cached, and a late failure does not affect its successor', async (t) => {
  const recent = createRecent<string>()
  const scope = {}
  const late = Promise.withResolvers<string>()
  const first = recent(scope, 'a', 0, 10, () => late.promise)
  t.is(await recent(scope, 'a', 10, 10, async () => 'successor'), 'successor')
  late.reject(new Error('away'))
  await t.throwsAsync(first, { message: 'away' })
  t.is(await recent(scope, 'a', 11, 10, async () => 'another'), 'successor')
  await t.throwsAsync(recent(scope, 'b', 0, 10, () => Promise.reject(new Error('away'))))
  t.is(await recent(scope, 'b', 1, 10, async () => 'made anew'), 'made anew')
})
