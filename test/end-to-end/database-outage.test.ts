/** The database becomes unavailable while a server runs: responses are 503, and no restart is needed. */
import test, { type ExecutionContext } from 'ava'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { backend, startHarness, type Answer, type Client } from '../support/harness.ts'
import { startTcpProxy } from '../tools/fakes/tcp-proxy.ts'

const criteriaOf = (client: Client) => client.get('/v1/jobs/job-1/criteria')
const submitTo = (client: Client) =>
  client.post('/v1/jobs/job-1/applications/app-1/scoring-jobs', {
    resumeUrl: 'https://fixtures.sandbox.invalid/strong',
  })

function isAway(t: ExecutionContext, { status, headers, body }: Answer): void {
  t.is(status, 503)
  t.is(body.code, 'SERVICE_UNAVAILABLE')
  t.true(body.retryable)
  t.regex(headers['retry-after'] as string, /^[1-9]\d*$/)
}

if (backend === 'services') {
  test('while the database is unavailable, responses are 503 with Retry-After, and requests succeed when it is back', async (t) => {
    const harness = await startHarness(t, { role: 'api' })
    const url = new URL(harness.settings.DATABASE_URL as string)
    const proxy = await startTcpProxy(Number(url.port))
    t.teardown(() => proxy.stop())
    url.port = `${proxy.port}`
    const { url: address } = await harness.startAnother({ settings: { DATABASE_URL: url.href } })
    const direct = await harness.client()
    await direct.generate('job-1')
    const client = direct.at(address as string)
    t.is((await criteriaOf(client)).status, 200)

    await proxy.cut()
    isAway(t, await criteriaOf(client))
    isAway(t, await submitTo(client))
    t.is((await client.get('/livez')).status, 200)
    t.is((await client.get('/readyz')).status, 503)

    await proxy.restore()
    // The pool may still report the failure of an earlier connection attempt.
    const back = async (ask: (client: Client) => Promise<Answer>): Promise<Answer> => {
      const answer = await ask(client)
      return answer.status === 503 ? back(ask) : answer
    }
    t.is((await back(criteriaOf)).status, 200)
    const { status, headers } = await back(submitTo)
    t.is(status, 202)
    t.is((await client.ended(headers.location as string)).body.status, 'completed')
    t.is((await client.get('/readyz')).status, 200)
  })
} else {
  test('while another process locks the database file, only writes get 503, and they succeed afterwards', async (t) => {
    const harness = await startHarness(t)
    const client = await harness.client()
    await client.generate('job-1')
    const other = new DatabaseSync(join(harness.settings.DATA_DIR as string, 'screening.sqlite'), { timeout: 10_000 })
    t.teardown(() => other.close())
    other.exec('BEGIN IMMEDIATE')
    t.is((await criteriaOf(client)).status, 200)
    isAway(t, await submitTo(client))
    other.exec('COMMIT')
    const { status, headers } = await submitTo(client)
    t.is(status, 202)
    t.is((await client.ended(headers.location as string)).body.status, 'completed')
  })
}
