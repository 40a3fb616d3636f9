/** A person overrides the verdict on a criterion, and the score is recalculated. */
import test from 'ava'
import type { AssessedCriterion, ScoringJobReply } from '../../../../generated/types.gen.ts'
import { weigh } from '../../../../src/features/scoring/assessment.ts'
import { verifyScore } from '../../../../src/features/scoring/what-if/verification.ts'
import { fileContext } from '../../../support/contract/server.ts'
import type { Answer, Client } from '../../../support/harness.ts'
import { fixture } from '../../../support/scoring.ts'
import { kafka, kubernetes, postgres, setCriteria, startScene, typescript, type Scene } from '../what-if/scene.ts'

const application = (name: string) => `/v1/jobs/job-1/applications/${name}`
const decision = { verdict: 'MET', reason: 'Ran Kubernetes at Acme, as her referee says.', reviewer: 'Dana Ruiz' }

const scoreOf = async (client: Client, name: string): Promise<ScoringJobReply> =>
  (await client.get(`${application(name)}/score`)).body

function criterionOf({ result }: ScoringJobReply, { text }: { text: string }): AssessedCriterion {
  return result?.assessment.criteria?.find((one) => one.text === text) as AssessedCriterion
}

const pathOf = (name: string, { criterionId }: AssessedCriterion) =>
  `${application(name)}/score/overrides/${criterionId}`

async function put(client: Client, path: string, body: object = decision, headers = {}): Promise<Answer> {
  return client.send('PUT', path, body, headers)
}

const shared = fileContext()
let scene: Scene

test.before(async () => {
  scene = await startScene(shared)
  scene.harness.server.services.timings.eventFeedDelayMs = 0
})

/** Returns a partner's scored application `a`, which does not mention Kubernetes. */
async function scored() {
  const client = await scene.harness.client()
  await setCriteria(client, [typescript, postgres, kubernetes])
  const before = (await client.score('job-1', 'a', { resumeUrl: scene.url('knowing') })).body as ScoringJobReply
  return { ...scene, client, before, path: pathOf('a', criterionOf(before, kubernetes)) }
}

test('an override changes the score immediately, keeps the engine’s verdict and is not billed', async (t) => {
  const { harness, client, before, path } = await scored()
  const { status, body: after } = await put(client, path)
  t.is(status, 200)
  const criterion = criterionOf(after, kubernetes)
  const { overriddenAt, ...override } = criterion.override ?? {}
  t.deepEqual(override, { ...decision, engineVerdict: 'NO_EVIDENCE', kind: 'OVERRIDE' } as typeof override)
  t.regex(overriddenAt ?? '', /Z$/)
  t.is(criterion.verdict, 'MET')
  t.true(after.result.score > (before.result?.score ?? 10))
  t.is(after.result.assessment.engineScore, before.result?.score)
  t.is(after.result.score, weigh(after.result.assessment.criteria).scoreTenths / 10)
  t.true(after.result.assessment.strengths.includes(`${kubernetes.text}: ${decision.reason}`))
  t.is(after.scoringJobId, before.scoringJobId)
  t.deepEqual(await scoreOf(client, 'a'), after)
  const { database, contract } = harness.server.services
  t.is((await client.get('/v1/usage')).body.used, 1)
  t.is((await verifyScore({ database, contract }, after.scoringJobId)).score, after.result.score)
  const report = await client.get(`${application('a')}/score/report`)
  for (const text of [decision.reason, decision.reviewer, 'Changed from “No evidence”'])
    t.true(report.body.includes(text), text)
})

test('each change by a person creates an event that describes it, and a repeat of the same request changes nothing', async (t) => {
  const { client, before, path } = await scored()
  const { body: after } = await put(client, path)
  t.deepEqual((await put(client, path)).body, after)
  await client.send('DELETE', path)
  t.deepEqual((await client.send('DELETE', path)).status, 200)
  const { data } = (await client.get('/v1/events?types=score.overridden')).body
  const facts = data.map(({ data }: { data: Record<string, unknown> }) => [
    ...[data.action, data.verdict, data.engineVerdict, data.previousScore, data.score],
  ])
  const scores = [before.result?.score, after.result.score]
  t.deepEqual(facts, [
    ['OVERRIDDEN', 'MET', 'NO_EVIDENCE', ...scores],
    ['REMOVED', 'NO_EVIDENCE', 'NO_EVIDENCE', ...scores.toReversed()],
  ])
})

