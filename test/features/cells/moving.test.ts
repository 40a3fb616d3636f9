/** Moving a partner to another cell: which data it keeps, and what each cell responds during and after the move. */
import test from 'ava'
import { sealAuditRecords } from '../../../src/features/audit/chain.ts'
import { verifyChain } from '../../../src/features/audit/verification.ts'
import { recount } from '../../../src/features/access/quotas.ts'
import { permissions } from '../../../src/features/access/api-keys.ts'
import { partnerRows, stayingTables } from '../../../src/tables/moving/partner-rows.ts'
import { listTables, nameOf, startCells } from './scene.ts'
import { operations, type TestedOperation } from '../../support/contract/operations.ts'
import { canary, makeWorld, targetOf, type World } from '../../support/contract/world.ts'
import { startHarness, type Client } from '../../support/harness.ts'
import { uploadOne } from '../../support/whole-service-uploads.ts'
import { until } from '../../tools/until.ts'
import { startResumeHost, status } from '../../tools/fakes/resume-host.ts'

test('every table is either copied or listed as a table that stays', async (t) => {
  const { server } = await startHarness(t)
  const tables = (await listTables(server.services.database)).filter((name) => !/^(schema_|sqlite_)/.test(name))
  t.deepEqual(tables.sort(), [...partnerRows.map(({ table }) => table.name), ...stayingTables].sort())
})

/**
 * Calls every operation that reads the owner's data. Returns the responses by operation id, without the members that
 * differ from call to call.
 */
async function readAll(client: Client, world: World): Promise<Map<string, string>> {
  const isRead = ({ method, scope, id }: TestedOperation) =>
    method === 'get' && scope !== 'public' && id !== 'getRateLimitStatus'
  const read = new Map<string, string>()
  for (const operation of operations.filter(isRead)) {
    const answer = await client.get(targetOf(operation, world.ids))
    const text = `${answer.status} ${JSON.stringify(answer.body)}`
    read.set(operation.id, text.replaceAll(/"(lastUsedAt|period|traceId)":(\{[^}]*\}|[^,}]*)/g, ''))
  }
  return read
}

test('a partner gets the same responses from its new cell, and its old cell refuses it', async (t) => {
  const host = await startResumeHost({ [`/${canary}`]: status(204) })
  t.teardown(() => host.stop())
  const { a, b, move } = await startCells(t, { OUTBOUND_ALLOW: host.pair })
  const client = await a.client({ permissions: [...permissions], plan: 'trial' })
  const there = client.at(b.server.url as string)
  const world = await makeWorld(client, host.origin)
  const uploaded = await uploadOne(client)
  await client.ended(`/v1/jobs/job-1/applications/app-uploaded/scoring-jobs/${uploaded}`)
  const keyed = { 'Idempotency-Key': 'once' }
  const generation = { jobContext: { jobDescription: 'Requirements: 3 years of welding' } }
  const first = await client.post('/v1/jobs/job-1/criteria-generations', generation, keyed)
  await sealAuditRecords(a.server.services)
  const { body: link } = await client.post('/v1/jobs/job-1/applications/app-1/score/report-links', {})
  const before = await readAll(client, world)
  const { body: feed } = await client.get('/v1/events')

  const moved = await move(await nameOf(a, client))
  t.true(moved !== null && moved.rows > 60, 'all rows of the world')

  const after = await readAll(there, world)
  for (const [id, text] of before) t.true(after.get(id) === text, id)
  const again = await there.post('/v1/jobs/job-1/criteria-generations', generation, keyed)
  t.deepEqual([again.status, again.body, again.headers['idempotent-replayed']], [201, first.body, 'true'])
  t.is((await there.get(new URL(link.url).pathname)).status, 200)
  await there.score('job-1', 'app-new', { resumeUrl: 'https://fixtures.sandbox.invalid/strong' })
  const next = await there.get(`/v1/events?cursor=${feed.nextCursor}`)
  const kinds = next.body.data.map(({ type }: { type: string }) => type)
  t.deepEqual(kinds, ['score.completed'])
  await sealAuditRecords(b.server.services)
  const { partnerId } = client
  t.like(await verifyChain(b.server.services.database, { partnerId, environment: 'SANDBOX' }), {
    records: 4,
    faults: [],
  })
  const none = { openScoringJobs: 0, keptBytes: 0 }
  t.deepEqual(await recount(b.server.services, await nameOf(b, client)), { SANDBOX: none, PRODUCTION: none })

  await until('the old cell refuses', async () => (await client.get('/v1/usage')).body.code === 'SERVICE_UNAVAILABLE')
  const refused = await client.post('/v1/criteria-library', { text: 'x', importance: 'PREFERRED' })
  t.deepEqual([refused.status, refused.body.code], [503, 'SERVICE_UNAVAILABLE'])
  t.truthy(refused.headers['retry-after'])
})
