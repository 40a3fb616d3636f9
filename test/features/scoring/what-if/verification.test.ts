/** Scores are verified from stored data; `end-to-end/operator-cli-jobs.test.ts` tests the operator's command. */
import test from 'ava'
import { dropVerdicts } from '../../../../src/features/scoring/verdict-cache.ts'
import { timings } from '../../../../src/platform/timings.ts'
import { verifyScore } from '../../../../src/features/scoring/what-if/verification.ts'
import { kafka, kubernetes, postgres, setCriteria, startScene, typescript } from './scene.ts'

test('a rescore is verified against the jobs that its verdicts come from, and a forged quote is detected', async (t) => {
  const { harness, client, url } = await startScene(t)
  const { database, contract } = harness.server.services
  await client.score('job-1', 'a', { resumeUrl: url('knowing') })
  await setCriteria(client, [kafka, postgres])
  await client.score('job-1', 'a', { resumeUrl: url('knowing'), rescore: true })
  await setCriteria(client, [kubernetes, postgres, typescript, kafka])
  const [{ scoringJobId, score }] = (await client.post('/v1/jobs/job-1/rescores', {})).body.scores
  const verified = await verifyScore({ database, contract }, scoringJobId)
  t.deepEqual([verified.score, verified.criteria], [score, 4])
  const owner = { partnerId: client.partnerId, environment: 'SANDBOX', tenant: client.tenant } as const
  await dropVerdicts({ database }, owner, 'job-1', 'a')
  t.is(
    (await verifyScore({ database, contract }, scoringJobId)).score,
    score,
    'a score can be verified even after its verdicts are dropped',
  )
  const forge = (from: string, to: string) =>
    database.transaction(() =>
      database.execute(`UPDATE scoring_jobs SET assessment = REPLACE(assessment, $1, $2) WHERE id = $3`, [
        ...[from, to, scoringJobId],
      ]),
    )
  await forge('payment services', 'launch services')
  const forged = await t.throwsAsync(verifyScore({ database, contract }, scoringJobId))
  t.regex(JSON.stringify(forged), /no earlier job with the same input has: TypeScript/)
  await forge('launch services', 'payment services')
  await forge('"text":"Kubernetes"', '"text":"Kubernetes 2"')
  const renamed = await t.throwsAsync(verifyScore({ database, contract }, scoringJobId))
  t.regex(JSON.stringify(renamed), /follow from its verdicts|other criteria than the version/)
})

test('a score is verified against its own version, even if it was retried, rescored or pinned, or if the version is archived', async (t) => {
  const quick = { ...timings, retryFirstMs: 20, retryMsMax: 50, sweepMs: 20 }
  const { harness, client, url } = await startScene(t, { overrides: { timings: quick } })
  const { database, contract } = harness.server.services
  const score = async (name: 'knowing' | 'operating' | 'flaky', options: object = {}) => {
    const { body } = await client.score('job-1', 'a', { resumeUrl: url(name), ...options })
    return {
      id: body.scoringJobId as string,
      score: body.result.score as number,
      version: body.scoringJob.criteriaVersionId,
    }
  }
  const rescore = async (criteria: object[]) => {
    await setCriteria(client, criteria)
    const [{ scoringJobId: id, score }] = (await client.post('/v1/jobs/job-1/rescores', {})).body.scores
    return { id: id as string, score: score as number }
  }
  const retried = await score('flaky')
  const [attempts] = await database.select<{ n: number }>('SELECT transientFailures AS n FROM scoring_jobs')
  t.is(Number(attempts?.n), 1)
  const lighter = await rescore([{ ...kubernetes, importance: 'MUST_HAVE' }, typescript])
  const again = await rescore([postgres, kubernetes])
  const pinned = await score('operating', { rescore: true, criteriaVersionId: retried.version })
  const other = await rescore([kubernetes])
  await client.send('POST', `/v1/jobs/job-1/criteria/versions/${retried.version}/archive`)
  const made = [retried, lighter, again, pinned, other]
  t.is(new Set(made.map(({ id }) => id)).size, made.length)
  for (const { id, score } of made) t.is((await verifyScore({ database, contract }, id)).score, score)
  t.true(new Set(made.map(({ score }) => score)).size > 2, 'the scores differ')
})