test('removing an override restores the engine’s score', async (t) => {
  const { client, before, path } = await scored()
  await put(client, path)
  const { body } = await client.send('DELETE', path)
  t.deepEqual(body, before)
  t.deepEqual(await scoreOf(client, 'a'), before)
})

test('a verdict that a person confirms is recorded as a review and changes no score', async (t) => {
  const { client, before, path } = await scored()
  const { body: after } = await put(client, path, { ...decision, verdict: 'NO_EVIDENCE' })
  t.is(criterionOf(after, kubernetes).override?.kind, 'REVIEW')
  t.is(after.result.score, before.result?.score)
  t.is(after.result.assessment.engineScore, undefined)
  t.deepEqual(after.result.assessment.interviewFocus, before.result?.assessment.interviewFocus)
})

test('a rescore of the same resume keeps an override, even if the criterion with the same text has a new id', async (t) => {
  const { client, url, path } = await scored()
  await put(client, path)
  const again = await client.score('job-1', 'a', { resumeUrl: url('knowing'), rescore: true })
  t.is(criterionOf(again.body, kubernetes).override?.reviewer, decision.reviewer)
  await setCriteria(client, [kafka])
  await setCriteria(client, [kubernetes, typescript])
  await client.send('POST', '/v1/jobs/job-1/rescores')
  const after = await scoreOf(client, 'a')
  const criterion = criterionOf(after, kubernetes)
  t.is(criterion.override?.reason, decision.reason)
  t.is(after.result?.assessment.overrideDropped, undefined)
  t.false(path.endsWith(criterion.criterionId))
  await client.send('DELETE', pathOf('a', criterion))
  t.is(criterionOf(await scoreOf(client, 'a'), kubernetes).override, undefined)
})

test('a new resume drops an override, and the new score and its event say so', async (t) => {
  const { client, url, path } = await scored()
  await put(client, path, { ...decision, verdict: 'NOT_MET' })
  const { body } = await client.score('job-1', 'a', { resumeUrl: url('operating'), rescore: true })
  const [dropped, ...others] = body.result.assessment.overrideDropped
  t.deepEqual([dropped.text, dropped.reviewer, dropped.cause], [kubernetes.text, 'Dana Ruiz', 'APPLICATION_CHANGED'])
  t.deepEqual(others, [])
  t.is(criterionOf(body, kubernetes).verdict, 'MET')
  const { data } = (await client.get('/v1/events?types=score.completed')).body
  t.deepEqual(
    data.map(({ data }: { data: Record<string, unknown> }) => data.overrideDropped),
    [undefined, true],
  )
  const back = await client.score('job-1', 'a', { resumeUrl: url('knowing'), rescore: true })
  t.is(criterionOf(back.body, kubernetes).override, undefined)
})

test('new answers drop an override', async (t) => {
  const { client, url, path } = await scored()
  await put(client, path)
  const candidateData = { applicationAnswers: [{ question: 'When can you start?', answer: 'In May.' }] }
  const { body } = await client.score('job-1', 'a', { resumeUrl: url('knowing'), candidateData, rescore: true })
  t.is(body.result.assessment.overrideDropped[0].cause, 'APPLICATION_CHANGED')
})

test('a new text of the criterion drops its override, and a rescore from stored verdicts says so', async (t) => {
  const { client, path } = await scored()
  await put(client, path)
  await setCriteria(client, [typescript, postgres])
  await client.send('POST', '/v1/jobs/job-1/rescores')
  const { result } = await scoreOf(client, 'a')
  t.deepEqual(
    result?.assessment.overrideDropped?.map(({ text, cause }) => [text, cause]),
    [[kubernetes.text, 'CRITERION_CHANGED']],
  )
  const report = await client.get(`${application('a')}/score/report`)
  t.true(report.body.includes('Decisions that no longer apply'))
})

