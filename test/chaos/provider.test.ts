/** A model provider that hangs or is unavailable. */
import test from 'ava'
import { untilQuiet } from '../support/chaos/invariants.ts'
import { submitUntil, survive } from '../support/chaos/rounds.ts'
import { applicationOf, openScene, type Scene } from '../support/chaos/scene.ts'
import { within } from '../tools/until.ts'
import { failing, good, hang, type Behaviour } from '../tools/fakes/groq.ts'

let scene: Scene
test.before(async () => {
  // In a hang, five calls in a row run into this timeout.
  scene = await openScene({ timings: { engineTimeoutMs: 3_000 } })
  // Starts the threads, so that their start does not count as a hang.
  await scene.client.submit(8)
  await untilQuiet(scene)
})
test.after.always('the scene leaves nothing behind', async (t) => {
  t.deepEqual(await scene.close(), [])
})

test.serial('a model that never answers ends its own job as TIMEOUT, and no other', (t) =>
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

/** The number of requests that the provider refuses: at one per second, an outage of half a minute. */
const turnedAway = 30

test.serial('an unavailable provider snoozes jobs, without counting an attempt, until it is back', (t) =>
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
 * The number of calls that hang: one for each job, and as many for retries, of which the circuit breakers allow few at
 * a time.
 */
const hung = 40

test.serial('a provider that hangs for every job opens the circuit breaker, and fails no job', (t) =>
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
