/** The database and Redis become unavailable under load. */
import test from 'ava'
import type { RateLimitStatus } from '../../generated/types.gen.ts'
import { startAgain, stopForNow } from '../support/chaos/outages.ts'
import { isLong, submitUntil, survive } from '../support/chaos/rounds.ts'
import { openScene, type Scene } from '../support/chaos/scene.ts'
import { until } from '../tools/until.ts'

let scene: Scene
test.before(async () => {
  scene = await openScene()
})
test.after.always('the scene leaves nothing behind', async (t) => {
  t.deepEqual(await scene.close(), [])
})

test.serial('while the database restarts, requests get 503, and nothing is lost', (t) =>
  survive(t, scene, async () => {
    const { client, proxies } = scene
    await client.submit(5)
    const outage = async () => {
      if (isLong) await stopForNow('mariadb')
      else await proxies.DATABASE_URL.cut()
      await until('a request is answered 503', () => client.tally.unavailable > 0)
      if (isLong) await startAgain()
      else await proxies.DATABASE_URL.restore()
    }
    await Promise.all([submitUntil(scene, outage()), client.submitBatch(10)])
    return async () => void t.is(client.tally.lost, 0, 'every request was answered')
  }),
)

test.serial('if a connection is lost right after COMMIT was sent, the changes are committed once or not at all', (t) =>
  survive(t, scene, async () => {
    const { client, proxies } = scene
    void proxies.DATABASE_URL.loseAnswerTo('COMMIT', 10)
    await Promise.all([client.submit(10), client.submitBatch(10)])
  }),
)

test.serial('while Redis is unavailable, no request fails', (t) =>
  survive(t, scene, async () => {
    const { client, proxies } = scene
    const outage = async () => {
      await proxies.REDIS_URL.cut()
      await until('an answer says degraded', () => client.tally.degraded > 0)
      await proxies.REDIS_URL.restore()
      await until('the counters are shared again', async () => {
        const { body } = await client.try('GET', '/v1/rate-limit-status')
        return (body as RateLimitStatus).degraded === false
      })
    }
    await submitUntil(scene, outage())
    return async () => void t.like(client.tally, { lost: 0, unavailable: 0 })
  }),
)
