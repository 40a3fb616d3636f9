/** An application has hundreds of scores from an earlier release. No request reads all of them. */
import test from 'ava'
import { verifyScore } from '../../../../src/features/scoring/what-if/verification.ts'
import { newId } from '../../../../src/kit/ids.ts'
import type { Database } from '../../../../src/platform/database/database.ts'
import { updateLatestScoringJobs } from '../../../../src/tables/applications.ts'
import { insertScoringJobs, type ScoringJobRow } from '../../../../src/tables/scoring-jobs/scoring-jobs.ts'
import { kafka, postgres, setCriteria, startScene, typescript } from './scene.ts'

const scoredTimes = 450
/** The largest page that a rescore or a verification reads. */
const readMax = 200

/** Inserts `scoredTimes` copies of the job, as if the application had been scored again and again. */
async function repeatLatest(database: Database, scoringJobId: string): Promise<void> {
  const [row] = (await database.select('SELECT * FROM scoring_jobs WHERE id = $1', [scoringJobId])) as [ScoringJobRow]
  const copies = Array.from({ length: scoredTimes }, () => ({ ...row, id: newId('sj', Date.now()) }))
  await database.transaction(async () => {
    await insertScoringJobs(database, copies)
    const latest = copies.map(({ id }) => id).sort()
    await updateLatestScoringJobs(database, [
      { applicationId: row.applicationId, scoringJobId: latest.at(-1) as string },
    ])
  })
}

/**
 * Counts the stored assessments that each query returns. The returned function gives the counts since its previous
 * call, one per query.
 */
function countReads(database: Database): () => number[] {
  const select = database.select.bind(database)
  const reads: number[] = []
  database.select = async <Row extends object>(...args: Parameters<Database['select']>) => {
    const rows = await select<Row>(...args)
    if (args[0].includes('s.assessment')) reads.push(rows.length)
    return rows
  }
  return () => reads.splice(0)
}

test('a rescore of an application with hundreds of scores reads only as far back as necessary, in pages', async (t) => {
  const { harness, client, url } = await startScene(t)
  const { database, contract } = harness.server.services
  await setCriteria(client, [kafka])
  await client.score('job-1', 'a', { resumeUrl: url('knowing') })
  await setCriteria(client, [typescript, postgres])
  const { body } = await client.score('job-1', 'a', { resumeUrl: url('knowing'), rescore: true })
  await repeatLatest(database, body.scoringJobId)
  const reads = countReads(database)
  const rescore = async (criteria: object[]) => {
    await setCriteria(client, criteria)
    reads()
    const [{ scoringJobId }] = (await client.post('/v1/jobs/job-1/rescores', {})).body.scores
    return { scoringJobId, pages: reads() }
  }
  const { scoringJobId, pages } = await rescore([typescript, kafka])
  t.is(
    pages.reduce((sum, rows) => sum + rows),
    scoredTimes + 2,
    'only the oldest score has the verdict, so all are read',
  )
  t.true(Math.max(...pages) <= readMax)
  const { pages: later } = await rescore([postgres])
  t.deepEqual(later, [contract.retention.scoresPerApplication], 'only the newest scores are left')
  t.is((await verifyScore({ database, contract }, scoringJobId)).criteria, 2)
  t.true(Math.max(...reads()) <= readMax)
})
