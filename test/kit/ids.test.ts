import test from 'ava'
import { isId, newId } from '../../src/kit/ids.ts'

test('ids made in the same millisecond sort in the order they were made', (t) => {
  const ids = Array.from({ length: 1_000 }, () => newId('sj', 1_772_000_000_000))
  t.deepEqual(ids.toSorted(), ids)
  t.is(new Set(ids).size, ids.length)
  t.true(ids.every(isId))
})

test('an id sorts after all ids of earlier milliseconds', (t) => {
  const earlier = newId('sj', 1_772_000_000_000)
  t.true(newId('sj', 1_772_000_000_001) > earlier)
})
