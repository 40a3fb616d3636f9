/** Many owners' requests in one statement: each caller gets only its own data. */
import test, { type ExecutionContext } from 'ava'
import { runScoringJob } from '../../../src/features/scoring/pipeline.ts'
import { MINUTE } from '../../../src/kit/time.ts'
import { file, startResumeHost } from '../../tools/fakes/resume-host.ts'
import { startHarness, type Answer, type Client } from '../../support/harness.ts'
import { recordStatements } from '../../support/scoring.ts'
import { still } from '../../support/still-timings.ts'
import { gather } from './crowd.ts'

/** A text that must reach the database unchanged, even if the driver writes values into the SQL. */
const awkward = `'quoted' "twice" \\ $1 ? ), (`
const application = '/v1/jobs/job-1/applications/app-1'

/** All resumes are on one host, which serves only a few at a time. Long timeouts give every job time to wait. */
const patient = { ...still, hostWaitMs: MINUTE, fetchTimeoutMs: MINUTE, parseTimeoutMs: MINUTE }

/** `marks` are strings and ids that may appear only in this caller's responses. */
type Caller = { client: Client; mark: string; marks: string[]; resumeUrl: string }

/** Creates 64 callers: two partners, both environments, 16 tenants each, all with the same external ids. */
async function openCrowd(t: ExecutionContext) {
  const host = await startResumeHost()
  t.teardown(() => host.stop())
  const harness = await startHarness(t, {
    settings: { OUTBOUND_ALLOW: host.pair },
    overrides: { timings: patient },
  })
  const { services } = harness.server
  services.dispatch = () => {}
  const partners = [await harness.client(), await harness.client()]
  const crowd: Caller[] = []
  for (const { partnerId } of partners)
    for (const environment of ['SANDBOX', 'PRODUCTION'] as const)
      for (let tenant = 0; tenant < 16; tenant += 1) {
        const client = await harness.client({ partnerId, environment, tenant: `tenant-${tenant}` })
        const mark = `Zq${crowd.length}zq`
        host.routes.set(`/${mark}`, file(`Experience\nExperience with Kubernetes on the cluster Resume${mark}`))
        crowd.push({ client, mark, marks: [mark], resumeUrl: `${host.origin}/${mark}` })
      }
  for (const caller of crowd) await writeCriteria(t, caller)
  return { crowd, services, meet: gather(services), statements: recordStatements(services.database) }
}

async function writeCriteria(t: ExecutionContext, { client, mark, marks }: Caller): Promise<void> {
  const criteria = [
    { text: 'Experience with Kubernetes', importance: 'MUST_HAVE' },
    { text: `Criterion${mark} ${awkward}`, importance: 'PREFERRED' },
  ]
  const { status, body } = await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria })
  t.is(status, 200)
  marks.push(body.criteria.id)
}

/** Submits to the ids that all callers use, under the same idempotency key. */
function submit({ client, mark, resumeUrl }: Caller, key: string, name = 'app-1'): Promise<Answer> {
  const applicationAnswers = [{ question: `Question${mark} ${awkward}`, answer: `Answer${mark} ${awkward}` }]
  const body = { resumeUrl, candidateData: { applicationAnswers } }
  return client.post(`/v1/jobs/job-1/applications/${name}/scoring-jobs`, body, { 'Idempotency-Key': key })
}

/** Returns other callers' marks that appear in a response. */
function foreign(crowd: Caller[], caller: Caller, { headers, body }: Answer): string[] {
  const text = JSON.stringify([headers, body])
  return crowd.filter((other) => other !== caller).flatMap(({ marks }) => marks.filter((mark) => text.includes(mark)))
}

/** Sends a request for all callers concurrently. A response that contains another caller's mark fails the test. */
async function all(t: ExecutionContext, crowd: Caller[], ask: (caller: Caller) => Promise<Answer>): Promise<Answer[]> {
  const answers = await Promise.all(crowd.map(ask))
  for (const [index, answer] of answers.entries())
    t.deepEqual(foreign(crowd, crowd[index] as Caller, answer), [], `caller ${index}`)
  return answers
}

