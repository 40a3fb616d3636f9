/** Processes die, and the replies to commits are lost, while applications are rescored from stored verdicts. */
import test, { type ExecutionContext } from 'ava'
import type { Simulation } from '../../generated/types.gen.ts'
import { facts } from '../../generated/facts.gen.ts'
import { untilQuiet } from '../support/chaos/invariants.ts'
import { survive } from '../support/chaos/rounds.ts'
import { openScene, type Scene } from '../support/chaos/scene.ts'
import { within } from '../tools/until.ts'

let scene: Scene
test.before(async () => {
  scene = await openScene()
})
test.after.always('the scene leaves nothing behind', async (t) => {
  t.deepEqual(await scene.close(), [])
})

/**
 * The maximum number of applications in a rescore. A batch scores this many, and a rescore half of them, so their
 * inserts have different numbers of rows.
 */
const { maxItems: crowd } = facts.ApplicationIds
const apis = ['api 1', 'api 2'] as const
/** Matches the statement with which a rescore inserts two or more rows. */
const rescored = /INTO `scoring_jobs`[^)]*\) VALUES \(.*?\),\(/s

const weights = ['MUST_HAVE', 'PREFERRED', 'NICE_TO_HAVE']
const texts = ['TypeScript', 'PostgreSQL', 'Kubernetes']
let turn = 0

/** Sets the job's criteria. The first criterion gets the weight at index `first`, and the others the next ones. */
async function weigh(first: number): Promise<object[]> {
  const { client } = scene
  const criteria = texts.map((text, index) => ({ text, importance: weights[(first + index) % weights.length] }))
  await client.send('PUT', `/v1/jobs/${client.job}/criteria`, { criteria })
  return criteria
}

/**
 * Scores applications for a new job, and then changes the weights of its criteria. Returns half of the applications,
 * and the criteria. Each round has its own job, because each page of a simulation calculates all applications of a job.
 */
async function scoredByOtherWeights(): Promise<{ names: string[]; criteria: object[] }> {
  const { client } = scene
  client.job = `rescores-${(turn += 1)}`
  await weigh(0)
  await client.submitBatch(crowd)
  await untilQuiet(scene)
  const criteria = await weigh(1)
  const names = [...client.jobs.values()].map((path) => path.split('/')[5] as string)
  return { names: names.slice(crowd / 2), criteria }
}

type Scores = Record<string, number>

/** Returns a simulation's results for all of the job's scored applications, by application id. */
async function simulate(criteria: object[]): Promise<Scores> {
  const scores: Scores = {}
  let cursor: string | null = ''
  while (cursor !== null) {
    const path = `/v1/jobs/${scene.client.job}/criteria/simulations?limit=100${cursor && `&cursor=${cursor}`}`
    const { data, nextCursor } = (await scene.client.send('POST', path, { criteria })).body as Simulation
    for (const { applicationId, newScore } of data) scores[applicationId] = newScore
    cursor = nextCursor
  }
  return scores
}

/**
 * Checks that each application has its first job and one rescore, that the rescore is the latest, and that it has the
 * simulated score.
 */
async function checkOneRescoreEach(t: ExecutionContext, names: string[], foretold: Scores): Promise<void> {
  const rows = await scene.database.select<{ name: string; jobs: number; unbilled: number; score: number | null }>(
    `SELECT a.externalId AS name, COUNT(s.id) AS jobs, SUM(s.unbilled) AS unbilled,
        MAX(CASE WHEN s.id = a.latestScoringJobId AND s.unbilled = 1 THEN s.scoreTenths END) / 10 AS score
      FROM applications a JOIN scoring_jobs s ON s.applicationId = a.id GROUP BY a.id, a.externalId`,
  )
  const byName = new Map(rows.map((row) => [row.name, row]))
  const is = names.map((name) => {
    const { jobs, unbilled, score } = byName.get(name) ?? {}
    return { name, jobs: Number(jobs), unbilled: Number(unbilled), score: Number(score) }
  })
  t.deepEqual(
    is,
    names.map((name) => ({ name, jobs: 2, unbilled: 1, score: foretold[name] as number })),
  )
}

/** Where both APIs are killed: at the first statement with this text after the new jobs have been inserted. */
const deaths = [
  { when: 'before the applications point at their new scores', text: 'UPDATE' },
  { when: 'before the events', text: 'INTO `events`' },
  { when: 'at the commit', text: 'COMMIT' },
]

for (const { when, text } of deaths) {
  test.serial(`APIs that are killed in a rescore ${when} lose no score, bill none and report each once`, (t) =>
    survive(t, scene, async () => {
      const { client, members, proxies } = scene
      const { names, criteria } = await scoredByOtherWeights()
      const foretold = await simulate(criteria)
      const caught = proxies.DATABASE_URL.catch({ text, after: rescored })
      const answered = client.rescore(names)
      answered.catch(() => {}) // awaited below
      const { disconnect } = await within(`an API is caught ${when}`, caught)
      const asked = simulate(criteria)
      asked.catch(() => {}) // awaited below
      await Promise.all(apis.map((victim) => members.kill(victim)))
      disconnect()
      const { scores, needsResume, inProgress } = await answered
      t.deepEqual([scores.length, needsResume, inProgress], [names.length, [], []])
      t.deepEqual(await asked, foretold)
      return () => checkOneRescoreEach(t, names, foretold)
    }),
  )
}

test.serial('a rescore takes effect once even if the reply to its COMMIT is lost', (t) =>
  survive(t, scene, async () => {
    const { client, proxies } = scene
    const { names, criteria } = await scoredByOtherWeights()
    const foretold = await simulate(criteria)
    const lost = proxies.DATABASE_URL.loseAnswerTo({ text: 'COMMIT', after: rescored }, 1)
    const { scores } = await client.rescore(names)
    await within('the answer to a COMMIT is lost', lost)
    t.is(scores.length, names.length)
    return () => checkOneRescoreEach(t, names, foretold)
  }),
)

test.serial('two APIs that rescore the same applications concurrently create one score for each', (t) =>
  survive(t, scene, async () => {
    const { client } = scene
    const { names, criteria } = await scoredByOtherWeights()
    const foretold = await simulate(criteria)
    const half = names.length / 2
    const orders = [names, names.toReversed(), names.slice(half), [...names.slice(half), ...names.slice(0, half)]]
    const answers = await Promise.all(orders.map((order) => client.rescore(order)))
    const ids = answers.flatMap(({ scores }) => scores.map(({ scoringJobId }) => scoringJobId))
    t.is(new Set(ids).size, names.length)
    return async () => {
      t.like(client.tally, { lost: 0, unavailable: 0 })
      await checkOneRescoreEach(t, names, foretold)
    }
  }),
)
