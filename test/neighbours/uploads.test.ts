/**
 * A partner uploads as many files of the maximum size as its limits allow, some of them slowly, and does not delay
 * others. test/chaos/bodies.test.ts is the long form, which measures response times.
 */
import { readFileSync } from 'node:fs'
import test from 'ava'
import { loadContract } from '../../src/platform/contract/contract.ts'
import { startBystander } from '../support/chaos/bystander.ts'

const { rateLimits, sizes } = loadContract()
const mebibyte = 1024 * 1024
/** How much memory one upload may use, including its buffers on the way to the database. */
const uploadBytesMax = 2 * mebibyte
/** How much the heap may grow before garbage is collected. */
const slackBytes = 64 * mebibyte

test('uploads use only a small part of their size in memory, and do not delay other requests', async (t) => {
  const { server, enter, readTimes } = await startBystander(t)
  const peakBytes = () =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) * 1024
  const key = await enter('uploader', 'scoring_intake_single=1000')
  const headers = { Authorization: `Bearer ${key}`, 'X-Tenant-Id': 'a', 'Content-Type': 'application/pdf' }
  const send = async (body: Uint8Array | ReadableStream) => {
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const answer = await fetch(`${server.url}/v1/resumes`, init)
    await answer.arrayBuffer()
    return answer.status
  }
  const file = new Uint8Array(sizes.resume.bytes).fill(0x78)
  t.is(await send(file), 201)
  await readTimes(100)
  const before = peakBytes()
  const { limit } = rateLimits.uploads
  const slow = Array.from({ length: limit / 2 }, () => new TransformStream<Uint8Array>())
  const answers = slow.map(({ readable }) => send(readable))
  const writers = slow.map(({ writable }) => writable.getWriter())
  const isHeld = writers.map((writer) => writer.write(file.subarray(0, file.length / 2)))
  const quick = Array.from({ length: limit / 2 }, () => send(file))
  const read = await readTimes(20)
  answers.push(...quick)
  await Promise.all([...quick, ...isHeld])
  for (const writer of writers) void writer.close()
  t.deepEqual(new Set(await Promise.all(answers)), new Set([201]))
  const grown = peakBytes() - before
  t.log(
    `${Math.round(grown / mebibyte)} MiB more for ${limit} uploads of 10 MiB; a read took ${Math.round(read[10]!)} ms`,
  )
  t.true(grown <= limit * uploadBytesMax + slackBytes, `${grown}`)
})
