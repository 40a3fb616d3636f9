/** A partner edits criteria endlessly and stays within its storage quotas. */
import test from 'ava'
import { deleteNow } from '../../support/deletions.ts'
import type { Client } from '../../support/harness.ts'
import { atOnce, madeOf, put, start } from './scene.ts'

const versionsOf = async (client: Client, job: string): Promise<{ id: string; version: number }[]> =>
  (await client.get(`/v1/jobs/${job}/criteria-versions`)).body.versions
const numbersOf = async (client: Client, job: string) => (await versionsOf(client, job)).map(({ version }) => version)
const submit = (client: Client, more: object = {}) =>
  client.post('/v1/jobs/job-1/applications/a/scoring-jobs', {
    resumeUrl: 'https://fixtures.sandbox.invalid/strong',
    ...more,
  })

test.serial(
  'at the maximum number of versions, an edit drops the oldest version that no scoring job uses',
  async (t) => {
    const { client, services, quotasOf } = await start(t, { criteriaVersionsPerJob: 3 })
    await put(client, 'job-1', 'Skill 1')
    t.is((await submit(client)).status, 202)
    for (const text of ['Skill 2', 'Skill 3']) await put(client, 'job-1', text)
    const [third, second, first] = (await versionsOf(client, 'job-1')).map(({ id }) => id)
    t.is((await put(client, 'job-1', 'Skill 4')).status, 200)
    t.deepEqual(await numbersOf(client, 'job-1'), [4, 3, 1])
    const byId = (id?: string) => client.get(`/v1/jobs/job-1/criteria/versions/${id}`)
    t.is((await byId(second)).body.code, 'CRITERIA_VERSION_NOT_FOUND')
    t.is((await byId(first)).status, 200)
    t.is((await submit(client, { rescore: true, criteriaVersionId: second })).body.code, 'CRITERIA_VERSION_NOT_FOUND')
    t.is((await submit(client, { rescore: true, criteriaVersionId: third })).status, 202)
    await put(client, 'job-1', 'Skill 5')
    t.deepEqual(await numbersOf(client, 'job-1'), [5, 3, 1])
    const rows = await services.database.select<{ criteria: string }>('SELECT criteria FROM criteria_versions')
    const bytes = rows.reduce((sum, { criteria }) => sum + Buffer.byteLength(criteria), 0)
    t.is((await quotasOf()).criteriaBytes.used, bytes)
  },
)

test.serial('versions that scoring jobs use are kept, and however many there are, edits are accepted', async (t) => {
  const { client, change } = await start(t, { criteriaVersionsPerJob: 2 })
  for (const count of [1, 2, 3, 4]) {
    t.is((await put(client, 'job-1', `Skill ${count}`)).status, 200)
    t.is((await submit(client, { rescore: true })).status, 202)
  }
  t.deepEqual(await numbersOf(client, 'job-1'), [4, 3, 2, 1])
  await put(client, 'job-1', 'Skill 5')
  await put(client, 'job-1', 'Skill 6')
  t.deepEqual(await numbersOf(client, 'job-1'), [6, 4, 3, 2, 1])
  await change({ criteriaVersionsPerJob: 1 })
  await put(client, 'job-1', 'Skill 7')
  t.deepEqual(await numbersOf(client, 'job-1'), [7, 4, 3, 2, 1])
})

test.serial('a lower maximum number of versions takes effect with the next edit', async (t) => {
  const { client, change } = await start(t, { criteriaVersionsPerJob: 6 })
  for (const count of [1, 2, 3, 4, 5, 6, 7]) await put(client, 'job-1', `Skill ${count}`)
  t.deepEqual(await numbersOf(client, 'job-1'), [7, 6, 5, 4, 3, 2])
  await change({ criteriaVersionsPerJob: 3 })
  await put(client, 'job-1', 'Skill 8')
  t.deepEqual(await numbersOf(client, 'job-1'), [8, 7, 6])
})

