/** Workers that die, stand still, or are sent what nobody should send. */
import test from 'ava'
import { connect } from 'amqplib'
import { setTimeout as delay } from 'node:timers/promises'
import { deadlyPath, type Point } from '../support/chaos-member.ts'
import { submitUntil, survive } from '../support/chaos-rounds.ts'
import { openScene, type Scene } from '../support/chaos-scene.ts'
import { slow } from '../support/fake-groq.ts'

const pollMs = 20

let scene: Scene
test.before(async () => {
  scene = await openScene({ docx: true })
})
test.after.always('the scene ends without a trace', async (t) => {
  t.deepEqual(await scene.close(), [])
})

const points: [Point, string][] = [
  ['fetched', 'with a resume just fetched'],
  ['parsed', 'with a resume just read'],
  ['scored', 'after the model has answered'],
  ['finishing', 'before the commit'],
  ['finished', 'after the commit and before the acknowledgement'],
  ['acknowledged', 'after the acknowledgement'],
]

for (const [at, when] of points) {
  test.serial(`a worker killed ${when} loses no job and doubles none`, (t) =>
    survive(t, scene, async (round) => {
      const { client, members } = scene
      const victim = `worker ${1 + (round % 2)}` as const
      const died = members.died(victim)
      members.arm(victim, { at, pass: 1 + (round % 3), signal: 'SIGKILL' })
      await Promise.all([client.submit(8), client.submitBatch(6)])
      await submitUntil(scene, died) // the other worker may have been quicker
    }),
  )
}

test.serial('a worker that stood still past its lease changes nothing when it wakes up', (t) =>
  survive(t, scene, async () => {
    const { client, members, database } = scene
    members.arm('worker 1', { at: 'scored', pass: 1, signal: 'SIGSTOP' })
    await client.submit(4)
    await submitUntil(scene, members.stopped('worker 1'))
    const open = `SELECT id FROM scoring_jobs WHERE status IN ('PENDING', 'PROCESSING')`
    while ((await database.select(open)).length > 0) await delay(pollMs)
    const before = await database.select('SELECT * FROM scoring_jobs ORDER BY id')
    const tried = members.passes('worker 1', 'finished')
    members.carryOn('worker 1')
    await tried
    t.deepEqual(await database.select('SELECT * FROM scoring_jobs ORDER BY id'), before)
  }),
)

test.serial('one message delivered ten times to four workers is one result and one run', (t) =>
  survive(t, scene, async () => {
    const { client, members, model, database, amqpUrl, queueOf } = scene
    const others = ['worker 3', 'worker 4'] as const
    await Promise.all(others.map((name) => members.start(name)))
    model.answer(slow(300)) // so that the others come while one is at it
    const [id = ''] = await client.submit(1)
    await publish(amqpUrl, queueOf('singles'), Array<string>(10).fill(id))
    await client.submit(1)
    while ((await messagesIn(amqpUrl, queueOf('singles'))) > 0) await delay(pollMs)
    await Promise.all(others.map((name) => members.end(name)))
    return async () => {
      t.deepEqual(await database.select('SELECT attempt FROM scoring_jobs WHERE id = $1', [id]), [{ attempt: 1 }])
    }
  }),
)

test.serial('messages that are no id, or the id of nothing, harm nobody', (t) =>
  survive(t, scene, async (round) => {
    const { client, amqpUrl, queueOf } = scene
    await publish(amqpUrl, queueOf('singles'), ['\0 no id', '{"schema":99}', 'sj_of_nothing', 'x'.repeat(5_000)])
    await client.submit(5)
    // The two that can be read as an id are done with; the others wait for an operator.
    while ((await messagesIn(amqpUrl, queueOf('dead'))) < 2 * round) await delay(pollMs)
    t.is(await messagesIn(amqpUrl, queueOf('dead')), 2 * round)
  }),
)

test.serial('a job that kills its worker each time is stuck after three, and the others are scored', (t) =>
  survive(t, scene, async () => {
    const { client, database, resumes } = scene
    const [deadly = ''] = await client.submit(1, () => resumes.origin + deadlyPath)
    const read = () => client.send('GET', client.jobs.get(deadly) as string)
    const ended = async () => {
      while ((await read()).body.status !== 'failed') await delay(pollMs)
    }
    await submitUntil(scene, ended())
    return async () => {
      t.is((await read()).body.error.code, 'TASK_STUCK')
      const others = [...client.jobs.keys()].filter((id) => id !== deadly)
      const failed = await database.select<{ id: string }>(`SELECT id FROM scoring_jobs WHERE status = 'FAILED'`)
      t.deepEqual(
        failed.filter(({ id }) => others.includes(id)),
        [],
      )
    }
  }),
)

/** What another program says on the same RabbitMQ. */
async function publish(amqpUrl: string, queue: string, messages: string[]): Promise<void> {
  const connection = await connect(amqpUrl)
  const channel = await connection.createConfirmChannel()
  for (const message of messages) channel.sendToQueue(queue, Buffer.from(message))
  await channel.waitForConfirms()
  await connection.close()
}

async function messagesIn(amqpUrl: string, queue: string): Promise<number> {
  const connection = await connect(amqpUrl)
  const channel = await connection.createChannel()
  const { messageCount } = await channel.checkQueue(queue)
  await connection.close()
  return messageCount
}
