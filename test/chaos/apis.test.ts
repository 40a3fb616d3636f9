/** APIs are killed, and processes shut down, while partners submit. */
import test, { type ExecutionContext } from 'ava'
import { submitUntil, survive } from '../support/chaos/rounds.ts'
import { openScene, type Scene } from '../support/chaos/scene.ts'
import { within } from '../tools/until.ts'
import { good, slow } from '../tools/fakes/groq.ts'

/**
 * In this time the load balancer sends twenty health checks. Some may be late, because other tests keep the machine
 * busy.
 */
const lameDuckMs = 2_000

let scene: Scene
test.before(async () => {
  scene = await openScene({ timings: { lameDuckMs } })
})
test.after.always('the scene leaves nothing behind', async (t) => {
  t.deepEqual(await scene.close(), [])
})

test.serial('an API that is killed between a commit and its message loses no job', (t) =>
  survive(t, scene, async (round) => {
    const { client, members } = scene
    const victim = `api ${1 + (round % 2)}` as const
    const died = members.died(victim)
    members.arm(victim, { at: 'committed', pass: 1 + (round % 3), signal: 'SIGKILL' })
    await client.submit(8)
    await submitUntil(scene, died)
    return async () => void t.true(client.tally.lost > 0, 'the killed API left a request unanswered')
  }),
)

/** The statements at which an API is killed: when it starts to accept a batch, in the middle and at the end. */
const moments = ['INTO `scoring_jobs`', 'INTO `scoring_batches`', 'INTO `scoring_batch_jobs`']

test.serial('an API that is killed while it accepts a batch leaves either the whole batch or nothing', (t) =>
  survive(t, scene, async (round) => {
    const { client, members, proxies, database } = scene
    await members.whole()
    const moment = moments[round % moments.length] as string
    const caught = proxies.DATABASE_URL.catch(moment)
    const accepted = client.submitBatch(100)
    const { disconnect } = await within('an API sends the statement at which it is killed', caught)
    const before = await database.select('SELECT id FROM scoring_batches')
    await Promise.all([members.kill('api 1'), members.kill('api 2')])
    disconnect()
    await accepted
    return async () =>
      void t.is(
        (await database.select('SELECT id FROM scoring_batches')).length,
        before.length + 1,
        'the retry creates the batch',
      )
  }),
)

function noneFailed(t: ExecutionContext): void {
  t.like(scene.client.tally, { lost: 0, unavailable: 0 })
}

test.serial('a process that shuts down answers its requests, and finishes or releases its jobs', (t) =>
  survive(t, scene, async () => {
    const { client, members, model, database } = scene
    await members.whole()
    model.otherwise(slow(500))
    const before = model.requests.length
    const load = Promise.all([client.submit(20), client.submitBatch(20)])
    await within('the model is asked', model.arrival(before + 1))
    await submitUntil(scene, Promise.all([members.end('worker 1'), members.end('api 1')]))
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

test.serial('no request fails when all processes are restarted, one half after the other', (t) =>
  survive(t, scene, async () => {
    const { members } = scene
    await members.whole()
    const restarted = async () => {
      for (const half of [1, 2]) {
        const names = [`api ${half}`, `worker ${half}`] as const
        await Promise.all(names.map((name) => members.end(name).then(() => members.start(name))))
      }
    }
    await submitUntil(scene, restarted())
    return async () => noneFailed(t)
  }),
)
