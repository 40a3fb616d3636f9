/** An application that an earlier release has scored hundreds of times: no request waits until all of it is read. */
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

/** Scores the application repeatedly, as the resume with these criteria would be scored. */
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

/** How many stored assessments each statement has returned since the last call. */
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
    'the very first holds what is asked for',
  )
  t.true(Math.max(...pages) <= readMax)
  const { pages: later } = await rescore([postgres])
  t.deepEqual(later, [contract.retention.scoresPerApplication], 'older ones than the newest have gone meanwhile')
  t.is((await verifyScore({ database, contract }, scoringJobId)).criteria, 2)
  t.true(Math.max(...reads()) <= readMax)
})
