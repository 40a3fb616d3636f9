import test from 'ava'
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { setQuotas } from '../../../src/features/access/quotas.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import { changedContract } from '../../support/contract/changed.ts'
import { startHarness, type Answer } from '../../support/harness.ts'
import { until } from '../../tools/until.ts'
import { chunkBytes, formOf, noRows, octets, resumeOf, rowsOf, upload } from './scene.ts'

const { sizes, retention } = loadContract()

test("an uploaded file's URL is scored like the file itself, for several applications and jobs", async (t) => {
  const client = await (await startHarness(t)).client()
  const file = resumeOf(1.2 * chunkBytes)
  const { status, body } = await upload(t, client, file)
  t.is(status, 201)
  const { id, url, sizeBytes, sha256, expiresAt } = body.resume
  t.regex(id, /^rs_/)
  t.deepEqual([url, sizeBytes], [`resume://${id}`, file.length])
  t.is(sha256, createHash('sha256').update(file).digest('hex'))
  const keptMs = Date.parse(expiresAt) - Date.now()
  t.true(Math.abs(keptMs - retention.resumesSeconds * 1000) < 60_000)
  for (const job of ['job-1', 'job-2']) {
    await client.generate(job)
    for (const application of ['app-1', 'app-2']) {
      const { body: score } = await client.score(job, application, { resumeUrl: url })
      t.is(score.status, 'completed', JSON.stringify(score.error))
      t.is(score.scoringJob.audit.fileSha256, sha256)
    }
  }
  const { headers } = await client.post('/v1/jobs/job-1/scoring-batches', {
    applications: [{ applicationId: 'app-3', resumeUrl: url }],
  })
  const { body: batch } = await client.getWhen(headers.location as string, ({ batch }) => batch.completedAt !== null)
  t.is(batch.batch.status, 'COMPLETED')
})

test('a form with one part uploads the content of that part, whatever its name', async (t) => {
  const { client: make, server } = await startHarness(t)
  const client = await make()
  const file = new Uint8Array(resumeOf(2 * chunkBytes))
  const sha256 = createHash('sha256').update(file).digest('hex')
  for (const form of [formOf({ file }), formOf({ 'odd "name"': file }), formOf({ text: 'A short resume.' })]) {
    const { status, body } = await upload(t, client, form, {})
    t.is(status, 201)
    if (body.resume.sizeBytes === file.length) t.is(body.resume.sha256, sha256)
  }
  t.is((await rowsOf(server.services)).resumes, 3)
})

test('a form with two parts, without parts or without an end is refused, and nothing is stored', async (t) => {
  const { client: make, server } = await startHarness(t)
  const client = await make()
  const file = new Uint8Array(resumeOf(2 * chunkBytes))
  const cut = new TextEncoder().encode('--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nhalf')
  const bodies = [
    [formOf({ file, other: file }), {}],
    [formOf({ file, note: 'x' }), {}],
    [new FormData(), {}],
    [cut, { 'Content-Type': 'multipart/form-data; boundary=b' }],
    [cut, { 'Content-Type': 'multipart/form-data' }],
  ] as const
  for (const [body, headers] of bodies) {
    const answer = await upload(t, client, body, headers)
    t.deepEqual([answer.status, answer.body.code], [400, 'VALIDATION_ERROR'])
    t.is(answer.body.details[0].code, 'malformed')
  }
  t.deepEqual(await rowsOf(server.services), noRows)
})

