import test, { type ExecutionContext } from 'ava'
import type { Criterion } from '../../../generated/types.gen.ts'
import { startHarness, type Answer, type Client } from '../../support/harness.ts'

const items = '/v1/jobs/job-1/criteria/items'
const unknownId = 'cr_0198a3c2-7b1e-7c3a-9d52-3f6a1b2c4d60'
const texts = (criteria: Criterion[]) => criteria.map(({ text }) => text)
const draft = (text: string, importance = 'PREFERRED') => ({ text, importance })

function put(client: Client, criteria: object[], headers: Record<string, string> = {}): Promise<Answer> {
  return client.send('PUT', '/v1/jobs/job-1/criteria', { criteria }, headers)
}

/** Returns a client, and its job's current criteria: Go, Kafka, Patience. */
async function startScene(t: ExecutionContext) {
  const harness = await startHarness(t)
  const client = await harness.client()
  const { status, body, headers } = await put(client, [draft('Go', 'MUST_HAVE'), draft('Kafka'), draft('Patience')])
  t.is(status, 200)
  const current = async () => (await client.get('/v1/jobs/job-1/criteria')).body.criteria
  return { harness, client, current, first: body.criteria, etag: headers.etag as string }
}

test('a set written by hand creates the tenant, the job and version 1, and calls no engine', async (t) => {
  const { first, etag, current } = await startScene(t)
  t.is(first.version, 1)
  t.is(first.status, 'ACTIVE')
  t.is(etag, `"${first.id}"`)
  t.false('audit' in first)
  t.deepEqual(
    first.criteria.map(({ text, importance, order }: Criterion) => [text, importance, order]),
    [
      ['Go', 'MUST_HAVE', 0],
      ['Kafka', 'PREFERRED', 1],
      ['Patience', 'PREFERRED', 2],
    ],
  )
  t.deepEqual(await current(), first)
})

test('a replacement keeps the ids of unchanged criteria, and an unchanged set creates no version', async (t) => {
  const { client, first, etag } = await startScene(t)
  const same = await put(client, [draft('Go', 'MUST_HAVE'), draft('Kafka'), draft('Patience')])
  t.deepEqual(same.body.criteria, first)
  t.is(same.headers.etag, etag)
  const { body } = await put(client, [draft(' KAFKA', 'MUST_HAVE'), draft('Rust'), draft('Go', 'MUST_HAVE')])
  t.is(body.criteria.version, 2)
  const [kafka, rust, go] = body.criteria.criteria
  t.deepEqual(kafka, { id: first.criteria[1].id, text: ' KAFKA', importance: 'MUST_HAVE', order: 0 })
  t.deepEqual(go, { ...first.criteria[0], order: 2 })
  t.false(first.criteria.some(({ id }: Criterion) => id === rust.id))
})

test('an added criterion comes last in the next version, and Location is its path', async (t) => {
  const { client, first, current } = await startScene(t)
  const { status, body, headers } = await client.post(items, draft('Rust', 'NICE_TO_HAVE'))
  t.is(status, 201)
  t.deepEqual(body.criteria, [...first.criteria, body.criterion])
  t.deepEqual(body.criterion, { id: body.criterion.id, text: 'Rust', importance: 'NICE_TO_HAVE', order: 3 })
  t.is(headers.location, `${items}/${body.criterion.id}`)
  const now = await current()
  t.is(headers.etag, `"${now.id}"`)
  t.is(now.version, 2)
  t.deepEqual(now.criteria, body.criteria)
  const found = await client.get(headers.location as string)
  t.deepEqual(found.body, { criterion: body.criterion })
  t.is(found.headers.etag, headers.etag)
  t.is((await client.get(headers.location as string, { 'If-None-Match': headers.etag as string })).status, 304)
})

test("a change keeps its criterion's id and position, and a change without effect creates no version", async (t) => {
  const { client, first, etag } = await startScene(t)
  const [go, kafka, patience] = first.criteria
  const text = await client.send('PATCH', `${items}/${kafka.id}`, { text: 'Apache Kafka' })
  t.is(text.status, 200)
  t.deepEqual(text.body.criterion, { ...kafka, text: 'Apache Kafka' })
  t.deepEqual(text.body.criteria, [go, text.body.criterion, patience])
  const importance = await client.send('PATCH', `${items}/${kafka.id}`, { importance: 'MUST_HAVE' })
  t.deepEqual(importance.body.criterion, { ...kafka, text: 'Apache Kafka', importance: 'MUST_HAVE' })
  t.not(importance.headers.etag, text.headers.etag)
  const nothing = await client.send('PATCH', `${items}/${kafka.id}`, { importance: 'MUST_HAVE' })
  t.deepEqual(nothing.body, importance.body)
  t.is(nothing.headers.etag, importance.headers.etag)
  t.is((await client.send('PATCH', `${items}/${kafka.id}`, {})).status, 400)
  const before = await client.get(`/v1/jobs/job-1/criteria-generations/${first.id}`)
  t.deepEqual(before.body.criteria, first, 'the previous version is unchanged')
  t.is(before.headers.etag, etag)
})

