/** Commands for developers of a webhook receiver: `webhooks listen` and `webhooks trigger`. */
import test, { type ExecutionContext } from 'ava'
import { facts } from '../../../generated/facts.gen.ts'
import type { Event } from '../../../generated/types.gen.ts'
import { webhookTrialCommands } from '../../../src/cli/webhook-trials.ts'
import { verifyWebhook } from '../../../src/client/index.ts'
import { recordTest } from '../../../src/features/events/record.ts'
import { closeListener, openListener } from '../../../src/features/webhooks/trials.ts'
import { ServiceError } from '../../../src/kit/errors.ts'
import { operate } from '../../cli/operate.ts'
import { eventFaults } from '../../support/contract/event-faults.ts'
import type { Client, Harness } from '../../support/harness.ts'
import { launch, runProcess } from '../../tools/services/process.ts'
import { until } from '../../tools/until.ts'
import { deliveriesOf, registerEndpoint, startWebhooks } from '../../support/webhook-scene.ts'

type Scene = { harness: Harness; client: Client }

/** A line that the listener prints: the first line, or one per delivery. */
type Printed = { listening: string; endpointId: string; verified: boolean; event: Event }

/** `partner 1` is the name that the harness gives its first partner. */
async function startListener(t: ExecutionContext, { harness }: Scene) {
  const words = ['src/cli.ts', 'webhooks', 'listen', '--partner', 'partner 1', '--port', '0']
  const { child, ended, stdout, stderr } = launch(t, 'node', words, harness.settings)
  const lines = (): Printed[] =>
    stdout()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  const printed = (count: number) =>
    until(`${count} lines are printed`, () => {
      if (child.exitCode !== null) throw new Error(`the listener ended: ${stderr()}`)
      return lines().length >= count && lines()
    })
  const [first] = (await printed(1)) as [Printed]
  const pair = new URL(first.listening).host
  ;(harness.server.services.outboundAllow as Set<string>).add(pair)
  return { child, ended, stdout, stderr, lines, printed, first, pair }
}

function trigger({ harness }: Scene, ...words: string[]): Promise<unknown> {
  return operate(harness.server.services, webhookTrialCommands['webhooks trigger'], ...words)
}

test('`webhooks listen` prints and verifies each delivery, and leaves nothing behind', async (t) => {
  const scene = await startWebhooks(t)
  const { client, services, harness } = scene
  const { child, ended, stdout, stderr, lines, printed, first, pair } = await startListener(t, scene)
  t.deepEqual(first, {
    listening: `http://${pair}/`,
    endpointId: first.endpointId,
    startTheServerWith: `OUTBOUND_ALLOW=${pair}`,
  })
  t.regex(pair, /^127\.0\.0\.1:\d+$/)
  await client.generate('job-1')
  const [, made] = await printed(2)
  t.like(made, { verified: true, event: { type: 'criteria.version.created', tenantId: 'acme' } })
  await client.api.rotateWebhookSecret({ webhookEndpointId: first.endpointId, body: { overlapSeconds: 0 } })
  const run = (...words: string[]) => runProcess(t, harness.settings, ['node', 'src/cli.ts', 'webhooks', ...words])
  const triggered = await run('trigger', 'score.failed', first.endpointId)
  t.is(triggered.code, 0, triggered.stderr)
  const [, , failed] = (await printed(3)) as [Printed, Printed, Printed]
  t.true(failed.verified)
  t.deepEqual(failed.event, JSON.parse(triggered.stdout))
  t.like(failed.event, { type: 'score.failed', test: true, data: { errorCode: 'RESUME_ENCRYPTED' } })
  const forged = await fetch(first.listening, { method: 'POST', body: '{}', headers: { Connection: 'close' } })
  t.is(forged.status, 400)
  t.deepEqual((await printed(4))[3], { verified: false, reason: 'webhook-id is missing' })
  const { partnerId } = client
  const steering = { partnerId, environment: 'SANDBOX', data: { note: '\u009b2J\u202e' } } as const
  await services.database.transaction(() => recordTest(services, first.endpointId, steering))
  t.is((await printed(5))[4]?.event.data.note, '\u009b2J\u202e')
  t.true(stdout().includes('"\\u009b2J\\u202e"'))
  t.notRegex(stdout(), /[\u0080-\u009f\u202e]/)
  child.kill('SIGINT')
  t.is(await ended, 0)
  t.is(stderr(), '')
  t.deepEqual(lines().at(-1), { deliveries: 4, verified: 3 })
  t.deepEqual((await client.api.listWebhookEndpoints()).data, [])
})

