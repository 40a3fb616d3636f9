/** RabbitMQ going away, standing still, closing channels and taking nothing, while partners submit. */
import test from 'ava'
import { setTimeout as delay } from 'node:timers/promises'
import { alarmOver, badAck, resourceAlarm } from '../support/fakes/amqp-frames.ts'
import { setMemoryWatermark, startAgain, stopForNow } from '../support/chaos/outages.ts'
import { isLong, submitUntil, survive } from '../support/chaos/rounds.ts'
import { openScene, type Scene } from '../support/chaos/scene.ts'
import { until } from '../support/until.ts'

let scene: Scene
test.before(async () => {
  scene = await openScene()
})
test.after.always('the scene ends without a trace', async (t) => {
  t.deepEqual(await scene.close(), [])
})

/** In the long form: as long as a broker takes to be restarted, and as a frozen one is promised to be noticed within. */
const stoppedMs = 20_000
const frozenMs = 60_000
const alarmMs = 10_000

/** What /readyz says of the broker; undefined while all is well. */
async function trouble(): Promise<string | undefined> {
  return (await scene.client.try('GET', '/readyz')).body.degraded?.broker
}

async function untilTrouble(isThere: boolean): Promise<void> {
  await until(`/readyz ${isThere ? 'names' : 'no longer names'} the broker`, async () => {
    return ((await trouble()) !== undefined) === isThere
  })
}

/** Accepts while it lasts: nobody is refused, and nobody notices but by the time that it takes. */
async function outage(
  t: { like: Function },
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

test.serial('a broker that is stopped and started again loses no job and refuses none', (t) =>
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

test.serial('a broker that stands still is noticed, and holds nobody up', (t) =>
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

test.serial('channels that the broker closes are opened again, and no process ends', (t) =>
  survive(t, scene, async () => {
    const { client, proxies } = scene
    await client.submit(3)
    proxies.AMQP_URL.inject('server', badAck)
    await Promise.all([client.submit(10), client.submitBatch(10)])
  }),
)

test.serial('a broker that takes no messages keeps nobody from submitting, and gets them all afterwards', (t) =>
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