test('changing only the case of a criterion is a change, not a duplicate', async (t) => {
  const { client, first } = await startScene(t)
  const { status, body } = await client.send('PATCH', `${items}/${first.criteria[1].id}`, { text: 'KAFKA' })
  t.is(status, 200)
  t.is(body.criterion.text, 'KAFKA')
})

test('after a deletion the following criteria move up, and the last criterion cannot be deleted', async (t) => {
  const { client, first, current } = await startScene(t)
  const [go, kafka, patience] = first.criteria
  const { status, body } = await client.send('DELETE', `${items}/${go.id}`)
  t.is(status, 200)
  t.deepEqual(body.criteria, [
    { ...kafka, order: 0 },
    { ...patience, order: 1 },
  ])
  t.is((await client.send('DELETE', `${items}/${go.id}`)).body.code, 'CRITERION_NOT_FOUND')
  t.is((await client.get(`${items}/${go.id}`)).body.code, 'CRITERION_NOT_FOUND')
  t.is((await client.send('DELETE', `${items}/${kafka.id}`)).status, 200)
  const last = await client.send('DELETE', `${items}/${patience.id}`)
  t.deepEqual([last.status, last.body.code], [422, 'CRITERIA_INVALID'])
  t.is((await current()).version, 3)
})

test('a new order must list all criteria, and the same order creates no version', async (t) => {
  const { client, first, current } = await startScene(t)
  const [go, kafka, patience] = first.criteria
  const order = (...criterionIds: string[]) => client.send('PUT', `${items}/order`, { criterionIds })
  const { status, body, headers } = await order(patience.id, go.id, kafka.id)
  t.is(status, 200)
  t.deepEqual(body.criteria, [
    { ...patience, order: 0 },
    { ...go, order: 1 },
    { ...kafka, order: 2 },
  ])
  t.is((await order(patience.id, go.id, kafka.id)).headers.etag, headers.etag)
  t.is((await order(patience.id, go.id)).body.code, 'CRITERIA_INVALID')
  t.is((await order(patience.id, go.id, kafka.id, go.id)).body.code, 'CRITERIA_INVALID')
  t.is((await order(patience.id, go.id, unknownId)).body.code, 'CRITERION_NOT_FOUND')
  t.is((await current()).version, 2)
})

test('a set that breaks the rules is refused, every error states its field, and no version is created', async (t) => {
  const { client, first, current } = await startScene(t)
  const repeated = await put(client, [draft('Rust'), draft('C'), draft(' rust '), draft('c')])
  t.deepEqual([repeated.status, repeated.body.code], [422, 'CRITERIA_INVALID'])
  t.deepEqual(
    repeated.body.details.map(({ field, code }: { field: string; code: string }) => [field, code]),
    [
      ['criteria[2].text', 'repeated'],
      ['criteria[3].text', 'repeated'],
    ],
  )
  t.is((await client.post(items, draft('KAFKA '))).body.details[0].field, 'criteria[3].text')
  const collision = await client.send('PATCH', `${items}/${first.criteria[0].id}`, { text: 'Patience' })
  t.is(collision.body.code, 'CRITERIA_INVALID')
  t.deepEqual(await current(), first)
  const full = await put(
    client,
    Array.from({ length: 30 }, (_, index) => draft(`Skill ${index}`)),
  )
  t.is(full.status, 200)
  const more = await client.post(items, draft('One more'))
  t.deepEqual([more.status, more.body.details[0].code], [422, 'too_many'])
})

test('only a job with criteria can be edited', async (t) => {
  const { client } = await startScene(t)
  const edits = (job: string) => [
    client.post(`/v1/jobs/${job}/criteria/items`, draft('Rust')),
    client.send('PATCH', `/v1/jobs/${job}/criteria/items/${unknownId}`, { text: 'Rust' }),
    client.send('DELETE', `/v1/jobs/${job}/criteria/items/${unknownId}`),
    client.send('PUT', `/v1/jobs/${job}/criteria/items/order`, { criterionIds: [unknownId] }),
  ]
  for (const edit of edits('none')) t.is((await edit).body.code, 'JOB_NOT_FOUND')
  t.is((await client.send('DELETE', '/v1/jobs/none/criteria')).body.code, 'JOB_NOT_FOUND')
  await client.send('DELETE', '/v1/jobs/job-1/criteria')
  for (const edit of edits('job-1')) t.is((await edit).body.code, 'CRITERIA_NOT_FOUND')
  for (const id of [unknownId, 'x', '%F0%9F%98%80'])
    for (const job of ['none', 'job-1'])
      t.is((await client.get(`/v1/jobs/${job}/criteria/items/${id}`)).body.code, 'CRITERION_NOT_FOUND')
})

