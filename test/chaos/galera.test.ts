/**
 * The nodes of a Galera cluster die, rejoin and conflict while partners submit. Runs in `make chaos`, or with `make
 * test FILE=test/chaos/galera.test.ts ENGINES=galera`.
 */
import test, { type ExecutionContext } from 'ava'
import { migrate } from '../../src/platform/database/migrations.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import * as cluster from '../support/chaos/nodes.ts'
import { rounds, submitUntil, survive } from '../support/chaos/rounds.ts'
import { memberNames, openScene, type Scene } from '../support/chaos/scene.ts'
import { writeMigration } from '../support/migrations.ts'
import { isGalera } from '../tools/services/packages.ts'
import { readPorts } from '../tools/services/services.ts'
import { until } from '../tools/until.ts'

/** After a fault in a node, we promise that submissions are accepted again within this time. */
const gapSecondsMax = 10
const faultTimeoutMs = 240_000

const serially = isGalera ? test.serial : test.serial.skip

let scene: Scene
test.before(async (t) => {
  if (!isGalera) return t.log('these scenes need a cluster: make services ENGINES=galera')
  scene = await openScene()
})
test.after.always('the scene leaves nothing behind', async (t) => {
  if (isGalera) t.deepEqual(await scene.close(), [])
})

const perRound = (t: ExecutionContext) => t.timeout((rounds + 1) * faultTimeoutMs)

/** Resolves when this many more applications have been accepted. */
const accepts = (more: number) => {
  const before = scene.client.jobs.size
  return until('applications are accepted', () => scene.client.jobs.size >= before + more)
}

/** Logs the longest time without a 202 in this round, and checks that it is within the promise. */
async function checkGap(t: ExecutionContext): Promise<void> {
  const gap = await cluster.longestGap(scene)
  t.log(`longest time without a 202: ${gap} s`)
  t.true(gap <= gapSecondsMax)
}

serially(
  'when the node that receives writes is killed, another takes over within ten seconds and nothing is lost',
  (t) => {
    perRound(t)
    return survive(t, scene, async () => {
      const outage = async () => {
        await accepts(10)
        await cluster.killNodes(await cluster.writtenNode())
        await accepts(10)
        await cluster.rejoin()
      }
      await Promise.all([submitUntil(scene, outage(), faultTimeoutMs), scene.client.submitBatch(20)])
      return () => checkGap(t)
    })
  },
)

serially('when all nodes but one are killed, requests get 503 until it is bootstrapped, and nothing is lost', (t) => {
  perRound(t)
  return survive(t, scene, async () => {
    const outage = async () => {
      await accepts(10)
      const left = (['galera1', 'galera2', 'galera3'] as const)[scene.client.jobs.size % 3]!
      await cluster.killNodes(...cluster.othersThan(left))
      await until('a request is answered 503', () => scene.client.tally.unavailable > 0)
      await cluster.bootstrap(left)
      const bootstrappedAt = performance.now()
      await accepts(1)
      const seconds = (performance.now() - bootstrappedAt) / 1_000
      t.log(`accepting again ${seconds.toFixed(1)} s after the bootstrap`)
      t.true(seconds <= gapSecondsMax)
      await cluster.rejoin()
    }
    await submitUntil(scene, outage(), faultTimeoutMs)
    // Here the operator is a script that bootstraps the node at once.
    return () => checkGap(t)
  })
})

serially('while a node rejoins under load no request fails', (t) => {
  perRound(t)
  return survive(t, scene, async () => {
    const [other] = cluster.othersThan(await cluster.writtenNode())
    await cluster.killNodes(other!)
    const joined = async () => {
      await accepts(10)
      await cluster.rejoin()
      await accepts(10)
    }
    await submitUntil(scene, joined(), faultTimeoutMs)
    return async () => {
      await checkGap(t)
      t.is(scene.client.tally.lost, 0)
    }
  })
})

serially('transactions that conflict on two nodes run again, and no partner sees an error', (t) => {
  perRound(t)
  return survive(t, scene, async () => {
    const { client, members } = scene
    const before = await cluster.conflicts()
    await cluster.spread(true)
    await members.startAnew(memberNames)
    const ids = await client.submit(10)
    const edits = async () => {
      for (let edit = 0; edit < 10; edit += 1)
        await client.send('PUT', '/v1/jobs/edited/criteria', {
          criteria: [{ text: `Item ${edit}`, importance: 'PREFERRED' }],
        })
    }
    const application = client.jobs.get(ids[0]!)!.split('/')[5]!
    await Promise.all([
      client.submitAtOnce(30, 3),
      client.submitBatch(30),
      client.submitBatch(30),
      edits(),
      edits(),
      ...['a', 'b', 'c'].map((text) => client.send('POST', '/v1/criteria-library', { text, importance: 'PREFERRED' })),
      client.rescore([application]).catch(() => null),
    ])
    await until('all have ended', async () => {
      const open = `SELECT id FROM scoring_jobs WHERE status IN ('PENDING', 'PROCESSING') LIMIT 1`
      return (await scene.database.select(open)).length === 0
    })
    await cluster.spread(false)
    await members.startAnew(memberNames)
    const found = (await cluster.conflicts()) - before
    return async () => {
      t.log(`${found} conflicts, ${client.tally.unavailable} responses with 503`)
      t.true(found > 0)
    }
  })
})

let migrations = 0

serially('two processes that migrate through two nodes run each migration once, and no request fails', (t) => {
  perRound(t)
  return survive(t, scene, async () => {
    const migrated = async () => {
      await accepts(5)
      migrations += 1
      const name = `${9000 + migrations}-cluster.ts`
      const column = `await addColumns('scoring_jobs', { cluster${migrations}: nullable(columns.line(9)) })`
      const folder = await writeMigration(t, name, column)
      const applied = await Promise.all(
        (['galera2', 'galera3'] as const).map(async (node) => {
          const database = openDatabase({
            url: `mysql://screening:screening@127.0.0.1:${readPorts()[node]}/${scene.database.name}`,
          })
          return migrate(database, folder).finally(() => database.close())
        }),
      )
      t.deepEqual(applied.flat(), [name])
      await accepts(5)
    }
    await submitUntil(scene, migrated(), faultTimeoutMs)
    return async () => {
      await checkGap(t)
      t.is(scene.client.tally.lost, 0)
    }
  })
})
