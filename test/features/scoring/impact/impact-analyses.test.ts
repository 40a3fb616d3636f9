import test from 'ava'
import { placesOf } from '../../../support/deletions.ts'
import { startHarness } from '../../../support/harness.ts'
import { until } from '../../../tools/until.ts'

const path = '/v1/jobs/job-1/impact-analyses'
const fixture = (name: string) => `https://fixtures.sandbox.invalid/${name}`
/** A marker that appears only in a group's label. */
const marker = 'Marker8253'

test('an analysis compares groups by score and by criterion, and stores nothing about the groups', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const criteria = [
    { text: 'Carpentry', importance: 'MUST_HAVE' },
    { text: 'Joinery', importance: 'PREFERRED' },
  ]
  await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria })
  const kinds = ['strong', 'strong', 'strong', 'strong', 'strong', 'weak', 'weak', 'weak', 'weak', 'strong', 'strong']
  const applications = kinds.map((kind, n) => ({ applicationId: `app-${n}`, resumeUrl: fixture(kind) }))
  const { headers } = await client.post('/v1/jobs/job-1/scoring-batches', { applications })
  await until('the batch ends', async () => (await client.get(headers.location as string)).body.batch.completedAt)
  const groups = [
    ...kinds.map((_, n) => ({ applicationId: `app-${n}`, group: n < 5 ? marker : 'other' })),
    { applicationId: 'app-unknown', group: 'other' },
  ]

  const { status, body } = await client.post(path, { threshold: 5, groups }, { 'Idempotency-Key': 'k' })
  t.is(status, 200)
  t.is(body.withoutScore, 1)
  t.deepEqual(
    body.groups.map((each: Record<string, unknown>) => [each.group, each.applicants, each.selected, each.impactRatio]),
    [
      [marker, 5, 5, 1],
      ['other', 6, 2, 0.3333],
    ],
  )
  t.is(body.criteria.length, 2)
  t.deepEqual(await client.post(path, { threshold: 5, groups }).then(({ body: again }) => again), body)

  const page = await client.post(`${path}/report`, { threshold: 5, groups })
  t.is(page.status, 200)
  for (const text of [marker, '29 CFR 1607.4', 'Local Law 144', 'below four fifths'])
    t.true(page.body.includes(text), text)
  t.false(page.body.includes('<script'))
  t.is(
    (await client.post(`${path}/report`, { threshold: 5, groups: [{ applicationId: 'app-1', group: '<b>' }] })).status,
    200,
  )

  const faulty = [
    { threshold: 11, groups },
    { threshold: 5, groups: [...groups, ...groups] },
    { threshold: 5, groups: groups.map((each) => ({ ...each, [marker]: marker })) },
  ]
  for (const request of faulty) t.is((await client.post(path, request)).status, 400)
  t.is((await client.post('/v1/jobs/job-none/impact-analyses', { threshold: 5, groups })).body.code, 'JOB_NOT_FOUND')
  t.deepEqual(await placesOf(harness, marker), [])
  t.deepEqual(await placesOf(harness, 'app-unknown'), [])
})
