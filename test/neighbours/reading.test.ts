/** A partner's files occupy threads as long as possible. The tests limit how much this affects others. */
import test, { type ExecutionContext } from 'ava'
import { availableParallelism } from 'node:os'
import { createPool } from '../../src/platform/pool.ts'
import { createReadingPool } from '../../src/platform/reading/reading-pool.ts'
import { createReadingThreads } from '../../src/platform/reading/reading-threads.ts'
import { makeText, linesPdf, resumeLines } from '../tools/samples/resumes.ts'
import { hostileKinds, hostilePdf } from '../tools/samples/hostile-pdfs.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'

const contract = loadContract()

const cores = availableParallelism()
/** A time limit for reading a file that no test reaches. */
const patienceMs = 300_000
const settingsOf = (filename: string) => {
  const standstill = { since: () => false }
  return { filename, maxThreads: 1, env: {}, serve() {}, standstill }
}
const quiet = { info() {}, warn() {} }

/** Starts a pool. `ended` lists the owner of each file whose reading has ended. */
function startPool(t: ExecutionContext) {
  const pool = createPool({ engine: { name: 'embedded' }, modelCalls: 1, contract, restMs: 1_000 }, quiet)
  t.teardown(() => pool.close())
  const ended: string[] = []
  const read = async (owner: string, file: Uint8Array, timeoutMs = patienceMs): Promise<string> => {
    const task = { source: { bytes: new Uint8Array(file) }, answers: [], blind: true }
    const outcome = await pool.parseResume(owner, task, timeoutMs)
    ended.push(owner)
    return outcome.ok ? 'read' : `${outcome.code}: ${outcome.message}`
  }
  /** Starts reading `count` files, which occupy threads until the pool is closed. */
  const hold = (owner: string, count: number) => {
    for (let index = 0; index < count; index++) read(owner, hostilePdf(hostileKinds[index % 3]!, index)).catch(() => {})
  }
  return { read, hold, ended }
}

test("while one partner's files occupy threads, another partner's file is read immediately", async (t) => {
  const { read, hold, ended } = startPool(t)
  hold('p_hostile', cores + 3)
  t.is(await read('p_other', await linesPdf()), 'read')
  t.is(await read('p_other', await linesPdf()), 'read')
  t.deepEqual(ended, ['p_other', 'p_other'])
})

test('a partner that is alone has a thread for each core', async (t) => {
  const { read, hold, ended } = startPool(t)
  hold('p_1', cores - 1)
  t.is(await read('p_1', await linesPdf()), 'read')
  t.deepEqual(ended, ['p_1'])
})

test('a file that used all of its time fails immediately when its partner sends it again', async (t) => {
  const { read } = startPool(t)
  const [file, timeoutMs] = [hostilePdf('tiling', 1), 1_000]
  t.regex(await read('p_1', file, timeoutMs), /^RESUME_PARSE_FAILED: the (thread|deadline)/)
  t.is(await read('p_1', file, timeoutMs), 'RESUME_PARSE_FAILED: the same file failed before')
  t.regex(
    await read('p_2', file, timeoutMs),
    /^RESUME_PARSE_FAILED: the (thread|deadline)/,
    'another partner does not learn that the file failed',
  )
  t.is(await read('p_1', await linesPdf()), 'read')
})

test('a file whose time ran out while the process was paused can be read again', async (t) => {
  const filename = new URL('../../workers/main.ts', import.meta.url).href
  let stoodStill = true
  const standstill = { since: () => stoodStill, close() {} }
  const pool = createReadingPool({ filename, languages: ['eng'], contract, standstill })
  t.teardown(() => pool.close())
  const read = () => {
    const source = { bytes: new Uint8Array(hostilePdf('tiling', 2)) }
    return pool.parseResume('p_1', { source, answers: [], blind: true }, 1_000)
  }
  t.like(await read(), { ok: false, code: 'RESUME_PARSE_FAILED', lost: true })
  stoodStill = false
  const again = await read()
  t.like(again, { ok: false, code: 'RESUME_PARSE_FAILED', killed: 'unknown' })
  t.false('lost' in again)
})

for (const kind of hostileKinds) {
  test(`a PDF that never ends because of ${kind} fails at its deadline`, async (t) => {
    const { read } = startPool(t)
    t.regex(await read('p_1', hostilePdf(kind, 7), 2_000), /^RESUME_PARSE_FAILED: the (thread|deadline)/)
  })
}

test.serial('a thread ends after a file for which PDFium exceeded its memory, but not after other files', async (t) => {
  const filename = new URL('../../workers/main.ts', import.meta.url).href
  const threads = createReadingThreads(settingsOf(filename))
  t.teardown(() => threads.close())
  let started = 0
  const count = () => void (started += 1)
  process.on('worker', count)
  t.teardown(() => process.off('worker', count))
  const read = async (file: Uint8Array) => {
    const task = { source: { bytes: new Uint8Array(file) }, answers: [], blind: true, sizes: contract.sizes.resume }
    const { outcome } = await threads.read('p_1', task, patienceMs)
    return { code: outcome.ok ? 'read' : outcome.code, started }
  }
  t.deepEqual(await read(await linesPdf()), { code: 'read', started: 1 })
  t.deepEqual(await read(hostilePdf('crowd', 1)), { code: 'RESUME_PARSE_FAILED', started: 2 })
  t.deepEqual(await read(await linesPdf()), { code: 'read', started: 2 })
})

test('a file that exceeds the memory of its thread fails, and the process survives', async (t) => {
  const filename = new URL('../support/reading/greedy-thread.ts', import.meta.url).href
  const threads = createReadingThreads(settingsOf(filename))
  t.teardown(() => threads.close())
  const source = { bytes: new Uint8Array(1) }
  const { outcome } = await threads.read(
    'p_1',
    { source, answers: [], blind: true, sizes: contract.sizes.resume },
    patienceMs,
  )
  t.like(outcome, { code: 'RESUME_PARSE_FAILED', message: 'the file exceeded the memory of its thread' })
})

test("a file's time limit begins when its thread has started", async (t) => {
  const filename = new URL('../support/reading/late-thread.ts', import.meta.url).href
  const pool = createReadingPool({ filename, languages: ['eng'], contract })
  t.teardown(() => pool.close())
  const source = { bytes: new Uint8Array(makeText(resumeLines.join('\n'), 'utf-8')) }
  const outcome = await pool.parseResume('p_1', { source, answers: [], blind: true }, 5_000)
  t.true(outcome.ok, JSON.stringify(outcome))
})
