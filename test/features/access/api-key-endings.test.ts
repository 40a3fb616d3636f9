/** Expired keys, and keys of suspended partners. */
import test, { type ExecutionContext } from 'ava'
import { partnerCommands } from '../../../src/cli/partners.ts'
import { permissions } from '../../../src/features/access/api-keys.ts'
import { MINUTE, toIso } from '../../../src/kit/time.ts'
import { deleteEndedKeys } from '../../../src/tables/api-keys.ts'
import { partners, type PartnerRow } from '../../../src/tables/partners.ts'
import { operate } from '../../cli/operate.ts'
import { Client, startHarness } from '../../support/harness.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { until } from '../../tools/until.ts'

const path = '/v1/api-keys'

async function start(t: ExecutionContext) {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  return { harness, clock, client: await harness.client({ permissions: [...permissions] }) }
}

test('an expired key is refused, and no longer counts towards the maximum number of keys', async (t) => {
  const { harness, client, clock } = await start(t)
  const expiresAt = toIso(clock.instant + MINUTE)
  const { body } = await client.post(path, { expiresAt })
  t.is(body.apiKey.expiresAt, expiresAt)
  const ending = new Client(t, client.url, body.key, client.tenant, client.partnerId, body.apiKey.id)
  clock.instant += MINUTE - 1
  t.is((await ending.get('/v1/jobs/a/criteria')).status, 404)
  const { services } = harness.server
  t.is((await client.get('/v1/usage')).body.quotas.apiKeys.used, 2)
  clock.instant += 1
  const refused = await ending.get('/v1/jobs/a/criteria')
  t.deepEqual([refused.status, refused.body.details[0].code], [401, 'expired_key'])
  t.is((await client.get('/v1/usage')).body.quotas.apiKeys.used, 1)
  await deleteEndedKeys(services.database, { partnerId: client.partnerId, environment: 'SANDBOX' }, 0, clock.instant)
  t.is((await client.get(`${path}/${body.apiKey.id}`)).status, 404)
  const past = await client.post(path, { expiresAt: toIso(clock.instant) })
  t.deepEqual([past.status, past.body.details[0].code], [400, 'minimum'])
})

test('a suspended partner is refused in both environments within 5 seconds, and jobs that were accepted earlier still finish', async (t) => {
  const { harness, client, clock } = await start(t)
  const { services } = harness.server
  const { name } = (await services.database.model(partners).findOne({ where: { id: client.partnerId } })) as PartnerRow
  await client.send('PUT', '/v1/jobs/a/criteria', { criteria: [{ text: 'Go', importance: 'MUST_HAVE' }] })
  const { headers } = await client.post('/v1/jobs/a/applications/b/scoring-jobs', {
    resumeUrl: 'https://fixtures.sandbox.invalid/strong',
  })
  const since = await operate(services, partnerCommands['partners suspend'], name)
  t.deepEqual(
    await operate(services, partnerCommands['partners suspend'], name),
    since,
    'a second call does not change the time',
  )
  clock.instant += services.timings.keyCacheMs
  const refused = await client.get(headers.location as string)
  t.deepEqual([refused.status, refused.body.details[0].code], [401, 'partner_suspended'])
  await operate(services, partnerCommands['partners resume'], name)
  const ended = async () => (await client.get(headers.location as string)).body.scoringJob?.status === 'COMPLETED'
  await until('the job is completed', ended)
})