test("another tenant's criteria cannot be edited", async (t) => {
  const { harness, client, first, current } = await startScene(t)
  const other = await harness.client({ partnerId: client.partnerId, tenant: 'other' })
  t.is((await other.post(items, draft('Rust'))).body.code, 'JOB_NOT_FOUND')
  t.is((await put(other, [draft('Rust')])).body.criteria.version, 1, 'the other tenant gets its own job')
  const foreign = `${items}/${first.criteria[0].id}`
  t.is((await other.send('PATCH', foreign, { text: 'Mine' })).body.code, 'CRITERION_NOT_FOUND')
  t.is((await other.get(foreign)).body.code, 'CRITERION_NOT_FOUND')
  t.deepEqual(await current(), first)
})

test('a repeat with the same idempotency key gets the same response and edits only once', async (t) => {
  const { client, current } = await startScene(t)
  const key = { 'Idempotency-Key': 'add-1' }
  const one = await client.post(items, draft('Rust'), key)
  const two = await client.post(items, draft('Rust'), key)
  t.is(two.headers['idempotent-replayed'], 'true')
  t.deepEqual([two.status, two.body, two.headers.etag], [201, one.body, one.headers.etag])
  t.is(two.headers.location, one.headers.location)
  t.deepEqual(texts((await current()).criteria), ['Go', 'Kafka', 'Patience', 'Rust'])
})

test('an edit with If-Match applies only to that version', async (t) => {
  const { client, first, etag, current } = await startScene(t)
  const path = `${items}/${first.criteria[0].id}`
  const stale = { 'If-Match': '"cv_0198a3c2-7b1e-7c3a-9d52-3f6a1b2c4d5e"' }
  const ids = first.criteria.map(({ id }: Criterion) => id).reverse()
  const edits = (headers: Record<string, string>) => [
    () => client.post(items, draft('Rust'), headers),
    () => client.send('PATCH', path, { text: 'Golang' }, headers),
    () => client.send('DELETE', path, undefined, headers),
    () => client.send('PUT', `${items}/order`, { criterionIds: ids }, headers),
    () => put(client, [draft('Rust')], headers),
    () => client.send('DELETE', '/v1/jobs/job-1/criteria', undefined, headers),
  ]
  for (const edit of [...edits(stale), ...edits({ 'If-Match': `W/${etag}` })]) {
    const { status, body } = await edit()
    t.deepEqual([status, body.code, body.retryable], [409, 'CRITERIA_REVISION_CONFLICT', true])
  }
  const nowhere = await client.send('DELETE', `${items}/${unknownId}`, undefined, stale)
  t.is(nowhere.body.code, 'CRITERION_NOT_FOUND', 'an unknown criterion takes precedence over If-Match')
  for (const edit of [...edits({ 'If-Match': first.id }), ...edits({ 'If-Match': 'x'.repeat(1025) })])
    t.is((await edit()).body.code, 'VALIDATION_ERROR')
  t.deepEqual(await current(), first)
  const made = await client.post(items, draft('Rust'), { 'If-Match': `"other", ${etag}` })
  t.is(made.status, 201)
  t.is((await client.post(items, draft('C'), { 'If-Match': etag })).status, 409)
  t.is((await client.post(items, draft('C'), { 'If-Match': '*' })).status, 201)
})

test('If-Match, even with *, never matches if no version is current', async (t) => {
  const client = await (await startHarness(t)).client()
  t.is((await put(client, [draft('Go')], { 'If-Match': '*' })).body.code, 'CRITERIA_REVISION_CONFLICT')
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.code, 'JOB_NOT_FOUND', 'the refused request created nothing')
})

test('a write ignores If-None-Match', async (t) => {
  const client = await (await startHarness(t)).client()
  const { etag } = (await client.generate('job-1')).headers
  for (const held of ['*', etag as string]) {
    const answer = await client.post(
      '/v1/jobs/job-1/criteria/items',
      { text: `held ${held.length}`, importance: 'PREFERRED' },
      { 'If-None-Match': held },
    )
    t.is(answer.status, 201)
    t.is(answer.body.criterion.text, `held ${held.length}`)
  }
})
