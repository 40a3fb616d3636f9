/** APIs that die, and processes that are told to leave, while partners submit. */
import test, { type ExecutionContext } from 'ava'
import { isLong, submitUntil, survive } from '../support/chaos-rounds.ts'
import { openScene, type Scene } from '../support/chaos-scene.ts'
import { good, slow } from '../support/fake-groq.ts'

let scene: Scene
test.before(async () => {
  scene = await openScene()
})
test.after.always('the scene ends without a trace', async (t) => {
  t.deepEqual(await scene.close(), [])
})

test.serial('an API killed between a commit and its message loses no job', (t) =>
  survive(t, scene, async (round) => {
    const { client, members } = scene
    const victim = `api ${1 + (round % 2)}` as const
    const died = members.died(victim)
    members.arm(victim, { at: 'committed', pass: 1 + (round % 3), signal: 'SIGKILL' })
    await client.submit(8)
    await submitUntil(scene, died)
    return async () => void t.true(client.tally.lost > 0, 'somebody waited for its answer')
  }),
)

/**
 * What an API says to the database while it accepts a batch, at its beginning, its middle and its end; once on each
 * connection, which is why both APIs are new in every round.
 */
const moments = ['INTO `scoring_jobs`', 'INTO `scoring_batches`', 'INTO `scoring_batch_jobs`']

test.serial('an API killed while it accepts a batch leaves the whole batch or none of it', (t) =>
  survive(t, scene, async (round) => {
    const { client, members, proxies, database } = scene
    await members.whole()
    const moment = moments[round % moments.length] as string
    const caught = proxies.DATABASE_URL.catch(moment)
    const accepted = client.submitBatch(100)
    const { hangUp } = await caught
    const before = await database.select('SELECT id FROM scoring_batches')
    await Promise.all([members.kill('api 1'), members.kill('api 2')])
    hangUp()
    await accepted
    return async () =>
      void t.is((await database.select('SELECT id FROM scoring_batches')).length, before.length + 1, 'by its retry')
  }),
)

/**
 * In the short form a connection may be lost: where the tests keep the machine busy for a second, the balancer hears too
 * late that a process has left.
 */
function noneFailed(t: ExecutionContext): void {
  const { lost, unavailable } = scene.client.tally
  t.is(unavailable, 0)
  if (isLong) t.is(lost, 0)
}

test.serial('processes told to leave answer what they were asked, and hand on or finish what they hold', (t) =>
  survive(t, scene, async () => {
    const { client, members, model, database } = scene
    await members.whole()
    model.otherwise(slow(500))
    const before = model.requests.length
    const load = Promise.all([client.submit(20), client.submitBatch(20)])
    await model.arrival(before + 1)
    await Promise.all([members.end('worker 1'), members.end('api 1')])
    await load
    await Promise.all([members.start('worker 1'), members.start('api 1')])
    return async () => {
      model.otherwise(good)
      noneFailed(t)
      const costs = 'SELECT id FROM scoring_jobs WHERE transientFailures > 0'
      t.deepEqual(await database.select(costs), [])
    }
  }),
)

test.serial('a restart of all processes, one after the other, fails no request', (t) =>
  survive(t, scene, async () => {
    const { members } = scene
    await members.whole()
    const restarted = async () => {
      for (const name of ['api 1', 'api 2', 'worker 1', 'worker 2'] as const) {
        await members.end(name)
        await members.start(name)
      }
    }
    await submitUntil(scene, restarted())
    return async () => noneFailed(t)
  }),
)
