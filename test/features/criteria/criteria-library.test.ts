import test, { type ExecutionContext } from 'ava'
import type { LibraryCriterion } from '../../../generated/types.gen.ts'
import { newId } from '../../../src/kit/ids.ts'
import { libraryCriteria } from '../../../src/tables/criteria-library.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness, type Client } from '../../support/harness.ts'

const library = '/v1/criteria-library'
const items = '/v1/jobs/job-1/criteria/items'
const unknownId = 'lc_0198a3c2-7b1e-7c3a-9d52-3f6a1b2c4d60'

/**
 * Returns a client, and a function that adds criteria to the client's library a millisecond apart, so that their order
 * is defined.
 */
async function startScene(t: ExecutionContext) {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  const client = await harness.client()
  const add = async (text: string, category?: string | null): Promise<LibraryCriterion> => {
    clock.instant += 1
    const { status, body } = await client.post(library, { text, importance: 'PREFERRED', category })
    t.is(status, 201)
    return body.criterion
  }
  const list = async (of: Client = client, query = '') => (await of.get(`${library}${query}`)).body.criteria
  return { harness, client, add, list }
}

test('a new library is empty, and criteria are listed newest first', async (t) => {
  const { add, list } = await startScene(t)
  t.deepEqual(await list(), [])
  const made = [await add('Go'), await add('Kafka', 'backend'), await add('Go', null)]
  t.deepEqual(await list(), made.toReversed())
  t.deepEqual(
    made.map(({ category }) => category),
    [null, 'backend', null],
  )
})

test("the list can be filtered by a category's exact text", async (t) => {
  const { client, add, list } = await startScene(t)
  const made = new Map<string, LibraryCriterion>()
  for (const category of ['a', 'A', 'a ', 'ä', '%', 'R&D: 🛠']) made.set(category, await add(`In ${category}`, category))
  await add('In none')
  for (const [category, criterion] of made)
    t.deepEqual(await list(client, `?category=${encodeURIComponent(category)}`), [criterion], category)
  t.deepEqual(await list(client, '?category=b'), [])
  t.is((await client.get(`${library}?category=`)).status, 400)
})

test('a criterion can be read at its Location', async (t) => {
  const { client } = await startScene(t)
  const { body, headers } = await client.post(library, { text: 'Go', importance: 'MUST_HAVE' })
  t.is(headers.location, `${library}/${body.criterion.id}`)
  t.deepEqual((await client.get(headers.location as string)).body, body)
})

test('a change sets only the given members, and null removes the category', async (t) => {
  const { client, add } = await startScene(t)
  const made = await add('Go', 'backend')
  const path = `${library}/${made.id}`
  const change = async (body: object) => (await client.send('PATCH', path, body)).body.criterion
  t.deepEqual(await change({ text: 'Golang' }), { ...made, text: 'Golang' })
  t.deepEqual(await change({ importance: 'MUST_HAVE', category: 'languages' }), {
    ...{ ...made, text: 'Golang' },
    ...{ importance: 'MUST_HAVE', category: 'languages' },
  })
  t.is((await change({ category: null })).category, null)
  t.deepEqual(
    await change({ text: 'Golang' }),
    (await client.get(path)).body.criterion,
    'an unchanged value is allowed',
  )
  for (const body of [{}, { text: ' ' }, { category: '' }, { importance: null }, { id: made.id }])
    t.is((await client.send('PATCH', path, body)).status, 400)
})

test('a deleted criterion can no longer be read', async (t) => {
  const { client, add, list } = await startScene(t)
  const kept = await add('Kafka')
  const path = `${library}/${(await add('Go')).id}`
  const { status, body } = await client.send('DELETE', path)
  t.deepEqual([status, body], [204, ''])
  t.deepEqual(await list(), [kept])
  for (const method of ['GET', 'DELETE'])
    t.is((await client.send(method, path)).body.code, 'LIBRARY_CRITERION_NOT_FOUND')
  t.is((await client.send('PATCH', path, { text: 'Go' })).body.code, 'LIBRARY_CRITERION_NOT_FOUND')
})

test('a repeat with the same idempotency key gets the same response and takes effect only once', async (t) => {
  const { client, list } = await startScene(t)
  const key = { 'Idempotency-Key': 'k' }
  const draft = { text: 'Go', importance: 'PREFERRED' }
  const one = await client.post(library, draft, key)
  const two = await client.post(library, draft, key)
  t.deepEqual([two.status, two.body, two.headers.location], [201, one.body, one.headers.location])
  t.is((await list()).length, 1)
  const path = `${library}/${one.body.criterion.id}`
  for (const replayed of [undefined, 'true']) {
    const { status, headers } = await client.send('DELETE', path, undefined, key)
    t.deepEqual([status, headers['idempotent-replayed']], [204, replayed])
  }
})