test('a file that is empty, too large or of an unlisted type is refused, and nothing is stored', async (t) => {
  const { client: make, server } = await startHarness(t)
  const client = await make()
  const { bodyBytesMax } = loadContract().operations.find(({ id }) => id === 'uploadResume')!
  t.is(bodyBytesMax, sizes.resume.bytes)
  const large = new Uint8Array(bodyBytesMax + 1)
  const cases = [
    [null, octets, 400, 'required'],
    [formOf({ file: new Uint8Array() }), {}, 400, 'required'],
    [large, octets, 413, 'too_large'],
    [new Blob([large]).stream(), octets, 413, 'too_large'],
    [formOf({ file: large }), {}, 413, 'too_large'],
    [resumeOf(), { 'Content-Type': 'application/x-www-form-urlencoded' }, 415, 'unsupported'],
    [resumeOf(), { 'Content-Type': 'application/json' }, 415, 'unsupported'],
    [resumeOf(), {}, 415, 'unsupported'],
    [resumeOf(), { ...octets, 'Content-Encoding': 'gzip' }, 415, 'unsupported'],
  ] as const
  for (const [body, headers, status, code] of cases) {
    const answer = await upload(t, client, body, headers)
    t.deepEqual([answer.status, answer.body.code, answer.body.details[0].code], [status, 'VALIDATION_ERROR', code])
  }
  t.deepEqual(await rowsOf(server.services), noRows)
  t.is((await upload(t, client, new Uint8Array(bodyBytesMax))).status, 201)
  t.is((await upload(t, client, resumeOf(), { 'Content-Type': 'Text/Plain; charset=utf-8' })).status, 201)
})

test('an upload that breaks off in the middle stores nothing', async (t) => {
  const { client: make, server } = await startHarness(t)
  const { key, url } = await make()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.write(
    `POST /v1/resumes HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nX-Tenant-Id: acme\r\n` +
      `Content-Type: application/pdf\r\nContent-Length: ${4 * chunkBytes}\r\n\r\n`,
  )
  socket.write(Buffer.alloc(3 * chunkBytes, 'x'))
  await until('chunks are stored', async () => (await rowsOf(server.services)).resume_chunks === 2)
  socket.destroy()
  await until('nothing is left', async () => (await rowsOf(server.services)).resumes === 0)
  t.deepEqual(await rowsOf(server.services), noRows)
  const [kept] = await server.services.database.select<{ bytes: number }>(
    'SELECT SUM(keptBytes) AS bytes FROM quota_lanes',
  )
  t.true(Number(kept?.bytes) < 10_000, 'failed uploads do not count towards the quota')
})