test("64 callers with equal ids whose requests share statements do not see each other's data", async (t) => {
  const { crowd, services, meet, statements } = await openCrowd(t)
  const sent = (text: string) => statements.splice(0).filter(({ sql }) => sql.includes(text)).length

  meet('submit', crowd.length)
  const accepted = await all(t, crowd, (caller) => submit(caller, 'same'))
  t.is(sent('INTO `applications`'), 1, 'one statement for all callers')
  const ids = accepted.map(({ body }) => body.scoringJobId as string)
  t.is(new Set(ids).size, crowd.length)
  for (const [index, { marks }] of crowd.entries()) {
    t.is(accepted[index]?.status, 202)
    t.is(accepted[index]?.body.scoringJob.criteriaVersionId, marks[1])
    marks.push(ids[index] as string)
  }

  meet('claim', crowd.length)
  meet('finish', crowd.length)
  await Promise.all(ids.map((id) => runScoringJob(services, 'worker_a', id)))
  t.is(sent("SET status = 'COMPLETED'"), 1, 'one statement for all callers')

  const neighbour = (caller: Caller) => ids[(crowd.indexOf(caller) + 1) % crowd.length] as string
  meet('idempotency_key', 3 * crowd.length)
  meet('submit', 2 * crowd.length)
  meet('current_version', crowd.length)
  meet('short_criteria', crowd.length)
  meet('scoring_job', 3 * crowd.length)
  const get = (path: (caller: Caller) => string) => all(t, crowd, (caller) => caller.client.get(path(caller)))
  const [criteria, lists, jobs, scores, strangers, replays, again, others] = await Promise.all([
    get(() => '/v1/jobs/job-1/criteria'),
    get(() => '/v1/jobs/criteria?jobIds=job-2,job-1'),
    get((caller) => `${application}/scoring-jobs/${caller.marks[2]}`),
    get(() => `${application}/score`),
    Promise.all(crowd.map((caller) => caller.client.get(`${application}/scoring-jobs/${neighbour(caller)}`))),
    all(t, crowd, (caller) => submit(caller, 'same')),
    all(t, crowd, (caller) => submit(caller, 'again')),
    all(t, crowd, (caller) => submit(caller, 'other', 'app-2')),
  ])
  // There are ten such statements: three for idempotency keys, five for reads and two for submissions. On a busy
  // machine some are split.
  t.true(sent(' AS k') <= 20, 'a few groups carry 512 requests')
  for (const [index, { mark, marks }] of crowd.entries()) {
    const [, version = '', id = ''] = marks
    t.is(criteria[index]?.body.criteria.id, version)
    t.is(criteria[index]?.body.criteria.criteria[1].text, `Criterion${mark} ${awkward}`)
    t.deepEqual(lists[index]?.body.items, [
      { jobId: 'job-2', criteria: null },
      { jobId: 'job-1', criteria: criteria[index]?.body.criteria.criteria },
    ])
    for (const { body } of [jobs[index], scores[index]] as Answer[]) {
      t.is(body.scoringJobId, id)
      t.is(body.status, 'completed', JSON.stringify(body))
      t.is(body.scoringJob.criteriaVersionId, version)
      t.true(JSON.stringify(body.result).includes(`Resume${mark}`), "the quote is from the caller's resume")
      t.true(JSON.stringify(body.result).includes(`Criterion${mark}`), "the caller's own criteria are assessed")
    }
    t.is(strangers[index]?.body.code, 'SCORING_JOB_NOT_FOUND')
    t.is(replays[index]?.headers['idempotent-replayed'], 'true')
    t.deepEqual(replays[index]?.body, accepted[index]?.body)
    t.is(again[index]?.headers['x-scoring-deduplicated'], 'true')
    t.is(again[index]?.body.scoringJobId, id)
    t.is(others[index]?.status, 202)
    t.false(ids.includes(others[index]?.body.scoringJobId), 'another application has its own job')
  }
})
