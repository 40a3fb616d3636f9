/** Threads that hang, and must be terminated from outside. */
import test from 'ava'
import { createPool } from '../../../src/platform/pool.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import { smallTask } from '../../tools/samples/engine-tasks.ts'

const contract = loadContract()

const quiet = { info() {}, warn() {} }
/** Keeps the embedded engine computing much longer than the test waits. */
const endless = {
  ...smallTask,
  criteria: Array.from({ length: 5_000 }, (_, index) => ({
    id: `cr_${index}`,
    text: `Experience with tool${index}, Kubernetes and PostgreSQL`,
  })),
  resume: Array.from({ length: 8_000 }, (_, index) => `Led Kubernetes and PostgreSQL work ${index} for years.`).join(
    '\n',
  ),
}

const linesOf = (resume: string) => ({ source: { bytes: new TextEncoder().encode(resume) }, answers: [], blind: true })
const judgeOf = ({ criteria, today, tokenBudget }: typeof smallTask, timeoutMs: number) => ({
  judge: { criteria, questions: [], today, tokenBudget, timeoutMs },
})

test('if an engine hangs in a reading thread, the thread is terminated, and the file is judged again', async (t) => {
  const pool = createPool({ engine: { name: 'embedded' }, modelCalls: 1, contract, restMs: 1_000 }, quiet)
  t.teardown(() => pool.close())
  const { resume } = endless
  const hung = await pool.parseResume('p_1', { ...linesOf(resume), ...judgeOf(endless, 500) }, 60_000)
  t.like(hung, { ok: false, code: 'TIMEOUT' })
  const again = await pool.parseResume('p_1', { ...linesOf(resume), ...judgeOf(smallTask, 60_000) }, 60_000)
  t.like(again, { ok: true, scored: { ok: true, value: { verdicts: [{ criterionId: 'cr_1', verdict: 'MET' }] } } })
})

test('a scoring thread that hangs is terminated, and the next task is scored', async (t) => {
  const pool = createPool({ engine: { name: 'embedded' }, modelCalls: 1, contract, restMs: 1_000 }, quiet)
  t.teardown(() => pool.close())
  t.true((await pool.scoreApplication('p_1', smallTask, 60_000)).ok)
  const hung = await pool.scoreApplication('p_1', endless, 500)
  t.like(hung, { ok: false, code: 'TIMEOUT' })
  t.regex((hung as { message: string }).message, /terminated/)
  t.true((await pool.scoreApplication('p_1', smallTask, 60_000)).ok)
})
