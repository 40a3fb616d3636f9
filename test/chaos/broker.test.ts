/** RabbitMQ stops, freezes, closes channels and refuses messages, while partners submit. */
import test, { type ExecutionContext } from 'ava'
import type { Readiness } from '../../generated/types.gen.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { alarmOver, badAck, resourceAlarm } from '../tools/fakes/amqp-frames.ts'
import { setMemoryWatermark, startAgain, stopForNow } from '../support/chaos/outages.ts'
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

/** How long the broker is stopped, is frozen, or refuses messages in the long form of the suite (see rounds.ts). */
const stoppedMs = 20_000
const frozenMs = 60_000
const alarmMs = 10_000

/** Returns the problem with the broker that /readyz reports, or undefined if there is none. */
async function trouble(): Promise<string | undefined> {
  const { body } = await scene.client.try('GET', '/readyz')
  return (body as Readiness).degraded?.broker
}

async function untilTrouble(isThere: boolean): Promise<void> {
  await until(`/readyz ${isThere ? 'reports' : 'no longer reports'} the broker`, async () => {
    return ((await trouble()) !== undefined) === isThere
  })
}

/** Checks that the service accepts all requests during the outage and loses none. */
async function outage(
  t: Pick<ExecutionContext, 'like'>,
  begin: () => Promise<unknown>,
  end: () => Promise<unknown>,
): Promise<void> {
  const { client } = scene
  const lasts = async () => {
    await begin()
    await untilTrouble(true)
    await client.submit(5)
    await end()
    await untilTrouble(false)
  }
  await Promise.all([submitUntil(scene, lasts()), client.submitBatch(10)])
  t.like(client.tally, { lost: 0, unavailable: 0 })
}

test.serial('while the broker is stopped, all requests are accepted, and later all jobs are scored', (t) =>
  survive(t, scene, async () => {
    const { AMQP_URL: proxy } = scene.proxies
    if (!isLong) return outage(t, proxy.cut, proxy.restore)
    await outage(
      t,
      () => stopForNow('rabbitmq'),
      () => delay(stoppedMs).then(() => startAgain()),
    )
  }),
)

test.serial('a frozen broker is detected and delays no submission', (t) =>
  survive(t, scene, async () => {
    const { AMQP_URL: proxy } = scene.proxies
    await outage(
      t,
      async () => proxy.freeze(),
      async () => {
        if (isLong) await delay(frozenMs)
        await proxy.restore()
      },
    )
  }),
)

test.serial('the service reopens channels that the broker closes, and no process exits', (t) =>
  survive(t, scene, async () => {
    const { client, proxies } = scene
    await client.submit(3)
    proxies.AMQP_URL.inject('server', badAck)
    await Promise.all([client.submit(10), client.submitBatch(10)])
  }),
)

test.serial(
  'while the broker refuses messages, all submissions are accepted, and afterwards it gets all messages',
  (t) =>
    survive(t, scene, async () => {
      const { AMQP_URL: proxy } = scene.proxies
      if (!isLong)
        return outage(
          t,
          async () => proxy.inject('client', resourceAlarm),
          async () => proxy.inject('client', alarmOver),
        )
      await outage(
        t,
        () => setMemoryWatermark(0.00001),
        () => delay(alarmMs).then(() => setMemoryWatermark(0.4)),
      )
    }),
)
