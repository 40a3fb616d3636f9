/** Processes are killed while a resume is uploaded, and between the upload and its score. */
import test from 'ava'
import type { UploadedResumeReply } from '../../generated/types.gen.ts'
import { recountKept } from '../../src/tables/kept-recount.ts'
import { survive } from '../support/chaos/rounds.ts'
import { memberNames, openScene, type Scene } from '../support/chaos/scene.ts'
import { until } from '../tools/until.ts'

const chunkBytes = 256 * 1024
/** The chunks of each file. The last chunk is shorter. */
const chunks = 5

let scene: Scene
test.before(async () => {
  scene = await openScene({ timings: { oldSweepMs: 200 } })
})
test.after.always('the scene leaves nothing behind', async (t) => {
  t.deepEqual(await scene.close(), [])
})

let applications = 0

/** Uploads a resume, repeats the upload until it is accepted, and returns its URL. */
async function upload(): Promise<string> {
  const lines = ['Experience', '7 years of experience with TypeScript', `Portfolio entry app-${applications + 1}`]
  const bytes = Buffer.from(lines.join('\n') + ' '.repeat((chunks - 1) * chunkBytes))
  const { body } = await scene.client.send('POST', '/v1/resumes', bytes)
  return (body as UploadedResumeReply).resume.url
}

async function submit(url: string): Promise<void> {
  applications += 1
  await scene.client.submit(1, () => url)
}

type Rows = { id: string; isDraft: number; chunks: number }

const rows = () =>
  scene.database.select<Rows>(
    `SELECT r.id, r.isDraft, (SELECT COUNT(*) FROM resume_chunks c WHERE c.resumeId = r.id) AS chunks FROM resumes r`,
  )

test.serial(
  'an API that is killed between two chunks leaves a draft, which is swept, so that only the repeated upload remains',
  (t) =>
    survive(t, scene, async () => {
      const { client, members, database } = scene
      const before = await rows()
      for (const api of ['api 1', 'api 2'] as const)
        members.arm(api, { at: 'chunk stored', pass: 2, signal: 'SIGKILL' })
      const url = await upload()
      const drafts = (await rows()).filter(({ isDraft }) => isDraft)
      t.true(drafts.length > 0, 'an API was killed')
      for (const { id } of drafts) {
        const path = `/v1/jobs/${client.job}/applications/of-a-draft/scoring-jobs`
        t.is((await client.try('POST', path, { resumeUrl: `resume://${id}` })).status, 404)
      }
      await submit(url)
      return async () => {
        await database.execute('UPDATE resumes SET expiresAt = 0 WHERE isDraft = 1')
        await until('the drafts are swept', async () => (await rows()).every(({ isDraft }) => !isDraft))
        const uploaded = { id: url.replace('resume://', ''), isDraft: 0, chunks }
        t.deepEqual((await rows()).toSorted(byId), [...before, uploaded].toSorted(byId))
        const [orphans] = await database.select<{ count: number }>(
          'SELECT COUNT(*) AS count FROM resume_chunks WHERE resumeId NOT IN (SELECT id FROM resumes)',
        )
        t.is(orphans?.count, 0)
        const [partner] = await database.select<{ id: string }>('SELECT id FROM partners')
        const wrong = await recountKept(database, { partnerId: partner!.id, environment: 'SANDBOX' })
        t.deepEqual(wrong, { openScoringJobs: 0, keptBytes: 0 }, 'the quota counts only the stored file')
      }
    }),
)

test.serial('processes that are killed between an upload and its scores lose neither', (t) =>
  survive(t, scene, async () => {
    const { members } = scene
    const url = await upload()
    await members.startAnew(memberNames)
    for (const worker of ['worker 1', 'worker 2'] as const)
      members.arm(worker, { at: 'fetched', pass: 1, signal: 'SIGKILL' })
    await submit(url)
    return async () => {
      const failed = await scene.database.select('SELECT id FROM scoring_jobs WHERE status <> $1', ['COMPLETED'])
      t.deepEqual(failed, [])
    }
  }),
)

function byId(one: Rows, other: Rows): number {
  return one.id < other.id ? -1 : 1
}
