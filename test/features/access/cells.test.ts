/** Each key contains the name of its cell, so that a proxy can tell to which cell a request belongs. */
import test from 'ava'
import { issueKey, permissions } from '../../../src/features/access/api-keys.ts'
import { ConfigError, readConfig } from '../../../src/kit/config.ts'
import { Client, startHarness } from '../../support/harness.ts'

test("new keys in a named cell contain the cell's name, and keys without the name still work there", async (t) => {
  const harness = await startHarness(t, { settings: { CELL: 'eu1' } })
  const client = await harness.client({ permissions: [...permissions] })
  const { partnerId } = client
  const under = (key: string) => new Client(t, client.url, key, client.tenant, partnerId, '')
  t.regex(client.key, /^sk_test_eu1_[0-9A-Za-z]{38}$/)
  const { body } = await client.post('/v1/api-keys', {})
  t.regex(body.key, /^sk_test_eu1_[0-9A-Za-z]{38}$/)
  t.is((await under(body.key).get('/v1/usage')).status, 200)
  const { key } = await issueKey({ ...harness.server.services, cell: null }, { partnerId, environment: 'SANDBOX' })
  t.regex(key, /^sk_test_[0-9A-Za-z]{38}$/)
  t.is((await under(key).get('/v1/usage')).status, 200)
  const { details } = (await under(body.key.replace('eu1', 'eu2')).get('/v1/usage')).body
  t.is(details[0].code, 'malformed_key', 'the checksum covers the name')
})

test("a cell's name must be safe in a key, an address and a proxy's configuration", (t) => {
  for (const CELL of ['a', 'eu1', 'a23456789012345b']) t.is(readConfig({ CELL }, []).cell, CELL)
  t.is(readConfig({}, []).cell, null)
  for (const CELL of ['1a', 'EU', 'eu-1', 'eu_1', 'a2345678901234567'])
    t.throws(() => readConfig({ CELL }, []), {
      instanceOf: ConfigError,
      message: `CELL is "${CELL}": give a lower-case letter, then up to 15 lower-case letters or digits.`,
    })
})
