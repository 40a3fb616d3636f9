/** How worker threads react to a lost connection, and to a file that exceeds a thread's memory. */
import test from 'ava'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createPool } from '../../src/platform/pool.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'
import { smallTask } from '../tools/samples/engine-tasks.ts'

const contract = loadContract()

/** Much longer than a running thread needs for a task, even on a busy machine. */
const noticeMs = 20_000
const quiet = { info() {}, warn() {} }

test('an idle thread notices that the provider has disconnected, and does not use the dead connection for the next call', async (t) => {
  t.timeout(noticeMs)
  // Starts the provider, which disconnects only when the test says so.
  const provider = createServer({ keepAliveTimeout: 0 }, (_request, response) => void response.writeHead(503).end())
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const { port } = provider.address() as AddressInfo
  const pool = createPool(
    {
      engine: { name: 'groq', apiKey: 'gsk_test', baseUrl: `http://127.0.0.1:${port}`, model: 'm' },
      modelCalls: 2,
      contract,
      restMs: noticeMs,
    },
    quiet,
  )
  t.teardown(async () => {
    await pool.close()
    provider.closeAllConnections()
    await once(provider.close(), 'close')
  })
  const connected = once(provider, 'connection') as Promise<[Socket]>
  t.like(await pool.scoreApplication('p_1', smallTask, noticeMs), { ok: false, code: 'PROVIDER_AWAY' })
  const [connection] = await connected
  connection.end()
  await once(connection, 'close') // the thread has closed its side too
  t.true(connection.destroyed)
})

test("a file that exceeds its thread's memory fails, and the next one is read", async (t) => {
  const pool = createPool({ engine: { name: 'embedded' }, modelCalls: 1, contract, restMs: noticeMs }, quiet)
  t.teardown(() => pool.close())
  const read = async (answers: string[]) => {
    const text = `Six years of carpentry, and ${answers.length} of work with steel. `.repeat(20)
    const bytes = new TextEncoder().encode(text)
    const outcome = await pool.parseResume('p_1', { source: { bytes }, answers, blind: true }, 60_000)
    t.is(bytes.length, 0, 'the bytes of the file were transferred to the thread')
    return outcome.ok ? 'read' : outcome.code
  }
  // Many texts of ordinary size, so that memory grows in small steps.
  const many = Array.from({ length: 40 }, () => 'ada@example.com '.repeat(100_000))
  t.is(await read(many), 'RESUME_PARSE_FAILED')
  t.is(await read(['none']), 'read')
})
