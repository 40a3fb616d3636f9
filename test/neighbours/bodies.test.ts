/** A partner sends bodies with millions of values. The tests limit how much this affects other partners. */
import test from 'ava'
import { request } from 'node:http'
import { startHarness, type Client } from '../support/harness.ts'

const batches = '/v1/jobs/job-1/scoring-batches'
const resumeUrl = 'https://fixtures.sandbox.invalid/strong'

/** Sends a body. Returns the response, and how many bytes had been sent before it arrived. */
function sendCounting(
  { url, key, tenant }: Client,
  body: Buffer,
): Promise<{ status?: number; sent: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      'X-Tenant-Id': tenant,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    }
    let sent = 0
    const call = request(url + batches, { method: 'POST', headers }, (answer) => {
      let text = ''
      const sentBefore = sent
      answer.on('data', (bytes) => (text += bytes))
      answer.on('end', () => {
        call.destroy()
        resolve({ status: answer.statusCode, sent: sentBefore, text })
      })
    })
    call.on('error', reject)
    const push = () => {
      if (call.destroyed || sent >= body.length) return
      const chunk = body.subarray(sent, (sent += 16_384))
      call.write(chunk, () => setImmediate(push))
    }
    push()
  })
}

test('a body of millions of values is refused while it arrives, long before its end', async (t) => {
  const { client } = await startHarness(t)
  const attacker = await client()
  const body = Buffer.from(`{"applications":[${Array(2_700_000).fill('{}').join(',')}]}`)
  const { status, sent, text } = await sendCounting(attacker, body)
  t.is(status, 400)
  t.is(JSON.parse(text).details[0].code, 'limit_reached')
  t.true(sent < body.length / 2, `${sent} of ${body.length}`)
})

test('values that the service ignores also count towards the limit', async (t) => {
  const { client } = await startHarness(t)
  const attacker = await client()
  await attacker.generate('job-1')
  const entry = (index: number) =>
    `{"applicationId":"a-${index}","resumeUrl":"${resumeUrl}","candidateData":{"crm":[${Array(80_000).fill('{}').join(',')}]}}`
  const { status, body } = await attacker.send('POST', batches, `{"applications":[${entry(1)},${entry(2)}]}`)
  t.is(status, 400)
  t.is(body.details[0].code, 'limit_reached')
})

test('a large body is parsed in a thread, which returns only the members that the operation reads', async (t) => {
  const { client, server } = await startHarness(t)
  const { pool } = server.services
  const returned: unknown[] = []
  const inThread = pool.readBody
  pool.readBody = async (...task) => {
    const read = await inThread(...task)
    returned.push(read)
    return read
  }
  const victim = await client()
  await victim.generate('job-1')
  const answers = [{ question: 'When?', answer: 'x'.repeat(9_000) }]
  const entries = Array.from({ length: 20 }, (_, index) => ({ applicationId: `a-${index}`, resumeUrl }))
  const sent = entries.map((entry) => ({
    ...entry,
    candidateData: { applicationAnswers: answers, crm: 'y'.repeat(90_000) },
  }))
  t.is((await victim.post(batches, { applications: sent })).status, 202)
  const kept = entries.map((entry) => ({ ...entry, candidateData: { applicationAnswers: answers } }))
  t.deepEqual(returned, [{ ok: true, body: { applications: kept }, sha256: null }])
  t.is((await victim.post(batches, { applications: entries })).status, 202)
  t.is(returned.length, 1, 'a small body is parsed without a thread')
})

test('a repeated idempotency key is refused even if the large bodies differ only in ignored members', async (t) => {
  const { client } = await startHarness(t)
  const partner = await client()
  await partner.generate('job-1')
  const bodyOf = (crm: string) => ({
    applications: [{ applicationId: 'a', resumeUrl, candidateData: { crm: crm.repeat(100_000) } }],
  })
  const once = { 'Idempotency-Key': 'once' }
  t.is((await partner.post(batches, bodyOf('x'), once)).status, 202)
  t.is((await partner.post(batches, bodyOf('x'), once)).headers['idempotent-replayed'], 'true')
  t.is((await partner.post(batches, bodyOf('y'), once)).body.code, 'IDEMPOTENCY_KEY_ALREADY_USED')
})
