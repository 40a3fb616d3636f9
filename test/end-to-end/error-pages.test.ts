import test from 'ava'
import { facts } from '../../generated/facts.gen.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'
import { startHarness } from '../support/harness.ts'

const { catalogue } = loadContract()
const kebab = (code: string) => code.toLowerCase().replaceAll('_', '-')
/** Returns the visible text of a page. */
const textOf = (html: string) =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

test('every code has a public page that says what it means, what to do and where it occurs', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const [code, { statuses, meaning, action }] of Object.entries(catalogue)) {
    const { status, headers, body } = await client.get(`/errors/${kebab(code)}`, { Authorization: '' })
    t.is(status, 200, code)
    t.is(headers['content-type'], 'text/html; charset=utf-8')
    t.true((body as string).includes(`<h1 class="code">${code}</h1>`))
    const text = textOf(body)
    for (const sentence of [meaning, action])
      t.true(text.includes(sentence.replaceAll('`', '')), `${code}: ${sentence}`)
    t.is(text.includes(`In a response, with status ${statuses.join(', ')}`), statuses.length > 0, code)
    t.is(text.includes('On a scoring job') || text.includes('On a resource'), statuses.length === 0 || isOnJobs(code))
  }
})

/** Codes that both requests and scoring jobs can have. */
const isOnJobs = (code: string) =>
  ['RESUME_URL_BLOCKED', 'RESUME_NOT_FOUND', 'AI_PROCESSING_FAILED', 'TIMEOUT', 'INTERNAL_ERROR'].includes(code)

test('a page shows an example, links to related codes, and explains each code that its details can contain', async (t) => {
  const client = await (await startHarness(t)).client()
  const list = (await client.get('/errors')).body as string
  for (const [code, { statuses, related, details = {} }] of Object.entries(catalogue)) {
    const { body } = await client.get(`/errors/${kebab(code)}`)
    const text = textOf(body)
    t.true(text.includes(statuses.length > 0 ? `"code": "${code}"` : `"errorCode": "${code}"`), code)
    t.true(related.length > 0 && !related.some((other) => other === code), code)
    for (const other of related) {
      t.true(other in catalogue, other)
      t.true((body as string).includes(`<a href="${kebab(other)}"><code>${other}</code></a>`), `${code}: ${other}`)
    }
    for (const [name, meaning] of Object.entries(details)) {
      t.true(text.includes(meaning.replaceAll('`', '')), `${code}: ${name}`)
      t.true(textOf(list).includes(meaning.replaceAll('`', '')), `${code}: ${name}`)
    }
  }
})

test('the catalogue explains every code that details can contain, and no other', (t) => {
  const named = new Set(Object.values(catalogue).flatMap(({ details = {} }) => Object.keys(details)))
  t.deepEqual([...named].sort(), [...facts.DetailCode.values].sort() as string[])
})

test('a page has no script and loads no resources, and its headers forbid both', async (t) => {
  const client = await (await startHarness(t)).client()
  const { headers, body } = await client.get('/errors/rate-limited')
  t.is(headers['content-security-policy'], "default-src 'none'; style-src 'unsafe-inline'")
  t.notRegex(body as string, /<(script|link|img|iframe|object)|url\(|@import|https?:|\son\w+=/i)
})

test('the list page contains every code, with a link to its page', async (t) => {
  const client = await (await startHarness(t)).client()
  const { body } = await client.get('/errors/validation-error')
  const links = [...(body as string).matchAll(/<a href="([^"]+)"( aria-current="page")?>([A-Z_]+)<\/a>/g)]
  t.deepEqual(
    links.map(([, , , code]) => code),
    Object.keys(catalogue),
  )
  t.deepEqual(
    links.filter(([, , current]) => current).map(([, href]) => href),
    ['validation-error'],
  )
  for (const [, href = ''] of links)
    t.is((await client.get(new URL(href, `${client.url}/errors/validation-error`).pathname)).status, 200, href)
})

test('text in backticks in the catalogue is rendered as `<code>` and HTML-escaped', async (t) => {
  const client = await (await startHarness(t)).client()
  const { body } = await client.get('/errors/unauthorized')
  t.true((body as string).includes('<code>Authorization: Bearer &lt;API_KEY&gt;</code>'))
})

test("the `type` of an error body is the URL of its code's page", async (t) => {
  const client = await (await startHarness(t)).client()
  const failures = [
    await client.get('/nowhere'),
    await client.get('/v1/jobs/a/criteria'),
    await client.get('/v1/jobs/a/criteria', { Authorization: '' }),
    await client.get('/v1/jobs/a/criteria', { 'X-Tenant-Id': '' }),
  ]
  t.is(new Set(failures.map(({ body }) => body.code)).size, failures.length)
  for (const { body } of failures) {
    const page = await client.get(body.type)
    t.is(page.status, 200, body.type)
    t.true((page.body as string).includes(`<h1 class="code">${body.code}</h1>`))
  }
})

test('a path that is not a known code in kebab case gets NOT_FOUND', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const code of [
    'nothing',
    'RATE_LIMITED',
    'RATE-LIMITED',
    'rate_limited',
    'Rate-Limited',
    '__proto__',
    'x%00',
    '%3Cb%3E',
  ]) {
    const { status, body } = await client.get(`/errors/${code}`)
    t.is(status, 404, code)
    t.is(body.code, 'NOT_FOUND')
  }
})
