/** Workers die, stall, or receive messages that the service never sends. */
import test from 'ava'
import type { ScoringJobReply } from '../../generated/types.gen.ts'
import { connect } from 'amqplib'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../../src/kit/ids.ts'
import { SECOND } from '../../src/kit/time.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'
import { deadlyPath, type Point } from '../support/chaos/member.ts'
import { submitUntil, survive } from '../support/chaos/rounds.ts'
import { openScene, type Scene } from '../support/chaos/scene.ts'
import { until } from '../tools/until.ts'
import { slow } from '../tools/fakes/groq.ts'

let scene: Scene
test.before(async () => {
  scene = await openScene({ docx: true })
})
test.after.always('the scene leaves nothing behind', async (t) => {
  t.deepEqual(await scene.close(), [])
})

/**
 * Where the two workers are killed in a round. Each round kills both, because a recovery waits until a lease expires.
 */
const points: [at: [Point, Point], when: string][] = [
  [['fetched', 'parsed'], 'with a resume just fetched, and just read,'],
  [['scored', 'finishing'], 'after the model has answered, and before the commit,'],
  [['finished', 'acknowledged'], 'after the commit, and after the acknowledgement,'],
]

for (const [at, when] of points) {
  test.serial(`workers that are killed ${when} neither lose nor duplicate a job`, (t) =>
    survive(t, scene, async (round) => {
      const { client, members } = scene
      const victims = round % 2 === 1 ? (['worker 1', 'worker 2'] as const) : (['worker 2', 'worker 1'] as const)
      const died = Promise.all(victims.map((victim) => members.died(victim)))
      for (const [index, victim] of victims.entries())
        members.arm(victim, { at: at[index] as Point, pass: 1 + (round % 3), signal: 'SIGKILL' })
      await Promise.all([client.submit(8), client.submitBatch(6)])
      await submitUntil(scene, died) // submits more until both have died
    }),
  )
}

test.serial('a worker that stalled past its lease changes nothing when it resumes', (t) =>
  survive(t, scene, async () => {
    const { client, members, database } = scene
    members.arm('worker 1', { at: 'scored', pass: 1, signal: 'SIGSTOP' })
    await client.submit(4)
    await submitUntil(scene, members.stopped('worker 1'))
    const open = `SELECT id FROM scoring_jobs WHERE status IN ('PENDING', 'PROCESSING')`
    const doneByOthers = until('the other worker has done all', async () => (await database.select(open)).length === 0)
    await doneByOthers.catch((error: unknown) => {
      members.carryOn('worker 1')
      throw error
    })
    const before = await database.select('SELECT * FROM scoring_jobs ORDER BY id')
    const said = members.log.length
    let isPast = false
    void members.passes('worker 1', 'finished').then(
      () => (isPast = true),
      () => {},
    )
    members.carryOn('worker 1')
    // After a longer stall, the database has closed the worker's connection, so the worker cannot even try to write.
    const isRefused = () => members.log.slice(said).some((line) => /^worker 1 .*"scoring job: retry"/.test(line))
    await until('worker 1 has tried to end its job', () => isPast || isRefused())
    t.deepEqual(await database.select('SELECT * FROM scoring_jobs ORDER BY id'), before)
  }),
)

/** Longer than the time limit for reading a file. */
const standstillMs = (loadContract().timeouts.parseSeconds + 2) * SECOND

test.serial('no file fails because its worker was paused while reading it', (t) =>
  survive(t, scene, async (round) => {
    const { client, members, database } = scene
    const names = ['worker 1', 'worker 2'] as const
    for (const name of names) members.arm(name, { at: 'fetched', pass: 3 + (round % 5), signal: 'SIGSTOP' })
    try {
      await Promise.all([client.submit(12), client.submitBatch(12)])
      await submitUntil(scene, Promise.all(names.map(members.stopped)))
      await delay(standstillMs)
    } finally {
      names.forEach(members.carryOn)
    }
    return async () => {
      const failed = await database.select<{ id: string }>(
        "SELECT id, errorCode FROM scoring_jobs WHERE status = 'FAILED'",
      )
      t.deepEqual(
        failed.filter(({ id }) => client.jobs.has(id)),
        [],
      )
    }
  }),
)

test.serial('a message delivered ten times to four workers gives one result and one run', (t) =>
  survive(t, scene, async () => {
    const { client, members, model, database, amqpUrl, queueOf } = scene
    const others = ['worker 3', 'worker 4'] as const
    await Promise.all(others.map((name) => members.start(name)))
    model.answer(slow(300)) // so that the other copies arrive while the first is in progress
    const [id = ''] = await client.submit(1)
    await publish(amqpUrl, queueOf('singles'), Array<string>(10).fill(id))
    await client.submit(1)
    await until('all ten are taken', async () => (await messagesIn(amqpUrl, queueOf('singles'))) === 0)
    await Promise.all(others.map((name) => members.end(name)))
    return async () => {
      t.deepEqual(await database.select('SELECT attempt FROM scoring_jobs WHERE id = $1', [id]), [{ attempt: 1 }])
    }
  }),
)

test.serial('messages without an id, or with an id that no job has, do no harm', (t) =>
  survive(t, scene, async (round) => {
    const { client, amqpUrl, queueOf } = scene
    await publish(amqpUrl, queueOf('singles'), [
      '\0 no id',
      '{"schema":99}',
      newId('sj', Date.now()),
      'x'.repeat(5_000),
    ])
    await client.submit(5)
    // The message with an unknown id is acknowledged, and the other messages wait for an operator.
    const dead = () => messagesIn(amqpUrl, queueOf('dead'))
    await until('three more dead letters are queued', async () => (await dead()) >= 3 * round)
    t.is(await dead(), 3 * round)
  }),
)

test.serial('a job that kills its worker three times fails with TASK_STUCK, and the other jobs are scored', (t) =>
  survive(t, scene, async () => {
    const { client, database, resumes } = scene
    const [deadly = ''] = await client.submit(1, () => resumes.origin + deadlyPath)
    const read = async () => (await client.send('GET', client.jobs.get(deadly) as string)).body as ScoringJobReply
    await submitUntil(
      scene,
      until('the deadly job is given up', async () => (await read()).status === 'failed'),
    )
    return async () => {
      t.is((await read()).error?.code, 'TASK_STUCK')
      const others = [...client.jobs.keys()].filter((id) => id !== deadly)
      const failed = await database.select<{ id: string }>(`SELECT id FROM scoring_jobs WHERE status = 'FAILED'`)
      t.deepEqual(
        failed.filter(({ id }) => others.includes(id)),
        [],
      )
    }
  }),
)

/** Sends messages through another connection, as a different program would. */
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
