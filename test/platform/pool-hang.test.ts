/** Threads that no longer stop by themselves. */
import test from 'ava'
import { createPool } from '../../src/platform/pool.ts'

const quiet = { info() {}, warn() {} }
const small = { criteria: [{ id: 'cr_1', text: 'Kubernetes' }], resume: 'Kubernetes', answers: [], tokenBudget: 50_000 }
/** Holds the embedded engine, which computes without a pause, for far longer than the test waits. */
const endless = {
  ...small,
  criteria: Array.from({ length: 5_000 }, (_, index) => ({
    id: `cr_${index}`,
    text: `Experience with tool${index}, Kubernetes and PostgreSQL`,
  })),
  resume: Array.from({ length: 8_000 }, (_, index) => `Led Kubernetes and PostgreSQL work ${index} for years.`).join(
    '\n',
  ),
}

test('a scoring thread that hangs is ended, and the next task is scored', async (t) => {
  const pool = createPool({ engine: { name: 'embedded' }, modelCalls: 1, restMs: 1_000 }, quiet)
  t.teardown(() => pool.close())
  t.true((await pool.scoreApplication('p_1', small, 60_000)).ok)
  const hung = await pool.scoreApplication('p_1', endless, 500)
  t.like(hung, { ok: false, code: 'TIMEOUT' })
  t.regex((hung as { message: string }).message, /terminated/)
  t.true((await pool.scoreApplication('p_1', small, 60_000)).ok)
})
