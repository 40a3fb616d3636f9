import test from 'ava'
import { retried } from '../../../src/platform/database/contention.ts'
import { DatabaseUnavailable, StatementRefused } from '../../../src/platform/database/database.ts'

/** Returns a function that loses a deadlock this many times, and then returns how often it ran. */
function losing(times: number) {
  let runs = 0
  const work = async () => {
    runs += 1
    if (runs <= times) throw new StatementRefused('ER_LOCK_DEADLOCK', 'Deadlock found')
    return runs
  }
  return { work, runs: () => runs }
}

test('a transaction that loses six deadlocks in a row succeeds', async (t) => {
  t.is(await retried(losing(6).work), 7)
})

test('a transaction that keeps losing for a second fails with the error for an unavailable database', async (t) => {
  const { work, runs } = losing(Infinity)
  await t.throwsAsync(retried(work), { instanceOf: DatabaseUnavailable })
  t.true(runs() > 6)
})