test('an upload may take longer than other requests, but is refused and deleted if it takes too long', async (t) => {
  const contract = changedContract({ 'x-timeouts/requestSeconds': 1, 'x-timeouts/uploadSeconds': 4 })
  const { client: make, server } = await startHarness(t, { overrides: { contract } })
  const { url, key } = await make()
  const begin = (path: string, type: string, length: number) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    t.teardown(() => socket.destroy())
    const head = `Host: a\r\nAuthorization: Bearer ${key}\r\nX-Tenant-Id: acme\r\nContent-Type: ${type}`
    socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\nContent-Length: ${length}\r\n\r\n`)
    let text = ''
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()))
    return {
      socket,
      answered: (status: number) =>
        until(`${path} is answered ${status}`, () => text.startsWith(`HTTP/1.1 ${status} `)),
    }
  }
  const json = begin('/v1/jobs/job-1/criteria-generations', 'application/json', 9)
  const slow = begin('/v1/resumes', 'text/plain', 9)
  const tooSlow = begin('/v1/resumes', 'text/plain', 3 * chunkBytes)
  tooSlow.socket.write(Buffer.alloc(2.5 * chunkBytes, 'x'))
  await json.answered(408)
  slow.socket.write('x'.repeat(9))
  await slow.answered(201)
  await until('a chunk is stored', async () => (await rowsOf(server.services)).resume_chunks === 2)
  await tooSlow.answered(408)
  await until('only the other is left', async () => (await rowsOf(server.services)).resumes === 1)
  t.deepEqual(await rowsOf(server.services), { resumes: 1, resume_chunks: 1, resume_uses: 0 })
})

test('a repeat of the same bytes under the same idempotency key gets the first response and stores nothing', async (t) => {
  const { client: make, server } = await startHarness(t)
  const client = await make()
  const other = await make({ partnerId: client.partnerId, tenant: 'other' })
  for (const size of [0, 2 * chunkBytes]) {
    const file = new Uint8Array(resumeOf(size))
    const headers = { ...octets, 'Idempotency-Key': `key ${size}` }
    const first = await upload(t, client, file, headers)
    const before = await rowsOf(server.services)
    const again = await upload(t, client, file, headers)
    const asForm = await upload(t, client, formOf({ file }), { 'Idempotency-Key': `key ${size}` })
    for (const repeat of [again, asForm]) {
      t.deepEqual([repeat.status, repeat.body], [201, first.body])
      t.is(repeat.headers['idempotent-replayed'], 'true')
    }
    const changed = await upload(t, client, resumeOf(size), headers)
    t.deepEqual([changed.status, changed.body.code], [422, 'IDEMPOTENCY_KEY_ALREADY_USED'])
    t.deepEqual(await rowsOf(server.services), before)
    t.not((await upload(t, other, file, headers)).body.resume.id, first.body.resume.id)
  }
})

test('of ten concurrent uploads with the same idempotency key, one is kept', async (t) => {
  const { client: make, server } = await startHarness(t)
  const client = await make()
  const file = resumeOf(2.5 * chunkBytes)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => upload(t, client, file, { ...octets, 'Idempotency-Key': 'k' })),
  )
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  t.is(new Set(answers.map(({ body }) => body.resume.id)).size, 1)
  t.deepEqual(await rowsOf(server.services), { resumes: 1, resume_chunks: 3, resume_uses: 0 })
})

test('an upload that exceeds the storage quota is refused while it arrives, and the stored part is deleted', async (t) => {
  const { client: make, server } = await startHarness(t)
  const client = await make()
  const { services } = server
  await setQuotas(services, 'partner 1', { keptBytes: 3 * chunkBytes })
  const answer = await upload(t, client, resumeOf(8 * chunkBytes))
  t.deepEqual(
    [answer.status, answer.body.details[0].code, answer.body.details[0].field],
    [400, 'limit_reached', 'keptBytes'],
  )
  t.deepEqual(await rowsOf(services), noRows)
  t.is((await upload(t, client, resumeOf(chunkBytes))).status, 201)
})

test('more concurrent uploads than the contract allows are refused until one ends', async (t) => {
  const client = await (await startHarness(t)).client()
  const { limit } = loadContract().rateLimits.uploads
  const open = new Set<ReadableStreamDefaultController>()
  const uploadSlowly = async (): Promise<Answer> => {
    const { readable, controller } = openBody()
    open.add(controller)
    const answer = await upload(t, client, readable)
    if (answer.status !== 429) return answer
    // A request from the loop below had taken the last slot, so try again.
    open.delete(controller)
    return uploadSlowly()
  }
  const slow = Array.from({ length: limit }, uploadSlowly)
  const refused = await until('a further one is refused', async () => {
    const answer = await upload(t, client, resumeOf())
    return answer.status === 429 && answer
  })
  t.is(refused.body.details[0].code, 'in_flight')
  t.true(Number(refused.headers['retry-after']) >= 1)
  for (const controller of open) controller.close()
  t.deepEqual(new Set((await Promise.all(slow)).map(({ status }) => status)), new Set([201]))
  t.is((await upload(t, client, resumeOf())).status, 201)
})

/** Returns a request body that sends a resume and then stays open until its controller closes it. */
function openBody(): { readable: ReadableStream; controller: ReadableStreamDefaultController } {
  let controller: ReadableStreamDefaultController | undefined
  const readable = new ReadableStream({
    start(opened) {
      opened.enqueue(new Uint8Array(resumeOf()))
      controller = opened
    },
  })
  return { readable, controller: controller as ReadableStreamDefaultController }
}
