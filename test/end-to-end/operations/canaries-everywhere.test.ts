/**
 * Puts a marker, the canary, into every text that callers can send to an operation, in valid and in invalid requests.
 */
import test from 'ava'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import { timings } from '../../../src/platform/timings.ts'
import { operations, resolved, type TestedOperation } from '../../support/contract/operations.ts'
import { startCollector } from '../../tools/fakes/otlp-collector.ts'
import { startResumeHost } from '../../tools/fakes/resume-host.ts'
import { startHarness, type Client } from '../../support/harness.ts'
import { scrapeText } from '../../support/scrape.ts'
import { until } from '../../tools/until.ts'

const { sensitive } = loadContract()
const canary = 'canary8'
const canaryId = `${canary}-id`

let applications = 0

/** Returns an example with a canary in each sensitive member, and with `url` for each URL. */
function poisoned(value: unknown, url: string, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => poisoned(item, url, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([each, member]) => [each, poisoned(member, url, each)]))
  if (typeof value !== 'string' || !sensitive.has(name)) return value
  if (/url$/i.test(name)) return url
  // Each application in a batch needs a different id.
  if (name === 'applicationId') return `${canaryId}-${(applications += 1)}`
  return /Id$/.test(name) ? canaryId : `Knows ${canary} and has 5 years of ${canary}`
}

/** Returns the required query parameters. A parameter with an enumeration gets the first value. */
const queryOf = ({ parameters }: TestedOperation) =>
  parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, schema }) => `${name}=${resolved(schema).enum?.[0] ?? canaryId}`)
    .join('&')

/** Returns all headers in which callers may send text. */
const headersOf = ({ id }: TestedOperation) => ({
  'Idempotency-Key': `${canary} ${id}`,
  'If-None-Match': `"${canary}"`,
  'If-Match': `"${canary}"`,
  'User-Agent': canary,
  'X-Forwarded-For': canary,
  Referer: `https://${canary}.example/${canary}?token=${canary}`,
  tracestate: `${canary}=${canary}`,
})

/** Sends an operation's valid and invalid requests, and returns the bodies of the refusals. */
async function sendAll(client: Client, operation: TestedOperation, url: string): Promise<string[]> {
  const path = operation.path.replaceAll(/\{\w+\}/g, canaryId)
  const query = queryOf(operation)
  const example = operation.bodySchema && resolved(operation.bodySchema).examples?.[0]
  const body = example ? (poisoned(example, url) as object) : undefined
  const method = operation.method.toUpperCase()
  const target = query ? `${path}?${query}` : path
  const tries: [target: string, body: unknown, headers: Record<string, string>][] = [
    [target, body, {}],
    [target, body, headersOf(operation)],
    // A refusal states an unknown parameter's name, but not its value.
    [`${path}?unexpected=${canary}`, body, {}],
    [target, body, { Authorization: `Bearer sk_test_${canary}` }],
    [target, body, { 'X-Tenant-Id': `${canary}/${canary}` }],
  ]
  if (body) for (const bad of [`{"${canary}`, { ...body, unexpected: canary }, [canary]]) tries.push([target, bad, {}])
  const refused: string[] = []
  for (const [one, sent, more] of tries) {
    const answer = await client.send(method, one, sent, more)
    if (answer.status >= 400) refused.push(JSON.stringify(answer.body))
  }
  return refused
}

test('no text that a caller sends to any operation appears in a log, metric, span or error body', async (t) => {
  const collector = await startCollector(t)
  const soon = { ...timings, retryFirstMs: 1, retryMsMax: 5, sweepMs: 10 }
  // Answers every path with 404, for resumes and for webhooks.
  const host = await startResumeHost({})
  t.teardown(() => host.stop())
  const {
    server,
    log,
    client: make,
  } = await startHarness(t, {
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OUTBOUND_ALLOW: host.pair },
    overrides: { timings: soon },
  })
  const client = await make({ tenant: canaryId, environment: 'PRODUCTION' })
  const url = `${host.origin}/${canary}?token=${canary}`
  await client.post('/v1/webhook-endpoints', { url, name: canary })
  await client.generate(canaryId, `Requirements:\n- 5 years of ${canary}`)
  const isLast = ({ method }: TestedOperation) => method === 'delete'
  const inOrder = [...operations.filter((one) => !isLast(one)), ...operations.filter(isLast)]
  const refused: string[] = []
  for (const operation of inOrder) refused.push(...(await sendAll(client, operation, url)))
  const has = (message: string) => log.some((line) => line.includes(`"${message}"`))
  for (const message of ['request', 'scoring job: fail', 'webhook delivery attempted', 'deletion: closed'])
    await until(`the log holds "${message}"`, () => has(message))
  const metrics = await scrapeText(server.adminUrl)
  await server.stop()

  t.true(refused.length > 100, `${refused.length} refusals`)
  t.true(log.length > 200 && collector.spans.length > 200, `${log.length} lines, ${collector.spans.length} spans`)
  const leaks = (texts: string[]) => texts.filter((text) => text.includes(canary) || text.includes(client.key))
  t.deepEqual(leaks(log), [], 'log')
  t.deepEqual(leaks(metrics.split('\n')), [], 'metrics')
  t.deepEqual(leaks(collector.bodies), [], 'spans')
  t.deepEqual(leaks(refused), [], 'error bodies')
})
