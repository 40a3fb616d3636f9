/** The event feed: its order and pages, and which events it omits. */
import test from 'ava'
import { sweepOldEvents } from '../../../src/features/events/feed.ts'
import { type Kind, makeScene, typesIn } from './scene.ts'

test('events younger than ten seconds are not in the feed yet', async (t) => {
  const { clock, client, record } = await makeScene(t)
  await record('score.completed')
  clock.instant -= 1
  t.deepEqual((await client.get('/v1/events')).body, { data: [], nextCursor: null, hasMore: false })
  clock.instant += 1
  t.deepEqual(typesIn(await client.get('/v1/events')), ['score.completed'])
})

test('the feed is oldest first, and its cursor continues where the last page ended, even after an empty page', async (t) => {
  const { client, record } = await makeScene(t)
  const kinds: Kind[] = ['score.completed', 'score.failed', 'batch.completed', 'deletion.failed', 'deletion.completed']
  await record(...kinds)
  const pages: string[][] = []
  const more: boolean[] = []
  let cursor = ''
  for (;;) {
    const page = await client.get(`/v1/events?limit=2${cursor && `&cursor=${cursor}`}`)
    if (page.body.data.length === 0) {
      t.is(page.body.nextCursor, cursor)
      break
    }
    pages.push(typesIn(page))
    more.push(page.body.hasMore)
    cursor = page.body.nextCursor
  }
  t.deepEqual(pages, [kinds.slice(0, 2), kinds.slice(2, 4), kinds.slice(4)])
  t.deepEqual(more, [true, true, false])
  await record('score.failed')
  t.deepEqual(typesIn(await client.get(`/v1/events?cursor=${cursor}`)), ['score.failed'])
})

test('the feed can be filtered by kinds of events, which does not change the order', async (t) => {
  const { client, record } = await makeScene(t)
  await record('score.failed', 'score.completed', 'batch.completed', 'score.failed', 'batch.completed')
  const wanted = '/v1/events?types=batch.completed,score.failed,batch.completed'
  t.deepEqual(typesIn(await client.get(wanted)), ['score.failed', 'batch.completed', 'score.failed', 'batch.completed'])
  const first = await client.get(`${wanted}&limit=3`)
  t.deepEqual(typesIn(first), ['score.failed', 'batch.completed', 'score.failed'])
  t.deepEqual(typesIn(await client.get(`${wanted}&limit=3&cursor=${first.body.nextCursor}`)), ['batch.completed'])
  t.is((await client.get('/v1/events?types=score.lost')).status, 400)
  t.is((await client.get('/v1/events?types=webhook.test')).status, 400)
})

test('the cursor of another list is refused', async (t) => {
  const { client } = await makeScene(t)
  for (const cursor of ['x', 'we_0198a3c2-7b1e-7c3a-9d52-3f6a1b2c4d5e', 'evt_0198a3c2']) {
    const { status, body } = await client.get(`/v1/events?cursor=${cursor}`)
    t.is(status, 400)
    t.is(body.details[0].field, 'cursor')
  }
})

test('the feed shows an event with exactly the bytes that are delivered to webhooks', async (t) => {
  const { harness, client, record } = await makeScene(t)
  await client.generate('job-1')
  await record('score.completed')
  const stored = await harness.server.services.database.select<{ body: string }>('SELECT body FROM events ORDER BY id')
  const { data } = (await client.get('/v1/events')).body
  t.deepEqual(
    data.map((event: object) => JSON.stringify(event)),
    stored.map(({ body }) => body),
  )
})

test('events are kept for 30 days, and a cursor to a deleted event still works', async (t) => {
  const { clock, harness, client, record } = await makeScene(t)
  const { services } = harness.server
  const { eventsKeptMs, eventFeedDelayMs } = services.timings
  await record('score.failed')
  const { nextCursor } = (await client.get('/v1/events')).body
  clock.instant += eventsKeptMs - 2 * eventFeedDelayMs - 1
  await record('score.completed')
  await sweepOldEvents(services)
  t.deepEqual(typesIn(await client.get('/v1/events')), ['score.failed', 'score.completed'])
  clock.instant += 1
  await sweepOldEvents(services)
  t.deepEqual(typesIn(await client.get('/v1/events')), ['score.completed'])
  t.deepEqual(typesIn(await client.get(`/v1/events?cursor=${nextCursor}`)), ['score.completed'])
})
