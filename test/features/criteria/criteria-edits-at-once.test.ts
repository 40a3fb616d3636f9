import test, { type ExecutionContext } from 'ava'
import type { CriteriaVersion, Criterion } from '../../../generated/types.gen.ts'
import { startHarness, type Answer, type Client } from '../../support/harness.ts'

const items = '/v1/jobs/job-1/criteria/items'
const count = (length: number) => Array.from({ length }, (_, index) => index)

/** Returns every order of these ids. The first is the order in which they were given. */
function ordersOf(ids: string[]): string[][] {
  if (ids.length === 0) return [[]]
  return ids.flatMap((id) => ordersOf(ids.filter((other) => other !== id)).map((rest) => [id, ...rest]))
}

async function startScene(t: ExecutionContext) {
  const client = await (await startHarness(t)).client()
  const criteria = count(5).map((index) => ({ text: `Skill ${index}`, importance: 'PREFERRED' }))
  const { body, headers } = await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria })
  return { client, first: body.criteria.criteria as Criterion[], etag: headers.etag as string }
}

/** Returns every version with its criteria, oldest first. */
async function history(t: ExecutionContext, client: Client): Promise<{ id: string; criteria: Criterion[] }[]> {
  type Listed = CriteriaVersion & { isCurrent: boolean }
  const versions = (await client.get('/v1/jobs/job-1/criteria-versions')).body.versions.toReversed() as Listed[]
  t.deepEqual(
    versions.map(({ version }) => version),
    versions.map((_, index) => index + 1),
    'version numbers have no gaps',
  )
  t.deepEqual(
    versions.map(({ isCurrent }) => isCurrent),
    versions.map((_, index) => index === versions.length - 1),
    'only the newest version is current',
  )
  return Promise.all(
    versions.map(async ({ id }) => ({
      id,
      criteria: (await client.get(`/v1/jobs/job-1/criteria/versions/${id}`)).body.criteria as Criterion[],
    })),
  )
}

/** Checks that each edit succeeded and created its own version, which its response showed. */
function checkAnswers(t: ExecutionContext, answers: Answer[], made: { id: string; criteria: Criterion[] }[]): void {
  t.deepEqual(answers.map(({ headers }) => headers.etag).sort(), made.map(({ id }) => `"${id}"`).sort())
  for (const { headers, body } of answers)
    t.deepEqual(body.criteria, made.find(({ id }) => headers.etag === `"${id}"`)?.criteria)
}

test('50 concurrent additions and changes are all applied, and each creates one version', async (t) => {
  const { client, first } = await startScene(t)
  const added = count(25).map((index) => ({ text: `Addition ${index}`, importance: 'NICE_TO_HAVE' }))
  const changed = count(25).map((index) => ({ id: first[index % 5]?.id, text: `Change ${index}` }))
  const answers = await Promise.all([
    ...added.map((draft) => client.post(items, draft)),
    ...changed.map(({ id, text }) => client.send('PATCH', `${items}/${id}`, { text })),
  ])
  t.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 201])
  const versions = await history(t, client)
  t.is(versions.length, 51)
  checkAnswers(t, answers, versions.slice(1))
  const last = versions.at(-1)?.criteria.map(({ text }) => text) ?? []
  t.is(last.length, 30)
  for (const { text } of added) t.true(last.includes(text), text)
  for (const { id, text } of changed)
    t.true(
      versions.some(({ criteria }) => criteria.some((one) => one.id === id && one.text === text)),
      text,
    )
})

test('50 concurrent reorderings and changes are all applied, and each creates one version', async (t) => {
  const { client, first } = await startScene(t)
  // All orders differ from one another and from the initial order, so each request changes something, whichever
  // runs first.
  const orders = ordersOf(first.map(({ id }) => id)).slice(1, 26)
  const changed = count(25).map((index) => ({ id: first[index % 5]?.id, text: `Change ${index}` }))
  const answers = await Promise.all([
    ...orders.map((criterionIds) => client.send('PUT', `${items}/order`, { criterionIds })),
    ...changed.map(({ id, text }) => client.send('PATCH', `${items}/${id}`, { text })),
  ])
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const versions = await history(t, client)
  t.is(versions.length, 51)
  checkAnswers(t, answers, versions.slice(1))
  const seen = new Set(versions.map(({ criteria }) => String(criteria.map(({ id }) => id))))
  for (const order of orders) t.true(seen.has(String(order)))
})

test('of 50 concurrent edits with the same If-Match one succeeds, and the others change nothing', async (t) => {
  const { client, first, etag } = await startScene(t)
  const answers = await Promise.all(
    count(50).map((index) =>
      client.post(items, { text: `Addition ${index}`, importance: 'PREFERRED' }, { 'If-Match': etag }),
    ),
  )
  const made = answers.filter(({ status }) => status === 201)
  t.is(made.length, 1)
  t.is(answers.filter(({ status, body }) => status === 409 && body.code === 'CRITERIA_REVISION_CONFLICT').length, 49)
  const versions = await history(t, client)
  t.is(versions.length, 2)
  t.deepEqual(versions[1]?.criteria, [...first, made[0]?.body.criterion])
})