test('a simulation applies overrides and lists them', async (t) => {
  const { client, path, before } = await scored()
  await put(client, path)
  const criteria = [kubernetes, { ...kafka, importance: 'NICE_TO_HAVE' }]
  const { body } = await client.post('/v1/jobs/job-1/criteria/simulations', { criteria })
  const [{ overrides, newScore, missing }] = body.data
  t.deepEqual(
    overrides.map(({ text, verdict, engineVerdict }: AssessedCriterion & { engineVerdict: string }) => [
      text,
      verdict,
      engineVerdict,
    ]),
    [[kubernetes.text, 'MET', 'NO_EVIDENCE']],
  )
  t.deepEqual([newScore, missing], [5, [kafka.text]])
  await client.send('DELETE', path)
  const { body: without } = await client.post('/v1/jobs/job-1/criteria/simulations', { criteria })
  t.deepEqual([without.data[0].newScore, without.data[0].overrides], [0, undefined])
  t.is(before.status, 'completed')
})

test('an override with If-Match is refused if the score has changed since it was read', async (t) => {
  const { client, url, path } = await scored()
  const etagOf = async () => (await client.get(`${application('a')}/score`)).headers.etag as string
  const first = await etagOf()
  const { headers } = await put(client, path, decision, { 'If-Match': first })
  t.is(headers.etag, await etagOf())
  t.not(headers.etag, first)
  const stale = await put(client, path, { ...decision, verdict: 'PARTIAL' }, { 'If-Match': first })
  t.deepEqual([stale.status, stale.body.code], [409, 'SCORE_REVISION_CONFLICT'])
  t.is((await put(client, path, { ...decision, verdict: 'PARTIAL' }, { 'If-Match': '*' })).status, 200)
  const second = await etagOf()
  await client.score('job-1', 'a', { resumeUrl: url('knowing'), rescore: true })
  t.not(await etagOf(), second)
})

test('an override needs a completed score, a reason, a reviewer and a key with the permission', async (t) => {
  const { harness, client, path } = await scored()
  const codeOf = async (target: string, body?: object) => (await put(client, target, body)).body.code
  t.is(await codeOf(path.replace('/a/', '/none/')), 'APPLICATION_NOT_FOUND')
  t.is(await codeOf(path.replace(/cr_.*/, 'cr_none')), 'CRITERION_NOT_FOUND')
  for (const body of [{ reason: 'too short' }, { reason: '  a b c d e  ' }, { reviewer: ' ' }, { verdict: 'GOOD' }])
    t.is(await codeOf(path, { ...decision, ...body }), 'VALIDATION_ERROR', JSON.stringify(body))
  await client.score('job-1', 'failed', { resumeUrl: fixture('resume-empty') })
  t.is(await codeOf(path.replace('/a/', '/failed/')), 'SCORE_NOT_READY')
  await client.post(`${application('a')}/scoring-jobs`, { resumeUrl: fixture('slow'), rescore: true })
  t.is(await codeOf(path), 'SCORE_NOT_READY')
  const { partnerId } = client
  const reader = await harness.client({ partnerId, permissions: ['scoring.read', 'scoring.write'] })
  t.is((await put(reader, path)).body.code, 'FORBIDDEN')
})

test('concurrent overrides of one score are all kept, and all change the score', async (t) => {
  const { client, before } = await scored()
  const criteria = before.result?.assessment.criteria ?? []
  const verdicts = ['NOT_MET', 'PARTIAL', 'MET'] as const
  const answers = await Promise.all(
    criteria.map((one, index) => put(client, pathOf('a', one), { ...decision, verdict: verdicts[index] })),
  )
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const { result } = await scoreOf(client, 'a')
  t.deepEqual(
    result?.assessment.criteria?.map(({ verdict }) => verdict),
    [...verdicts],
  )
  t.is(result?.score, weigh(result?.assessment.criteria ?? []).scoreTenths / 10)
})
