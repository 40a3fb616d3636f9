/** The headers that tell proxies and browsers what they may cache. */
import test from 'ava'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import { startHarness } from '../../support/harness.ts'

test("responses to requests with a key are not cacheable, except those that have an ETag and no applicants' data", (t) => {
  for (const { id, scope, definition } of loadContract().operations) {
    if (scope === 'public') continue
    const { responses } = definition
    const isConditional = responses[304] !== undefined
    for (const [status, { headers = {} }] of Object.entries(responses)) {
      if (!status.startsWith('2')) continue
      const isSaid = 'Cache-Control' in headers
      t.is(isSaid, !isConditional, `${id} ${status}`)
    }
    if (isConditional) t.regex(id, /criteri/i)
  }
})

test('a replayed response has the same caching headers as the first', async (t) => {
  const { client } = await startHarness(t)
  const partner = await client()
  await partner.generate('job-1')
  const resumeUrl = 'https://fixtures.sandbox.invalid/strong'
  const path = '/v1/jobs/job-1/applications/a/scoring-jobs'
  for (let count = 0; count < 2; count += 1) {
    const { status, headers } = await partner.post(path, { resumeUrl }, { 'Idempotency-Key': 'once' })
    t.is(status, 202)
    t.is(headers['cache-control'], 'no-store')
  }
  t.is((await partner.get('/v1/jobs/job-1/applications/a/score')).headers['cache-control'], 'no-store')
  t.is((await partner.get('/v1/jobs/job-1/criteria')).headers['cache-control'], undefined)
  t.regex(
    (await partner.get('/v1/analytics/errors?timeRange=7d')).headers['cache-control'] as string,
    /^private, max-age=/,
  )
})
