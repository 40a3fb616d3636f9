/** When a model is no longer trusted, what its jobs get then, and how it regains trust. */
import test from 'ava'
import type { CriterionVerdict, EngineFailure, ScoreApplicationOutcome } from '../../../workers/tasks.ts'
import { createModelTrust } from '../../../src/platform/concurrency/model-trust.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'

const minute = 60_000
const criteria = Array.from({ length: 5 }, (_, at) => ({ id: `cr_${at}`, text: 'anything' }))
const credit: Omit<CriterionVerdict, 'criterionId'> = {
  verdict: 'MET',
  reason: '',
  evidence: [{ source: 'RESUME', start: 0, end: 9 }],
}
const unrelated: typeof credit = { verdict: 'NO_EVIDENCE', reason: '', evidence: [], finding: 'passage_not_specific' }

/**
 * Returns a score with five verdicts: `refused` of the quotes were refused, and `bearOnNothing` of the verdicts have
 * unrelated evidence.
 */
function score({ refused = 0, bearOnNothing = 0 } = {}): ScoreApplicationOutcome {
  const verdicts = criteria.map(({ id }, at) => ({ criterionId: id, ...(at < bearOnNothing ? unrelated : credit) }))
  return { ok: true, value: { verdicts, tokens: { input: 1, output: 1 }, quotesRefused: refused } }
}
const failed = (code: EngineFailure['code']): EngineFailure => ({ ok: false, code, message: '' })

function start(isTrusted = false) {
  const log: string[] = []
  const write = (_: object, text: string) => void log.push(text)
  const clock = { now: 0 }
  const trust = createModelTrust(loadContract().operator, isTrusted, { info: write, error: write }, () => clock.now)
  let resumes = 0
  const ask = (outcome: ScoreApplicationOutcome, resume = `resume ${(resumes += 1)}`) =>
    trust.ask({ criteria, resume }, async () => outcome)
  const times = async (count: number, outcome: ScoreApplicationOutcome) => {
    let last: ScoreApplicationOutcome = outcome
    for (let time = 0; time < count; time += 1) last = await ask(outcome)
    return last
  }
  return { ...trust, ask, times, log, clock }
}

test('a model with faithful quotes is trusted, even with a few bad ones', async (t) => {
  const model = start()
  await model.times(20, score())
  t.true((await model.times(20, score({ refused: 1 }))).ok)
  t.is(model.degraded(), null)
  t.is(model.away(), null)
  t.deepEqual(model.log, [])
})

test('above the maximum share jobs wait, the job that exceeded it does not complete, and one line is logged', async (t) => {
  const model = start()
  await model.times(4, score({ refused: 5 }))
  t.is(model.away(), null, 'four resumes are too few to decide')
  t.like(await model.ask(score({ refused: 5 })), { ok: false, code: 'PROVIDER_AWAY', retryAfterMs: minute })
  t.like(model.away(), { code: 'PROVIDER_AWAY', message: "50 % of the model's quotes are not in the applications" })
  t.is(model.degraded(), "50 % of the model's quotes are not in the applications")
  t.is(model.log.length, 1)
  t.regex(model.log[0]!, /jobs wait; run `npm run -s cli -- model check`/)
})

test('a model also loses trust through unrelated evidence', async (t) => {
  const model = start()
  await model.times(5, score({ bearOnNothing: 1 }))
  t.is(model.degraded(), "20 % of the model's evidence is unrelated to the criteria")
})

test('an unusable response is counted like refused quotes, once for each resume, and an unavailable provider is not counted', async (t) => {
  const model = start()
  for (let tries = 0; tries < 10; tries += 1) await model.ask(failed('UNUSABLE_ANSWER'), 'one odd file')
  await model.times(10, failed('PROVIDER_AWAY'))
  t.is(model.degraded(), null)
  t.deepEqual(model.shares(), { quotesRefused: 1, unrelatedEvidence: null })
  await model.times(4, failed('UNUSABLE_ANSWER'))
  t.regex(model.degraded()!, /^100 %/)
})

test('a response that is unusable because of its evidence is counted as unrelated evidence', async (t) => {
  const model = start()
  await model.times(5, { ...failed('UNUSABLE_ANSWER'), unrelatedEvidence: 4 })
  t.is(model.degraded(), "100 % of the model's evidence is unrelated to the criteria")
})

test('one job a minute tests the model; bad results are withheld, and good ones restore the trust', async (t) => {
  const model = start()
  await model.times(5, score({ refused: 5 }))
  t.like(await model.ask(score()), { ok: false }, 'no call before a minute has passed')
  model.clock.now += minute
  t.is(model.away(), null)
  t.like(await model.ask(score({ refused: 5 })), { ok: false, code: 'PROVIDER_AWAY' })
  t.like(await model.ask(score()), { ok: false }, 'only one test call a minute')
  for (let probe = 0; probe < 8; probe += 1) {
    model.clock.now += minute
    t.true((await model.ask(score())).ok, 'a good score from the distrusted model completes')
  }
  t.is(model.degraded(), null)
  t.is(model.log.at(-1), 'the model is trusted again: jobs continue')
})

test('with MODEL_TRUSTED, the shares are measured, but no result is withheld', async (t) => {
  const model = start(true)
  t.true((await model.times(10, score({ refused: 5 }))).ok)
  t.is(model.degraded(), null)
  t.deepEqual(model.shares(), { quotesRefused: 1 / 2, unrelatedEvidence: 0 })
})