test.serial(
  '64 concurrent first versions are accepted only up to the quota of bytes, and refused requests create no job',
  async (t) => {
    const { client, other, production, change, quotasOf } = await start(t)
    await put(client, 'job-00', 'Skill')
    const one: number = (await quotasOf()).criteriaBytes.used
    await change({ criteriaBytes: 5 * one })
    const answers = await atOnce(64, (index) => put(client, `job-${index + 10}`, 'Skill'))
    t.is(madeOf(t, answers, 'criteriaBytes'), 4)
    const { criteriaBytes, jobs } = await quotasOf()
    t.deepEqual([criteriaBytes.used, jobs.used], [5 * one, 5])
    const refused = answers.findIndex(({ status }) => status === 400)
    t.is((await client.get(`/v1/jobs/job-${refused + 10}/criteria`)).body.code, 'JOB_NOT_FOUND')
    for (const beside of [other, production]) t.is((await put(beside, 'job-1', 'Skill')).status, 200)
  },
)

test.serial(
  'at the maximum number of bytes, an edit is refused only if dropping old versions frees too little',
  async (t) => {
    const { client, services, change, quotasOf } = await start(t)
    for (const count of [1, 2, 3]) await put(client, 'job-1', `Skill ${count}`)
    await put(client, 'job-2', 'Skill 1')
    const { used } = (await quotasOf()).criteriaBytes
    await change({ criteriaBytes: used })
    t.is((await put(client, 'job-1', 'Skill 4')).status, 200)
    t.deepEqual(await numbersOf(client, 'job-1'), [4, 3, 2])
    const long = await put(client, 'job-1', 'x'.repeat(Math.ceil(used / 4)))
    t.is(long.status, 200)
    t.deepEqual(await numbersOf(client, 'job-1'), [5, 4])
    t.is(madeOf(t, [await put(client, 'job-2', 'x'.repeat(500))], 'criteriaBytes'), 0)
    t.deepEqual(await numbersOf(client, 'job-2'), [1], 'a refused edit drops nothing')
    t.is((await put(client, 'job-2', 'Skill 2')).status, 200)
    await deleteNow(client, services, `/v1/tenants/${client.tenant}`)
    t.is((await quotasOf()).criteriaBytes.used, 0)
  },
)

test.serial('the quota of bytes counts the current length of each criterion in a library', async (t) => {
  const { client, change, quotasOf } = await start(t)
  const library = '/v1/criteria-library'
  const used = async () => (await quotasOf()).criteriaBytes.used
  const { headers } = await client.post(library, { text: 'äöü', importance: 'PREFERRED' })
  const path = headers.location as string
  t.is(await used(), 6)
  await client.send('PATCH', path, { text: 'a' })
  await client.send('PATCH', path, { importance: 'MUST_HAVE' })
  t.is(await used(), 1)
  await change({ criteriaBytes: 3 })
  t.is(madeOf(t, [await client.send('PATCH', path, { text: 'abcd' })], 'criteriaBytes'), 0)
  t.is(madeOf(t, [await client.post(library, { text: 'abc', importance: 'PREFERRED' })], 'criteriaBytes'), 0)
  t.is((await client.send('PATCH', path, { text: 'abc' })).status, 200)
  const deletions = await atOnce(8, () => client.send('DELETE', path))
  t.is(deletions.filter(({ status }) => status === 204).length, 1)
  t.is(await used(), 0)
})

test.serial('concurrent edits at both quotas exceed neither, and fail for no other reason', async (t) => {
  const { client, change, quotasOf } = await start(t, { criteriaVersionsPerJob: 3 })
  for (const job of ['job-1', 'job-2']) await put(client, job, 'Skill 10')
  const one: number = (await quotasOf()).criteriaBytes.used / 2
  await change({ criteriaBytes: 4 * one })
  const answers = await atOnce(64, (index) => put(client, `job-${(index % 2) + 1}`, `Skill ${index + 11}`))
  madeOf(t, answers, 'criteriaBytes')
  const kept = [...(await numbersOf(client, 'job-1')), ...(await numbersOf(client, 'job-2'))]
  const { used } = (await quotasOf()).criteriaBytes
  t.is(used, kept.length * one)
  t.true(used <= 4 * one)
})
