/** When the circuit breaker for the model provider opens and closes. */
import test from 'ava'
import { setTimeout as delay } from 'node:timers/promises'
import { createBreaker } from '../../../src/platform/concurrency/circuit-breaker.ts'
import type { EngineFailure } from '../../../workers/tasks.ts'
import { until } from '../../tools/until.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'

const answered = { ok: true as const, value: 1 }
const failed = (code: EngineFailure['code']): EngineFailure => ({ ok: false, code, message: '' })
const hour = 3_600_000

function start(restMs = hour) {
  const log: string[] = []
  const write = (_fields: object, text: string) => void log.push(text)
  return {
    ...createBreaker(
      { restMs, failuresMax: loadContract().retries.provider.failuresMax },
      { info: write, warn: write },
    ),
    log,
  }
}

async function times<Result>(count: number, work: () => Promise<Result>): Promise<Result | undefined> {
  let last
  for (let time = 0; time < count; time += 1) last = await work()
  return last
}

for (const code of ['PROVIDER_AWAY', 'TIMEOUT'] as const)
  test(`after ten consecutive ${code} failures, no call is made, and callers learn how long to wait`, async (t) => {
    const { ask, away, log } = start()
    await times(9, () => ask(async () => failed(code)))
    t.is(away(), null)
    await ask(async () => failed(code))
    const answer = await ask(async () => t.fail('asked'))
    t.like(answer, { ok: false, code: 'PROVIDER_AWAY' })
    const { retryAfterMs = 0 } = away() as EngineFailure
    t.true(retryAfterMs > hour - 60_000 && retryAfterMs <= hour)
    t.is(log.length, 1)
  })

test('any response between failures, even an unusable or refusing one, keeps the circuit closed', async (t) => {
  const { ask, away } = start()
  for (const outcome of [answered, failed('UNUSABLE_ANSWER'), failed('PROVIDER_FAILED')]) {
    await times(9, () => ask(async () => failed('PROVIDER_AWAY')))
    await ask(async () => outcome)
  }
  t.is(away(), null)
})

function rested(away: () => EngineFailure | null): Promise<unknown> {
  return until('the rest is over', () => !away())
}

test('after the pause one call tests the provider; the other callers wait for its result and then call too', async (t) => {
  const { ask, away, log } = start(1_000)
  await times(10, () => ask(async () => failed('PROVIDER_AWAY')))
  await rested(away)
  let asked = 0
  const { promise, resolve } = Promise.withResolvers<typeof answered>()
  const waiting = Array.from({ length: 5 }, () => ask(() => ((asked += 1), promise)))
  await delay(0)
  t.is(asked, 1)
  resolve(answered)
  t.deepEqual(await Promise.all(waiting), Array(5).fill(answered))
  t.is(asked, 5)
  t.is(log.length, 2)
})

test('if the test call fails, every caller must retry later without using an attempt, and the pause starts again', async (t) => {
  const { ask, away } = start(1_000)
  await times(10, () => ask(async () => failed('PROVIDER_AWAY')))
  await rested(away)
  const waiting = Array.from({ length: 5 }, () => ask(async () => failed('TIMEOUT')))
  const codes = (await Promise.all(waiting)).map((outcome) => !outcome.ok && outcome.code)
  t.deepEqual(codes, Array<string>(5).fill('PROVIDER_AWAY'))
  await rested(away)
  t.is(await ask(async () => answered), answered)
})

test('a fault that the operator must fix is reported until the provider responds, and logged once a minute', async (t) => {
  const { ask, note, fault, away, log } = start()
  const refused: EngineFailure = { ...failed('PROVIDER_AWAY'), fault: 'key' }
  await times(9, () => ask(async () => refused))
  t.is(fault(), 'key')
  t.is(away(), null)
  t.deepEqual(log, [
    'the model provider refuses the API key: correct GROQ_API_KEY and restart; until then, jobs wait without using an attempt',
  ])
  await ask(async () => failed('PROVIDER_AWAY'))
  t.is(fault(), 'key', 'a provider that does not respond leaves the fault as it is')
  note({ ok: true })
  t.is(fault(), null)
  note({ ...refused, fault: 'account' })
  t.is(fault(), 'account', 'a failed generation also reports its fault')
})