test("a listener takes over the endpoint of a listener that died, and does not touch a partner's own endpoint", async (t) => {
  const { client, services, receiver } = await startWebhooks(t)
  const [url, other] = [`http://${receiver.pair}/`, `http://${receiver.pair}/other`]
  const died = await openListener(services, client.partnerId, url)
  await client.api.changeWebhookEndpoint({ webhookEndpointId: died.id, body: { enabled: false } })
  const next = await openListener(services, client.partnerId, url)
  t.is(next.id, died.id)
  t.true((await client.api.getWebhookEndpoint({ webhookEndpointId: died.id })).endpoint.enabled)
  await closeListener(services, next)
  t.deepEqual((await client.api.listWebhookEndpoints()).data, [])
  const own = await registerEndpoint(client, other, { enabled: false })
  const third = await openListener(services, client.partnerId, other)
  t.is(third.id, own.id)
  await closeListener(services, third)
  t.false((await client.api.getWebhookEndpoint({ webhookEndpointId: own.id })).endpoint.enabled)
})

test('`webhooks trigger` sends each kind of event as a test, which is in no feed and no analytics', async (t) => {
  const scene = await startWebhooks(t)
  const { client, receiver } = scene
  const inbox = receiver.inbox('/hooks')
  const endpoint = await registerEndpoint(client, inbox.url, { events: ['deletion.failed'] })
  const kinds = [...facts.EventKind.values, 'webhook.test']
  for (const kind of kinds) await trigger(scene, kind, endpoint.id)
  await inbox.arrived(kinds.length)
  const events = await Promise.all(
    inbox.ledger.map((delivery) => verifyWebhook({ ...delivery, secrets: endpoint.secret })),
  )
  t.deepEqual(events.map(({ type }) => type as string).sort(), kinds.toSorted())
  for (const event of events) {
    t.like(event, { test: true, environment: 'SANDBOX', apiVersion: 'v1' })
    t.deepEqual(eventFaults(event), [], event.type)
  }
  t.deepEqual((await client.api.listEvents()).data, [])
  const types = (await deliveriesOf(client, endpoint)).map(({ type }) => type as string)
  t.deepEqual(types, Array(kinds.length).fill('webhook.test'))
  const { summary } = await client.api.getWebhookHealth({ timeRange: '1h' })
  t.is(summary.totalDeliveries, 0)
})

test('`webhooks trigger` refuses an unknown kind and lists the kinds, and refuses endpoints outside the sandbox', async (t) => {
  const scene = await startWebhooks(t)
  const { harness, client } = scene
  const production = await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' })
  const live = await registerEndpoint(production, 'https://hooks.example.com/a')
  await t.throwsAsync(trigger(scene, 'score.complete', live.id), { message: 'VALIDATION_ERROR' })
  const refusals = [
    [['score.complete', live.id], /use one of score\.completed, score\.failed/],
    [['score.completed', 'we_x'], /no webhook endpoint "we_x"/],
    [['score.completed', live.id], /only be sent to sandbox endpoints/],
  ] as const
  for (const [words, reason] of refusals) {
    const error = await t.throwsAsync(trigger(scene, ...words), { instanceOf: ServiceError })
    t.regex(error.details?.[0]?.message ?? '', reason)
  }
  t.deepEqual(await deliveriesOf(production, live), [])
})
