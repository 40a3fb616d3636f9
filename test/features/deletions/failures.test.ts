/** Deletions that fail, or whose process dies. */
import test from 'ava'
import { workDeletions } from '../../../src/features/deletions/eraser.ts'
import { DatabaseUnavailable } from '../../../src/platform/database/database.ts'
import { deleteNow, still } from '../../support/deletions.ts'
import { application, resumeUrl, start, scoreOne } from './scene.ts'

test('a deletion that fails five times is FAILED, and the next one erases what is left', async (t) => {
  let isBroken = true
  const { client, services, clock, eventsOf } = await start(t, (point) => {
    if (point === 'erasing' && isBroken) throw new Error('broken')
  })
  await scoreOne(client)
  const { headers } = await client.send('DELETE', application)
  const read = async () => (await client.get(headers.location as string)).body.deletionRequest
  for (let failures = 1; failures <= 4; failures += 1) {
    await workDeletions(services)
    t.is((await read()).status, 'PROCESSING')
    clock.instant += still.retryMsMax
  }
  await workDeletions(services)
  const failedAt = new Date(clock.instant).toISOString()
  t.like(await read(), { status: 'FAILED', failedAt, completedAt: null, errorCode: 'DELETION_REQUEST_FAILED' })
  await client.score('job-1', 'app-1', { resumeUrl })
  isBroken = false
  const { body } = await deleteNow(client, services, application)
  t.is(body.deletionRequest.status, 'COMPLETED')
  t.is((await read()).status, 'FAILED')
  for (const table of ['applications', 'scoring_jobs', 'verdicts'])
    t.deepEqual(await services.database.select(`SELECT * FROM ${table}`), [], table)
  t.deepEqual((await eventsOf()).map(({ type }) => type).sort(), ['deletion.completed', 'deletion.failed'])
})

test('a deletion fails after five failed scrubs of the database file, and the next deletion scrubs the file', async (t) => {
  const { client, services, clock, eventsOf } = await start(t)
  await scoreOne(client)
  const { headers } = await client.send('DELETE', application)
  const nothing = await client.send('DELETE', '/v1/jobs/job-1/applications/nobody')
  const read = async (path = headers.location) => (await client.get(path as string)).body.deletionRequest.status
  const { database } = services
  const scrub = database.scrub.bind(database)
  let scrubs = 0
  database.scrub = async () => {
    scrubs += 1
    throw new DatabaseUnavailable('another process keeps reading the database file')
  }
  for (let failures = 1; failures <= 4; failures += 1) {
    await workDeletions(services)
    t.is(await read(), 'PROCESSING')
    t.is(scrubs, failures, 'one attempt, then the deletion is snoozed')
    clock.instant += still.retryMsMax
  }
  t.is(await read(nothing.headers.location), 'COMPLETED', 'a deletion with nothing to erase needs no scrub')
  await workDeletions(services)
  t.is(await read(), 'FAILED')
  t.deepEqual(await database.select('SELECT * FROM applications'), [])
  database.scrub = () => ((scrubs += 1), scrub())
  t.is((await deleteNow(client, services, application)).body.deletionRequest.status, 'COMPLETED')
  t.is(scrubs, 6)
  const types = (await eventsOf()).map(({ type }) => type)
  t.deepEqual(types.sort(), ['deletion.completed', 'deletion.completed', 'deletion.failed'])
})

test('when a process dies in the middle of a deletion, another process finishes the deletion once', async (t) => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  let chunks = 0
  const { client, services, clock, eventsOf } = await start(t, (point) => {
    if (point !== 'erasing' || ++chunks !== 2) return
    arrive()
    return held
  })
  await scoreOne(client)
  const { headers } = await client.send('DELETE', application)
  const dead = workDeletions(services)
  await arrival
  await workDeletions(services)
  const read = async () => (await client.get(headers.location as string)).body.deletionRequest.status
  t.is(await read(), 'PROCESSING', 'no other process takes over before the lease expires')
  clock.instant += still.leaseMs + 1
  await workDeletions(services)
  t.is(await read(), 'COMPLETED')
  letGo()
  await dead
  t.is((await eventsOf()).length, 1)
})
