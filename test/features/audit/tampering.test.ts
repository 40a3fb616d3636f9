/** Verification detects every change to a ledger: to its records, their order and their owners. */
import test from 'ava'
import { recordCheckpoints, sealAuditRecords } from '../../../src/features/audit/chain.ts'
import { createVerifier, verifyChain } from '../../../src/features/audit/verification.ts'
import type { Bind, Database } from '../../../src/platform/database/database.ts'
import { listSealed, listSubjectNames, type SealedRow } from '../../../src/tables/audit-records.ts'
import { fixture, readLedger, scoreAndSeal, startScene } from './scene.ts'

test('a change to any byte in a ledger is detected', async (t) => {
  const { client, services, owner } = await startScene()
  const { database } = services
  await scoreAndSeal(client, ['a', 'b', 'c'])
  const rows = await listSealed(database, owner, 0, 10)
  const names = new Map(
    (
      await listSubjectNames(
        database,
        rows.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const newest = { sequence: 3, hash: (rows[2] as SealedRow).hash }
  const faultsOf = (ledger: SealedRow[]) => {
    const verifier = createVerifier(1, [])
    for (const row of ledger) verifier.read(row, names.get(row.id))
    return verifier.end(newest).faults
  }
  t.deepEqual(faultsOf(rows), [])
  const unfound: string[] = []
  let changes = 0
  for (const [index, row] of rows.entries()) {
    for (const column of ['id', 'record', 'subject', 'sequence', 'previousHash', 'hash', 'createdAt'] as const) {
      for (const other of changesOf(row[column] as string | number)) {
        changes += 1
        if (faultsOf(rows.with(index, { ...row, [column]: other })).length === 0) unfound.push(`${column}: ${other}`)
      }
    }
  }
  t.deepEqual(unfound, [])
  t.true(changes > 2_500, `${changes}`)
})

test('a record that was moved to another owner, tenant or application is detected', async (t) => {
  const { client, services, owner } = await startScene()
  const { database } = services
  await scoreAndSeal(client, ['a', 'b'])
  const [row] = (await listSealed(database, owner, 0, 1)) as [SealedRow]
  for (const column of ['partnerId', 'environment', 'tenantId', 'applicationId'] as const) {
    const set = (value: Bind) =>
      database.execute(`UPDATE audit_records SET ${column} = $1 WHERE id = $2`, [value, row.id])
    const isOfSubject = column === 'tenantId' || column === 'applicationId'
    for (const other of [(row[column] as string).slice(1), ...(isOfSubject ? [null] : [])]) {
      await set(other)
      t.is((await verifyChain(database, owner)).faults.length, 1, `${column}: ${other}`)
    }
    await set(row[column])
  }
  t.deepEqual((await verifyChain(database, owner)).faults, [])
})

test('records that are removed, reordered or inserted are detected', async (t) => {
  const { client, services, owner } = await startScene()
  const { database } = services
  await scoreAndSeal(client, ['app-1', 'app-2', 'app-3', 'app-4'])
  const faultsAfter = async (...statements: string[]) => {
    const mine = [owner.partnerId]
    const before = await database.select<Record<string, Bind>>('SELECT * FROM audit_records WHERE partnerId = $1', mine)
    for (const sql of statements) await database.execute(`${sql} AND partnerId = $1`, mine)
    const { faults } = await verifyChain(database, owner)
    await database.execute('DELETE FROM audit_records WHERE partnerId = $1', mine)
    for (const row of before) {
      const names = Object.keys(row)
      await database.execute(
        `INSERT INTO audit_records (${names.join()}) VALUES (${names.map((_, n) => `$${n + 1}`).join()})`,
        Object.values(row),
      )
    }
    return faults
  }
  t.deepEqual(await faultsAfter(), [])
  t.deepEqual(await faultsAfter('DELETE FROM audit_records WHERE sequence = 2'), ['records 2 to 2 are missing'])
  t.deepEqual(await faultsAfter('DELETE FROM audit_records WHERE sequence <= 2'), ['records 1 to 2 are missing'])
  t.is((await faultsAfter('DELETE FROM audit_records WHERE sequence = 4'))[0], 'records 4 to 4 are missing')
  const swap = [
    'UPDATE audit_records SET sequence = 9 WHERE sequence = 2',
    'UPDATE audit_records SET sequence = 2 WHERE sequence = 3',
    'UPDATE audit_records SET sequence = 3 WHERE sequence = 9',
  ]
  t.true((await faultsAfter(...swap)).length > 0)
  const columns = 'partnerId, environment, tenantId, applicationId, record, subject'
  const copy = `INSERT INTO audit_records (id, ${columns}, sequence, previousHash, hash, createdAt)
    SELECT 'ar_x', ${columns}, 5, hash, hash, createdAt FROM audit_records WHERE sequence = 4`
  t.deepEqual(await faultsAfter(copy), ['record 5 was changed', 'records after 4 were inserted'])
})

test('a checkpoint detects that a chain was shortened or rewritten', async (t) => {
  const { client, services, owner } = await startScene()
  const { database, timings } = services
  await scoreAndSeal(client, ['app-1', 'app-2', 'app-3'])
  const day = { ...services, clock: { ...services.clock, now: () => Date.now() + timings.auditCheckpointMs + 1_000 } }
  await recordCheckpoints(services)
  t.deepEqual(await checkpointsOf(database, owner.partnerId), [], 'no checkpoint before a day has passed')
  await recordCheckpoints(day)
  await recordCheckpoints(day)
  const [checkpoint, ...more] = await checkpointsOf(database, owner.partnerId)
  t.deepEqual(more, [])
  const [record] = await readLedger(client, '?after=2&limit=1')
  t.deepEqual(checkpoint, { sequence: 3, hash: record?.hash, path: '/v1/audit-records?after=2&limit=1' })

  const mine = [owner.partnerId]
  await database.execute('DELETE FROM audit_records WHERE sequence = 3 AND partnerId = $1', mine)
  await database.execute(`UPDATE audit_chains SET newestSequence = 2, newestHash = $2 WHERE partnerId = $1`, [
    ...mine,
    record?.previousHash as string,
  ])
  t.deepEqual((await verifyChain(database, owner)).faults[0], 'record 3, which has a checkpoint, is missing')
  await database.execute('UPDATE audit_chains SET checkpointSequence = 0 WHERE partnerId = $1', mine)
  await database.execute("DELETE FROM events WHERE type = 'audit.checkpoint' AND partnerId = $1", mine)
  t.deepEqual((await verifyChain(database, owner)).faults, [])
  t.deepEqual((await verifyChain(database, owner, [{ sequence: 3, hash: record?.hash as string }])).faults, [
    'record 3, which has a checkpoint, is missing',
  ])
  t.deepEqual((await verifyChain(database, owner, [{ sequence: 2, hash: '0'.repeat(64) }])).faults, [
    'record 2 differs from its checkpoint: the chain was rewritten',
  ])
})

async function checkpointsOf(database: Database, partnerId: string): Promise<object[]> {
  const rows = await database.select<{ body: string }>(
    "SELECT body FROM events WHERE type = 'audit.checkpoint' AND partnerId = $1",
    [partnerId],
  )
  return rows.map(({ body }) => (JSON.parse(body) as { data: object }).data)
}

test('processes that seal concurrently give each record one sequence number', async (t) => {
  const { harness, client, services, owner } = await startScene()
  for (const name of ['app-1', 'app-2', 'app-3', 'app-4', 'app-5'])
    await client.score('job-1', name, { resumeUrl: fixture('strong') })
  await Promise.all([1, 2, 3].map(() => sealAuditRecords(harness.server.services)))
  const { records, faults, waiting } = await verifyChain(services.database, owner)
  t.deepEqual({ records, faults, waiting }, { records: 5, faults: [], waiting: 0 })
})

/** Returns copies of the value, each with a different byte changed. */
function changesOf(value: string | number): (string | number)[] {
  if (typeof value === 'number') return [value + 1]
  return [...value].map(
    (letter, at) => `${value.slice(0, at)}${String.fromCharCode(letter.charCodeAt(0) ^ 1)}${value.slice(at + 1)}`,
  )
}
