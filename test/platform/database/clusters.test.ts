/** Behaviour that differs if the database is a cluster or is behind a proxy. */
import test from 'ava'
import { DatabaseUnavailable } from '../../../src/platform/database/database.ts'
import { translated } from '../../../src/platform/database/errors.ts'
import { newId } from '../../../src/kit/ids.ts'
import { revokeAnyApiKey, revokeApiKeyOf } from '../../../src/tables/api-keys.ts'
import { claimDeletion, insertDeletionRequest, renewDeletionLease } from '../../../src/tables/deletion-requests.ts'
import { enableEndpoint } from '../../../src/tables/webhook-endpoints.ts'
import { startHarness } from '../../support/harness.ts'
import { still } from '../../support/deletions.ts'

test('an update that finds its row but changes nothing is reported as found, even if the server counts only changed rows', async (t) => {
  const harness = await startHarness(t, { overrides: { timings: still } })
  const { services } = harness.server
  const { database } = services
  const client = await harness.client()
  const owner = { partnerId: client.partnerId, environment: 'SANDBOX' as const }
  const { body } = await client.post('/v1/webhook-endpoints', { url: 'https://hooks.example.com/a' })
  const now = services.clock.now()
  const id = newId('dr', now)
  const never = { completedAt: null, failedAt: null, errorCode: null, tenantId: null, applicationId: null }
  const times = { createdAt: now, updatedAt: now, dueAt: now, failures: 0 }
  const row = {
    ...owner,
    ...never,
    ...times,
    scope: 'TENANT',
    status: 'PENDING',
    target: 't',
    previousId: null,
  } as const
  await database.transaction(() => insertDeletionRequest(database, { id, ...row }))
  t.is((await claimDeletion(database, now, now + 1_000))?.id, id)
  const execute = database.execute.bind(database)
  database.execute = async (sql, bind) => {
    await execute(sql, bind)
    return 0
  }
  t.true(await enableEndpoint(database, body.endpoint.id))
  t.false(await enableEndpoint(database, newId('we', now)))
  t.true(await renewDeletionLease(database, id, now + 1_000))
  t.false(await renewDeletionLease(database, newId('dr', now), now + 1_000))
  for (const revoke of [
    (key: string) => revokeApiKeyOf(database, owner, key, now),
    (key: string) => revokeAnyApiKey(database, key, now),
  ]) {
    t.true(await revoke(client.keyId))
    t.false(await revoke(newId('key', now)))
  }
})

test('an error from a node without a quorum is reported as an outage, not as a fault in the statement', (t) => {
  for (const code of ['ER_UNKNOWN_COM_ERROR', 'ER_ERROR_DURING_COMMIT']) {
    const parent = Object.assign(new Error('WSREP has not yet prepared node for application use'), { code })
    const failure = Object.assign(new Error(parent.message), { name: 'SequelizeDatabaseError', parent })
    t.true(translated(failure) instanceof DatabaseUnavailable, code)
  }
})