test("a tenant does not see another tenant's, environment's or partner's library", async (t) => {
  const { harness, client, add, list } = await startScene(t)
  const made = await add('Go')
  const path = `${library}/${made.id}`
  for (const other of [
    await harness.client({ partnerId: client.partnerId, tenant: 'other' }),
    await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' }),
    await harness.client(),
  ]) {
    t.deepEqual(await list(other), [])
    t.is((await other.get(path)).body.code, 'LIBRARY_CRITERION_NOT_FOUND')
    t.is((await other.send('PATCH', path, { text: 'Mine' })).body.code, 'LIBRARY_CRITERION_NOT_FOUND')
    t.is((await other.send('DELETE', path)).body.code, 'LIBRARY_CRITERION_NOT_FOUND')
    t.is((await other.post(items, { libraryCriterionId: made.id })).body.code, 'LIBRARY_CRITERION_NOT_FOUND')
  }
  t.deepEqual(await list(), [made])
})

test('of many concurrent requests for the last free place in a library, one succeeds', async (t) => {
  const { harness, client, add, list } = await startScene(t)
  const { id } = await add('Skill 0')
  const { database, clock } = harness.server.services
  const [{ tenantId } = { tenantId: '' }] = await database.select<{ tenantId: string }>(
    'SELECT tenantId FROM library_criteria WHERE id = $1',
    [id],
  )
  const createdAt = clock.now()
  const rows = Array.from({ length: 998 }, (_, index) => {
    const text = `Skill ${index + 1}`
    return { id: newId('lc', createdAt), tenantId, text, importance: 'PREFERRED' as const, category: null, createdAt }
  })
  await database.insert(libraryCriteria, rows)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => client.post(library, { text: 'The thousandth', importance: 'PREFERRED' })),
  )
  t.is(answers.filter(({ status }) => status === 201).length, 1)
  const refused = answers.filter(({ status }) => status === 400)
  t.is(refused.length, 9)
  t.like(refused[0]?.body, { code: 'VALIDATION_ERROR', retryable: false })
  t.is(refused[0]?.body.details[0].code, 'limit_reached')
  t.is((await list()).length, 1_000)
  await client.send('DELETE', `${library}/${id}`)
  await add('Room again')
})

test('a criterion copied into a job is independent of its original', async (t) => {
  const { client, add } = await startScene(t)
  const original = await add('Go')
  const criteria = [{ text: 'Patience', importance: 'PREFERRED' }]
  await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria })
  const copied = await client.post(items, { libraryCriterionId: original.id })
  t.is(copied.status, 201)
  t.like(copied.body.criterion, { text: 'Go', importance: 'PREFERRED', order: 1 })
  t.not(copied.body.criterion.id, original.id)
  await client.send('PATCH', `${library}/${original.id}`, { text: 'Golang' })
  const kept = (await client.get(`${items}/${copied.body.criterion.id}`)).body.criterion
  t.is(kept.text, 'Go')
  const second = await client.post(items, { libraryCriterionId: original.id, importance: 'MUST_HAVE' })
  t.like(second.body.criterion, { text: 'Golang', importance: 'MUST_HAVE', order: 2 })
  await client.send('PATCH', `${items}/${kept.id}`, { text: 'Go 1.24' })
  t.is((await client.get(`${library}/${original.id}`)).body.criterion.text, 'Golang')
  t.is(
    (await client.post(items, { libraryCriterionId: original.id })).body.code,
    'CRITERIA_INVALID',
    'the text is a duplicate',
  )
  await client.send('DELETE', `${library}/${original.id}`)
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.criteria.criteria.length, 3)
  for (const libraryCriterionId of [original.id, unknownId, 'x'])
    t.is((await client.post(items, { libraryCriterionId })).body.code, 'LIBRARY_CRITERION_NOT_FOUND')
})

test('copying from the library also needs library.read, and adding by text does not', async (t) => {
  const { harness, client, add } = await startScene(t)
  const { id } = await add('Go')
  await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria: [{ text: 'Patience', importance: 'PREFERRED' }] })
  const editor = await harness.client({ partnerId: client.partnerId, permissions: ['criteria.write'] })
  const { status, body } = await editor.post(items, { libraryCriterionId: id })
  t.deepEqual([status, body.code, body.details[0].code], [403, 'FORBIDDEN', 'missing_permission'])
  t.regex(body.details[0].message, /library\.read/)
  t.is((await editor.post(items, { text: 'Kafka', importance: 'PREFERRED' })).status, 201)
})

test('an added criterion has either its own text or the id of a library criterion, not both', async (t) => {
  const { client, add } = await startScene(t)
  const { id } = await add('Go')
  await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria: [{ text: 'Patience', importance: 'PREFERRED' }] })
  for (const body of [
    {},
    { text: 'Kafka' },
    { importance: 'PREFERRED' },
    { text: 'Kafka', importance: 'PREFERRED', libraryCriterionId: id },
  ])
    t.is((await client.post(items, body)).body.code, 'VALIDATION_ERROR')
})
