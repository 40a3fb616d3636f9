/** Rolling upgrades from released versions, and rollbacks, while partners submit and read. */
import test, { type ExecutionContext } from 'ava'
import { setTimeout as delay } from 'node:timers/promises'
import { answeringEither, missingHistory, released, releasedCheckout, type Version } from '../support/chaos/released.ts'
import { rounds, submitUntil, survive } from '../support/chaos/rounds.ts'
import { memberNames, openScene, type Scene } from '../support/chaos/scene.ts'

/**
 * In this time the load balancer sends twenty health checks. Some may be late, because other tests keep the machine
 * busy.
 */
const lameDuckMs = 2_000
const installTimeoutMs = 300_000
/** Replacing twelve processes takes half a minute, or up to three minutes on a very busy machine. */
const rollTimeoutMs = 180_000
const batchEveryMs = 1_000
const readEveryMs = 50

/** Replaces the processes with processes of this version or of another checkout, one at a time per role. */
async function replaceAll({ members }: Scene, checkout?: string): Promise<void> {
  const replace = async (role: 'api' | 'worker') => {
    for (const name of memberNames.filter((each) => each.startsWith(role))) {
      await members.end(name)
      await members.start(name, checkout)
    }
  }
  await Promise.all([replace('api'), replace('worker')])
}

/** Submits batches, and reads jobs, the feed and the usage, until `over` resolves. Returns the number of reads. */
async function batchesAndReads({ client }: Scene, over: Promise<unknown>): Promise<number> {
  let isOver = false
  let reads = 0
  const end = over.finally(() => (isOver = true))
  end.catch(() => {}) // the caller awaits `over`, and sees its failure
  const repeat = async (everyMs: number, once: () => Promise<unknown>) => {
    while (!isOver) {
      await once()
      await delay(everyMs)
    }
  }
  const read = async () => {
    const paths = ['/v1/events?limit=20', '/v1/usage', `/v1/jobs/${client.job}/criteria`, ...client.jobs.values()]
    await client.send('GET', paths[reads % paths.length]!)
    reads += 1
  }
  await Promise.all([repeat(batchEveryMs, () => client.submitBatch(5)), repeat(readEveryMs, read)])
  return reads
}

/** Upgrades one process after the other, rolls back, and upgrades again. */
async function roll(t: ExecutionContext, scene: Scene, checkout: string): Promise<void> {
  await survive(t, scene, async (round) => {
    const { client, database } = scene
    const versions = round === 1 ? [undefined, checkout, undefined] : [checkout, undefined]
    const replace = async () => {
      for (const version of versions) await replaceAll(scene, version)
    }
    const rolled = replace()
    const [reads] = await Promise.all([batchesAndReads(scene, rolled), submitUntil(scene, rolled, rollTimeoutMs)])
    return async () => {
      t.log(`${client.jobs.size} jobs, ${client.batches.size} batches, ${reads} reads`)
      t.like(client.tally, { lost: 0, unavailable: 0 })
      const failed = await database.select("SELECT id, errorCode FROM scoring_jobs WHERE status = 'FAILED'")
      t.deepEqual(failed, [])
    }
  })
}

for (const version of Object.keys(released) as Version[]) {
  const missing = missingHistory(version)
  const serially = missing === null ? test.serial : test.serial.skip
  serially(`no request fails during a rolling upgrade from ${version}, its rollback and another upgrade`, async (t) => {
    t.timeout(installTimeoutMs + (rounds + 1) * rollTimeoutMs)
    const checkout = releasedCheckout(version)
    const scene = await openScene({ timings: { lameDuckMs }, checkout, model: answeringEither })
    try {
      await roll(t, scene, checkout)
    } finally {
      t.deepEqual(await scene.close(), [], 'the scene leaves nothing behind')
    }
  })
}
