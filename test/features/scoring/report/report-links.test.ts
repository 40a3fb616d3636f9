/** Report links: they open without a key, and stop working after every event that should end them. */
import test from 'ava'
import { setSuspended } from '../../../../src/features/access/partners.ts'
import { HandClock } from '../../../tools/fakes/hand-clock.ts'
import { startHarness, type Client } from '../../../support/harness.ts'

const resumeUrl = 'https://fixtures.sandbox.invalid/strong'
const application = '/v1/jobs/job-1/applications/app-1'
const links = `${application}/score/report-links`
const day = 86_400

const scored = async (client: Client) => {
  await client.generate('job-1')
  return (await client.score('job-1', 'app-1', { resumeUrl, candidateData: { label: 'Sam Lee' } })).body
}

/** Opens the link with a browser's headers. */
const open = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { Accept: 'text/html,*/*;q=0.8', ...headers } })

test('a link opens the report without a key and logs each view, and caches, search engines and other sites do not see it', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const { scoringJobId } = await scored(client)
  const { status, body } = await client.post(links, { expiresInSeconds: day })
  t.is(status, 201)
  t.regex(body.url, /^http:\/\/127\.0\.0\.1:\d+\/score-reports\/[0-9a-f]{16}\.[\w-]+$/)
  const wait = Date.parse(body.expiresAt) - Date.now()
  t.true(wait > (day - 60) * 1000 && wait <= day * 1000)
  const answer = await open(body.url)
  t.is(answer.status, 200)
  const page = await answer.text()
  t.is(page, (await client.get(`${application}/score/report`)).body)
  t.true(page.includes('Sam Lee'))
  t.regex(page, /name="robots" content="noindex"/)
  const headers = ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => answer.headers.get(name))
  t.deepEqual(headers, ['no-store', 'no-referrer', 'noindex'])
  const views = harness.log.filter((line) => line.includes('a score report was opened by its link'))
  t.is(views.length, 1)
  t.true(views[0]?.includes(scoringJobId) && views[0].includes(client.partnerId))
  const token = body.url.split('/').at(-1)
  t.false(harness.log.join().includes(token), 'a link is a credential, so it is not logged')
  t.false(harness.log.join().includes('Sam Lee'))
})

test('a link ends when it expires, is revoked or its application is deleted, and a changed link does not open', async (t) => {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  const client = await harness.client()
  await scored(client)
  const make = async (body?: object) => (await client.post(links, body ?? {})).body.url as string
  const statusOf = async (url: string) => (await open(url)).status
  const [short, week, other] = [await make({ expiresInSeconds: 60 }), await make(), await make()]
  t.deepEqual(await Promise.all([short, week, other].map(statusOf)), [200, 200, 200])
  clock.instant += 60_000
  t.deepEqual(await Promise.all([short, week].map(statusOf)), [404, 200])
  const middle = week.length - 30
  const forged = week.slice(0, middle) + (week[middle] === 'A' ? 'B' : 'A') + week.slice(middle + 1)
  const wrong = ['x', forged, week.slice(0, -8), `${week}AAAA`].map((text) => new URL(text, week).href)
  t.deepEqual(await Promise.all(wrong.map(statusOf)), [404, 404, 404, 404])
  t.is((await client.send('DELETE', links)).status, 204)
  t.deepEqual(await Promise.all([week, other].map(statusOf)), [404, 404])
  const fresh = await make()
  t.is(await statusOf(fresh), 200)
  t.is((await client.send('DELETE', application)).status, 202)
  t.is(await statusOf(fresh), 404)
  // An application that is created later with the same id is a different application.
  await scored(client)
  t.is(await statusOf(fresh), 404)
})

test("a link in a named cell contains the cell's name and a partner tag, and also opens without them", async (t) => {
  const harness = await startHarness(t, { settings: { CELL: 'eu1' } })
  const client = await harness.client()
  await scored(client)
  const urlOf = async () => new URL((await client.post(links, {})).body.url)
  const [{ pathname }, url] = [await urlOf(), await urlOf()]
  const [tag, cell, sealed] = (pathname.split('/').at(-1) as string).split('.') as [string, string, string]
  t.is(cell, 'eu1')
  t.true(url.pathname.includes(`/${tag}.eu1.`), 'the same for each link of the partner')
  t.deepEqual(
    await Promise.all([url, new URL(sealed, url)].map(async (each) => (await open(each.href)).status)),
    [200, 200],
  )
})

test('an ended link returns a page without the reason to browsers, and a JSON error to other clients', async (t) => {
  const harness = await startHarness(t)
  const url = `${(await harness.client()).url}/score-reports/nothing`
  const page = await open(url)
  t.is(page.status, 404)
  t.is(page.headers.get('content-type'), 'text/html; charset=utf-8')
  t.is(page.headers.get('cache-control'), 'no-store')
  t.regex(await page.text(), /Ask the person who sent it for a new one/)
  const answer = await fetch(url, { headers: { Accept: 'application/json' } })
  t.is(((await answer.json()) as { code: string }).code, 'NOT_FOUND')
})

test('a link does not open while its partner is suspended or after its tenant is deleted', async (t) => {
  const harness = await startHarness(t)
  const { services } = harness.server
  const client = await harness.client()
  await scored(client)
  const { url } = (await client.post(links, {})).body
  await setSuspended(services, 'partner 1', true)
  t.is((await open(url)).status, 404)
  await setSuspended(services, 'partner 1', false)
  t.is((await open(url)).status, 200)
  t.is((await client.send('DELETE', `/v1/tenants/${client.tenant}`)).status, 202)
  t.is((await open(url)).status, 404)
})

test('requests for links are limited by client address, whether or not the link opens', async (t) => {
  const harness = await startHarness(t, { overrides: { clock: new HandClock() } })
  const { limit } = harness.server.services.contract.rateLimits.reportLinks
  const url = `${(await harness.client()).url}/score-reports/nothing`
  for (let view = 0; view < limit; view++) t.is((await open(url)).status, 404)
  const refused = await open(url)
  t.is(refused.status, 429)
  t.true(Number(refused.headers.get('retry-after')) <= 60)
})

test("a link contains the request's host, or the host that a proxy forwards", async (t) => {
  const harness = await startHarness(t, { settings: { TRUST_PROXY: '1' } })
  const client = await harness.client()
  await scored(client)
  const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'screening.example' }
  const { url } = (await client.post(links, {}, forwarded)).body
  t.regex(url, /^https:\/\/screening\.example\/score-reports\//)
  const bad = await client.post(links, {}, { ...forwarded, 'X-Forwarded-Host': 'evil.example/path?' })
  t.is(bad.status, 400)
  t.is(bad.body.details[0].field, 'Host')
})
