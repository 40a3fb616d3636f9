/** Metrics about calls to the model and connections to the database: how many are in use, and how many callers wait. */
import test from 'ava'
import { MINUTE } from '../../../src/kit/time.ts'
import { startFakeGroq, good } from '../../tools/fakes/groq.ts'
import { startHarness } from '../../support/harness.ts'
import { valueOf } from '../../support/scrape.ts'
import { until } from '../../tools/until.ts'
import { smallTask } from '../../tools/samples/engine-tasks.ts'

test('running and waiting calls to the model are counted separately', async (t) => {
  const groq = await startFakeGroq()
  t.teardown(() => groq.close())
  const answers = Promise.withResolvers<void>()
  groq.otherwise(async (request, response) => {
    await answers.promise
    await good(request, response)
  })
  const settings = { GROQ_API_KEY: 'gsk_test', GROQ_BASE_URL: groq.url, MODEL_CALLS: '1' }
  const { server } = await startHarness(t, { settings })
  const ask = () => server.services.pool.scoreApplication('p_1', smallTask, MINUTE)
  const scored = Promise.all([ask(), ask(), ask()])
  const load = (of: string) => valueOf(server.adminUrl, `screening_pool_${of}`, { pool: 'scoring' })
  await until('one runs', async () => (await load('running')) === 1)
  await until('two wait', async () => (await load('waiting')) === 2)
  answers.resolve()
  await scored
  await until('nothing runs', async () => (await load('running')) === 0)
  t.is(await load('waiting'), 0)
})

test('database connections in use and calls that wait for one are counted', async (t) => {
  const { server } = await startHarness(t)
  const { database } = server.services
  const { max } = database.load()
  const end = Promise.withResolvers<void>()
  const held = Array.from({ length: max + 2 }, () => database.transaction(() => end.promise))
  const load = (of: string) => valueOf(server.adminUrl, `screening_database_${of}`)
  await until('all are in use', async () => (await load('connections')) === max)
  await until('two wait', async () => (await load('waiting')) >= 2)
  end.resolve()
  await Promise.all(held)
  await until('nobody waits', async () => (await load('waiting')) === 0)
  t.pass()
})
