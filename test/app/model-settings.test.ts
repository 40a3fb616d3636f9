/** A model's settings: a self-hosted model may be slow, and plain http is acceptable only on the same machine. */
import test, { type ExecutionContext } from 'ava'
import { startServer } from '../../src/app/server.ts'
import { ConfigError, readConfig } from '../../src/kit/config.ts'
import { createLog } from '../../src/kit/log.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'
import type { Timings } from '../../src/platform/timings.ts'
import { startHarness } from '../support/harness.ts'
import { privateFolder } from '../tools/services/process.ts'

const key = { GROQ_API_KEY: 'any' }
const warned = (log: string[]) => log.filter((line) => line.includes('resumes are sent unencrypted'))

/** Returns a server's timings with these settings. */
async function timingsOf(t: ExecutionContext, settings: Record<string, string>): Promise<Timings> {
  const config = readConfig({ PORT: '0', ADMIN_PORT: '0', DATA_DIR: privateFolder(t), ...settings }, [])
  const server = await startServer(config, createLog('silent', new Set()))
  t.teardown(() => server.stop())
  return server.services.timings
}

test('MODEL_TIMEOUT limits the time of a score, but not of a generation, which has its own limit', async (t) => {
  const usual = await timingsOf(t, key)
  const slow = await timingsOf(t, { ...key, MODEL_TIMEOUT: '840' })
  t.is(usual.engineTimeoutMs, 120_000)
  t.deepEqual(slow, { ...usual, engineTimeoutMs: 840_000 })
})

test("a MODEL_TIMEOUT longer than a job's time limit is refused", async (t) => {
  const { timeouts, operator } = loadContract()
  const [least, most] = [timeouts.engineSeconds, operator.modelTimeoutSecondsMax]
  for (const seconds of [least - 1, most + 1])
    await t.throwsAsync(timingsOf(t, { ...key, MODEL_TIMEOUT: `${seconds}` }), {
      instanceOf: ConfigError,
      message: `MODEL_TIMEOUT is "${seconds}": give a number of seconds from ${least} to ${most}.`,
    })
})

test('a MODEL_TIMEOUT that is not a number of seconds is refused together with the other faults', (t) => {
  for (const MODEL_TIMEOUT of ['2m', '-1', '1.5'])
    t.throws(() => readConfig({ MODEL_TIMEOUT }, []), {
      instanceOf: ConfigError,
      message: `MODEL_TIMEOUT is "${MODEL_TIMEOUT}": give a whole number of seconds.`,
    })
})

test('a model with one slot gets one application at a time', async (t) => {
  const { server } = await startHarness(t, { settings: { ...key, MODEL_CALLS: '1' } })
  t.is(server.services.pool.concurrency, 1)
})

test('plain http to another machine causes a warning at startup, but https and loopback do not', async (t) => {
  const far = await startHarness(t, { settings: { ...key, GROQ_BASE_URL: 'http://models.internal:8000/v1' } })
  t.is(warned(far.log).length, 1)
  for (const GROQ_BASE_URL of ['http://127.0.0.1:11434/v1', 'http://[::1]:8000/v1', 'https://models.internal/v1'])
    t.is(warned((await startHarness(t, { settings: { ...key, GROQ_BASE_URL } })).log).length, 0, GROQ_BASE_URL)
})
