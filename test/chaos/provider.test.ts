/** The model provider hangs or is unavailable. */
import test from 'ava'
import { untilQuiet } from '../support/chaos/invariants.ts'
import { submitUntil, survive } from '../support/chaos/rounds.ts'
import { applicationOf, openScene, type Scene } from '../support/chaos/scene.ts'
import { within } from '../tools/until.ts'
import { failing, good, hang, type Behaviour } from '../tools/fakes/groq.ts'

let scene: Scene
test.before(async () => {
  // The timeout is short, because five calls in a row run into it while the provider hangs.
  scene = await openScene({ timings: { engineTimeoutMs: 3_000 } })
  // Starts the threads first, because a slow start would look like a hang.
  await scene.client.submit(8)
  await untilQuiet(scene)
})
test.after.always('the scene leaves nothing behind', async (t) => {
  t.deepEqual(await scene.close(), [])
})

test.serial('a model call that hangs fails its own job with TIMEOUT, and no other job', (t) =>
  survive(t, scene, async () => {
    const { client, model } = scene
    let victim: string | null = null
    const selective: Behaviour = (request, response) => {
      const application = applicationOf(request)
      victim ??= application
      return application === victim && victim !== null ? hang(request, response) : good(request, response)
    }
    model.otherwise(selective)
    await Promise.all([client.submit(10), client.submitBatch(10)])
    return async () => {
      model.otherwise(good)
      const rows = await scene.database.select(
        `SELECT a.externalId, s.errorCode FROM scoring_jobs s JOIN applications a ON a.id = s.applicationId
          WHERE s.id IN (${quoted(client.jobs)}) AND s.status = 'FAILED'`,
      )
      t.deepEqual(rows, [{ externalId: victim, errorCode: 'TIMEOUT' }])
    }
  }),
)

/** How many requests the provider refuses. At one per second, this is an outage of half a minute. */
const turnedAway = 30

test.serial('while the provider is unavailable, jobs are snoozed, which does not count as an attempt', (t) =>
  survive(t, scene, async () => {
    const { client, model, database } = scene
    const before = model.requests.length
    model.otherwise(failing(503, '1'))
    await Promise.all([submitUntil(scene, model.arrival(before + turnedAway)), client.submitBatch(5)])
    const failed = () =>
      database.select(`SELECT id FROM scoring_jobs WHERE id IN (${quoted(client.jobs)}) AND status = 'FAILED'`)
    t.deepEqual(await failed(), [])
    model.otherwise(good)
    return async () => void t.deepEqual(await failed(), [])
  }),
)

/**
 * How many calls hang: one for each job and as many retries. The circuit breakers allow only a few retries at a time.
 */
const hung = 40

test.serial('if the provider hangs for every job, the circuit breaker opens and no job fails', (t) =>
  survive(t, scene, async () => {
    const { client, model, database } = scene
    const before = model.requests.length
    model.otherwise(hang)
    await Promise.all([client.submit(10), client.submitBatch(10)])
    await within('the model is asked', model.arrival(before + hung))
    model.otherwise(good)
    return async () => {
      const failed = `SELECT id FROM scoring_jobs WHERE id IN (${quoted(client.jobs)}) AND status = 'FAILED'`
      t.deepEqual(await database.select(failed), [])
    }
  }),
)

function quoted(jobs: ReadonlyMap<string, string>): string {
  return [...jobs.keys()].map((id) => `'${id}'`).join(', ')
}
