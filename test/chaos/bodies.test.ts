/**
 * While a partner reads, another one sends a body of 8 MiB each second or uploads files without a pause, but stays
 * within its limits. Runs only in the long form, which measures times. The short forms are
 * test/neighbours/bodies.test.ts and uploads.test.ts.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import test from 'ava'
import { startBystander } from '../support/chaos/bystander.ts'
import { figuresOf, shareOf } from '../support/chaos/erasure.ts'
import { isLong } from '../support/chaos/rounds.ts'

const long = isLong ? test.serial : test.serial.skip

const reads = 2_000
/** How much slower a read may become because of the bodies. */
const costMsMax = 50
const memoryMegabytesMax = 500

const resumeUrl = 'https://fixtures.sandbox.invalid/strong'
const filled = (entry: (index: number) => string, count: number) =>
  `{"applications":[${Array.from({ length: count }, (_, index) => entry(index)).join(',')}]}`

/** Bodies slightly below 8 MiB, with the status of the response to each. */
const bodies: Record<string, [status: number, body: string]> = {
  '2.7 million empty objects': [400, filled(() => '{}', 2_700_000)],
  'ignored data of 7 MiB in one string': [
    202,
    filled(
      (index) =>
        `{"applicationId":"a-${index}","resumeUrl":"${resumeUrl}","candidateData":{"crm":"${'x'.repeat(74_000)}"}}`,
      100,
    ),
  ],
  'brackets that never close': [400, `{"applications":${'['.repeat(8_000_000)}`],
}

for (const [kind, [expected, body]] of Object.entries(bodies)) {
  long(`one body a second of ${kind} slows down a read by 50 ms at most`, async (t) => {
    t.timeout(300_000)
    const { server, enter, readTimes } = await startBystander(t)
    const megabytes = () =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024
    const key = await enter('hostile')
    const send = async (path: string, text: string) => {
      const headers = { Authorization: `Bearer ${key}`, 'X-Tenant-Id': 'a', 'Content-Type': 'application/json' }
      // The server may close the connection while a body that it refuses is being sent.
      const answer = await fetch(server.url + path, { method: 'POST', headers, body: text }).catch(() => null)
      await answer?.arrayBuffer().catch(() => {})
      return answer?.status ?? null
    }
    const jobContext = { jobDescription: 'Requirements:\n- 5+ years of experience with Go' }
    t.is(await send('/v1/jobs/job-1/criteria-generations', JSON.stringify({ jobContext })), 201)
    await readTimes(reads)
    const alone = await readTimes(reads)
    let isOver = false
    const statuses = new Map<number | null, number>()
    const attack = (async () => {
      while (!isOver) {
        const second = delay(1_000)
        const status = await send('/v1/jobs/job-1/scoring-batches', body)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        await second
      }
    })()
    const beside: number[] = []
    // The reads go on for 15 seconds, so that about ten bodies or more are sent even if reads are fast.
    const until = performance.now() + 15_000
    while (performance.now() < until) beside.push(...(await readTimes(100)))
    isOver = true
    await attack
    beside.sort((a, b) => a - b)
    t.log(
      `alone: ${figuresOf(alone)}; beside: ${figuresOf(beside)}; at most ${Math.round(megabytes())} MB; answers ${[...statuses].join(' ')}`,
    )
    t.true([...statuses.keys()].every((status) => status === null || status === expected || status === 429))
    const cost = shareOf(beside, 0.99) - shareOf(alone, 0.99)
    t.true(cost <= costMsMax, `${cost} ms`)
    t.true(megabytes() <= memoryMegabytesMax)
  })
}

/** Enough concurrent uploads to reach the limit of ten a second over a fast network. */
const uploaders = 10

long('uploads of the maximum size at the limit of a partner slow down a read by 50 ms at most', async (t) => {
  t.timeout(300_000)
  const { server, enter, readTimes } = await startBystander(t)
  const megabytes = () =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024
  const key = await enter('uploader')
  const headers = { Authorization: `Bearer ${key}`, 'X-Tenant-Id': 'a', 'Content-Type': 'application/pdf' }
  const body = new Uint8Array(10 * 1024 * 1024).fill(0x78)
  await readTimes(reads)
  const alone = await readTimes(reads)
  const statuses = new Map<number, number>()
  let isOver = false
  const startedAt = performance.now()
  const upload = async () => {
    while (!isOver) {
      const { status } = await fetch(`${server.url}/v1/resumes`, { method: 'POST', headers, body })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 429) await delay(1_000)
    }
  }
  const attack = Promise.all(Array.from({ length: uploaders }, upload))
  const beside: number[] = []
  while (performance.now() - startedAt < 10_000) beside.push(...(await readTimes(100)))
  isOver = true
  await attack
  const rate = (statuses.get(201) ?? 0) / ((performance.now() - startedAt) / 1_000)
  beside.sort((a, b) => a - b)
  t.log(
    `alone: ${figuresOf(alone)}; beside: ${figuresOf(beside)}; at most ${Math.round(megabytes())} MB; ${rate.toFixed(1)} uploads a second; answers ${[...statuses].join(' ')}`,
  )
  t.true(rate > 0)
  const cost = shareOf(beside, 0.95) - shareOf(alone, 0.95)
  t.true(cost <= costMsMax, `${cost} ms`)
  t.true(megabytes() <= memoryMegabytesMax)
})
