/** Processes die, and replies to commits are lost, while many callers' calls share a transaction. */
import test from 'ava'
import { submitUntil, survive } from '../support/chaos/rounds.ts'
import { openScene, type Scene } from '../support/chaos/scene.ts'
import { good, slow } from '../tools/fakes/groq.ts'
import { within } from '../tools/until.ts'

let scene: Scene
test.before(async () => {
  scene = await openScene()
})
test.after.always('the scene leaves nothing behind', async (t) => {
  t.deepEqual(await scene.close(), [])
})

/**
 * How many applications are submitted concurrently: more than a process takes into its first batch, so that the
 * following batch contains several calls.
 */
const crowd = 64
/** Matches inserts of two or more rows, which only a batch of several calls sends. */
const submissions = /INTO `scoring_jobs`[^)]*\) VALUES \(.*?\),\(/s
const ends = /INTO `usage_units`[^)]*\) VALUES \(.*?\),\(/s

const apis = ['api 1', 'api 2'] as const
const workers = ['worker 1', 'worker 2'] as const

/** Checks that each application has one job, and that no row of a rolled-back batch is left. */
async function oneJobEach(): Promise<unknown[]> {
  return scene.database.select(
    `SELECT a.externalId, COUNT(s.id) AS n FROM applications a LEFT JOIN scoring_jobs s ON s.applicationId = a.id
      GROUP BY a.id, a.externalId, a.latestScoringJobId HAVING COUNT(s.id) <> 1 OR MAX(s.id) <> a.latestScoringJobId`,
  )
}

/** Where the processes are killed: at the first statement with `text` after the statement `after`. */
const deaths = [
  { when: 'between the statements of a group of submissions', victims: apis, after: submissions, text: 'UPDATE' },
  { when: 'at the commit of a group of submissions', victims: apis, after: submissions, text: 'COMMIT' },
  { when: 'between the statements of a group of ends', victims: workers, after: ends, text: 'INSERT' },
  { when: 'at the commit of a group of ends', victims: workers, after: ends, text: 'COMMIT' },
] as const

for (const { when, victims, after, text } of deaths) {
  test.serial(`processes that are killed ${when} lose nothing and duplicate nothing`, (t) =>
    survive(t, scene, async () => {
      const { client, members, model, proxies } = scene
      model.otherwise(slow(500)) // so that jobs end together
      const caught = proxies.DATABASE_URL.catch({ text, after })
      const accepted = client.submitAtOnce(crowd)
      accepted.catch(() => {}) // awaited below
      const { disconnect } = await within(`a process is caught ${when}`, caught)
      await Promise.all(victims.map((victim) => members.kill(victim)))
      disconnect()
      model.otherwise(good)
      await accepted
      return async () => void t.deepEqual(await oneJobEach(), [])
    }),
  )
}

test.serial('a batch of submissions is accepted once even if the reply to its COMMIT is lost', (t) =>
  survive(t, scene, async () => {
    const { client, proxies } = scene
    const lost = proxies.DATABASE_URL.loseAnswerTo({ text: 'COMMIT', after: submissions }, 1)
    await client.submitAtOnce(crowd)
    await within('the answer to a COMMIT is lost', lost)
    return async () => {
      t.true(client.tally.unavailable > 1, 'at least two callers got a 503')
      t.is(client.tally.lost, 0)
      t.deepEqual(await oneJobEach(), [])
    }
  }),
)

test.serial('a batch of ended jobs is billed and reported once even if the reply to its COMMIT is lost', (t) =>
  survive(t, scene, async () => {
    const { client, model, proxies } = scene
    model.otherwise(slow(500))
    const lost = proxies.DATABASE_URL.loseAnswerTo({ text: 'COMMIT', after: ends }, 1)
    await Promise.all([client.submitAtOnce(crowd), submitUntil(scene, lost)])
    model.otherwise(good)
  }),
)

test.serial('two APIs whose batches contain the same applications create one job for each application', (t) =>
  survive(t, scene, async () => {
    const { client, members } = scene
    await members.whole()
    const ids = await client.submitAtOnce(crowd, 2)
    t.is(new Set(ids).size, crowd)
    t.is(client.jobs.size, crowd)
    return async () => {
      t.like(client.tally, { lost: 0, unavailable: 0 })
      t.deepEqual(await oneJobEach(), [])
    }
  }),
)
