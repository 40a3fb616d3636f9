/** Processes die, and replies to commits are lost, while people override verdicts and candidates request reviews. */
import test from 'ava'
import type { AssessedCriterion, ScoringJobReply } from '../../generated/types.gen.ts'
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

const apis = ['api 1', 'api 2'] as const
const decision = { reason: 'Her referee says so, and her portfolio.', reviewer: 'Dana Ruiz' }
/** An override's first statement after it has taken its locks. */
const stored = /INTO `overrides`/

type Scored = { score: string; override: string; verdict: string; before: ScoringJobReply }

/** Returns a scored application whose candidate has requested a review, and an override that changes its score. */
async function scored(): Promise<Scored> {
  const { client } = scene
  const [id = ''] = await client.submit(1)
  await untilQuiet(scene)
  const score = (client.jobs.get(id) as string).replace(/scoring-jobs.*/, 'score')
  const before = (await client.send('GET', score)).body as ScoringJobReply
  const [criterion] = before.result?.assessment.criteria as [AssessedCriterion]
  await client.send('POST', `${score}/review-requests`)
  const verdict = criterion.verdict === 'MET' ? 'NOT_MET' : 'MET'
  return { score, override: `${score}/overrides/${criterion.criterionId}`, verdict, before }
}

type Rows = { overrides: number; events: number; records: number; requested: number; places: number }

/** Counts the rows in the whole scene that overrides add or change. */
async function count(): Promise<Rows> {
  const [rows] = await scene.database.select<Rows>(
    `SELECT (SELECT COUNT(*) FROM overrides) AS overrides,
        (SELECT COUNT(*) FROM events WHERE type = 'score.overridden') AS events,
        (SELECT COUNT(*) FROM audit_records WHERE record LIKE '%"kind":"score.overridden"%') AS records,
        (SELECT COUNT(*) FROM applications WHERE reviewRequestedAt IS NOT NULL) AS requested,
        (SELECT COUNT(*) FROM application_scores r JOIN scoring_jobs s ON s.id = r.scoringJobId
          WHERE r.place = 100 - s.scoreTenths) AS places`,
  )
  return rows as Rows
}

/** Where both APIs are killed: at the first statement with this text after the override has been inserted. */
const deaths = [
  { when: 'before the score', text: 'UPDATE `scoring_jobs`' },
  { when: 'before the list', text: 'UPDATE application_scores' },
  { when: 'before the event', text: 'INTO `events`' },
  { when: 'at the commit', text: 'COMMIT' },
]

for (const { when, text } of deaths) {
  test.serial(
    `if the APIs are killed in an override ${when}, the override has no effect, and its repeat takes effect once`,
    (t) =>
      survive(t, scene, async () => {
        const { client, members, proxies } = scene
        const { score, override, verdict, before } = await scored()
        const old = await count()
        const caught = proxies.DATABASE_URL.catch({ text, after: stored })
        const answered = client.send('PUT', override, { ...decision, verdict })
        answered.catch(() => {}) // awaited below
        const { disconnect } = await within(`an API is caught ${when}`, caught)
        await Promise.all(apis.map((victim) => members.kill(victim)))
        disconnect()
        const { result } = (await answered).body as ScoringJobReply
        return async () => {
          t.not(result?.score, before.result?.score)
          t.deepEqual(((await client.send('GET', score)).body as ScoringJobReply).result, result)
          const { overrides, events, records } = old
          const added = { overrides: overrides + 1, events: events + 1, records: records + 1 }
          t.deepEqual(await count(), { ...old, ...added, requested: 0 })
        }
      }),
  )
}
