/**
 * Work that has failed permanently leaves no text from callers. The broker's dead letters are only ids, and the rows of
 * jobs and deliveries contain no text from callers.
 */
import test from 'ava'
import type { WebhookDelivery } from '../../../generated/types.gen.ts'
import type { ConfirmChannel, GetMessage } from 'amqplib'
import { isId } from '../../../src/kit/ids.ts'
import { timings } from '../../../src/platform/timings.ts'
import { onChannel } from '../../support/broker-scene.ts'
import { file, startResumeHost, status } from '../../tools/fakes/resume-host.ts'
import { startReceiver } from '../../tools/fakes/webhook-receiver.ts'
import { backend, startHarness, type Client } from '../../support/harness.ts'
import { until } from '../../tools/until.ts'

/** Part of every text, URL and id that the caller sends. */
const canary = 'canary9'
const jobPath = `/v1/jobs/${canary}-job`
const answers = { applicationAnswers: [{ question: `Why, ${canary}?`, answer: `Because of ${canary}` }] }
const soon = { ...timings, retryFirstMs: 1, retryMsMax: 5, sweepMs: 10 }

/** Submits one application by itself and two in a batch, with the canary in their URLs' query. */
async function submitAll(client: Client, url: string): Promise<string[]> {
  const resume = { resumeUrl: `${url}?token=${canary}`, candidateData: answers }
  const single = await client.post(`${jobPath}/applications/${canary}-0/scoring-jobs`, resume)
  const applications = [1, 2].map((n) => ({ applicationId: `${canary}-${n}`, ...resume }))
  const batch = await client.post(`${jobPath}/scoring-batches`, { applications })
  return [single.body.scoringJobId, ...batch.body.scoringJobIds]
}

test('the rows of a failed job and of a permanently failed delivery contain no URL, answer, text or secret', async (t) => {
  const host = await startResumeHost({ '/gone': status(404), '/down': status(503), '/bad': file(`%PDF-1.7 ${canary}`) })
  t.teardown(() => host.stop())
  const receiver = await startReceiver(t)
  const hook = receiver.inbox('/hook', (response) => response.writeHead(410).end(canary))
  const settings = { OUTBOUND_ALLOW: `${host.pair},${receiver.pair}` }
  const { server, client: make } = await startHarness(t, { settings, overrides: { timings: soon } })
  const client = await make({ tenant: `${canary}-tenant`, environment: 'PRODUCTION' })
  const endpoint = await client.post('/v1/webhook-endpoints', { url: `${hook.url}?secret=${canary}` })
  await client.generate(`${canary}-job`)
  for (const [n, path] of ['/gone', '/down', '/bad'].entries()) {
    const resume = { resumeUrl: `${host.origin}${path}?token=${canary}`, candidateData: answers }
    t.is((await client.score(`${canary}-job`, `${canary}-${n}`, resume)).body.status, 'failed', path)
  }
  const deliveries = `/v1/webhook-endpoints/${endpoint.body.endpoint.id}/deliveries`
  await client.getWhen(
    deliveries,
    ({ data }) => data.length > 0 && data.every((one: WebhookDelivery) => one.status === 'FAILED'),
  )

  const { database, broker } = server.services
  const jobs = await database.select('SELECT * FROM scoring_jobs')
  const given = await database.select('SELECT * FROM webhook_deliveries')
  t.is(jobs.length, 3)
  t.true(given.length > 0)
  for (const row of [...jobs, ...given]) t.false(JSON.stringify(row).includes(canary), JSON.stringify(row))
  t.is(await broker.deadLetters(), 0, 'a failed job leaves no dead letter')
})

if (backend === 'services') {
  /** Takes `count` waiting messages from a queue. */
  const takeFrom = (channel: ConfirmChannel, queue: string, count: number) => {
    const taken: GetMessage[] = []
    const take = async () => {
      const message = await channel.get(queue)
      if (message) taken.push(message)
      return taken.length === count && taken
    }
    return until(`${count} messages wait in ${queue}`, take)
  }

  test('every message and every dead letter is one of our ids', async (t) => {
    const { server, settings, log, client: make } = await startHarness(t, { role: 'api' })
    const client = await make({ tenant: `${canary}-tenant`, environment: 'PRODUCTION' })
    await client.generate(`${canary}-job`)
    const ids = await submitAll(client, 'https://resumes.example.com/cv.pdf')
    const queue = (name: string) => `screening.${server.services.database.name}.${name}`
    const { messages, dead } = await onChannel(settings.AMQP_URL as string, async (channel) => {
      const messages = [
        ...(await takeFrom(channel, queue('singles'), 1)),
        ...(await takeFrom(channel, queue('batches'), 2)),
      ]
      for (const message of messages) channel.nack(message, false, false)
      const dead = await takeFrom(channel, queue('dead'), messages.length)
      for (const message of dead) channel.ack(message)
      return { messages, dead }
    })
    for (const taken of [messages, dead])
      t.deepEqual(taken.map(({ content }) => content.toString()).toSorted(), ids.toSorted())
    t.true(ids.every((id) => isId(id)))
    for (const { fields, properties } of [...messages, ...dead])
      t.false(JSON.stringify({ fields, properties }).includes(canary))

    // A message that is not ours stays unchanged, and only its length is logged.
    await onChannel(settings.AMQP_URL as string, async (channel) => {
      channel.sendToQueue(queue('singles'), Buffer.from(canary), { persistent: true })
      await channel.waitForConfirms()
    })
    const consumer = await server.services.broker.consume('singles', 1, async () => {})
    const line = await until('it is a dead letter', () =>
      log.find((one) => one.includes('was sent to the dead-letter queue')),
    )
    t.is(JSON.parse(line).bytes, canary.length)
    await consumer.stop()
    t.deepEqual(
      log.filter((one) => one.includes(canary)),
      [],
    )
  })
}
