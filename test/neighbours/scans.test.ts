/**
 * A partner's resumes are scans, which take seconds per page. The tests check that other files are read in the
 * meantime.
 */
import test from 'ava'
import { createPool } from '../../src/platform/pool.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'
import { linesPdf, resumeLines } from '../tools/samples/resumes.ts'
import { makeTiff, scanOf } from '../tools/samples/scans.ts'

const quiet = { info() {}, warn() {} }
const patienceMs = 300_000

test('text files are read while scans are being read, and at most two scans of a partner are read concurrently', async (t) => {
  t.timeout(patienceMs)
  const settings = { engine: { name: 'embedded' }, modelCalls: 1, contract: loadContract(), restMs: 1_000 } as const
  const pool = createPool(settings, quiet)
  t.teardown(() => pool.close())
  const page = await scanOf(await linesPdf(Array<string>(60).fill(resumeLines.join(' '))))
  // The scan has only a quarter of the page, because OCR of a whole page would exceed its time limit while other tests
  // run.
  const height = Math.floor(page.height / 4)
  const scan = makeTiff([{ ...page, height, pixels: page.pixels.subarray(0, page.width * height) }])
  const ended: string[] = []
  const read = async (owner: string, file: Uint8Array) => {
    const task = { source: { bytes: new Uint8Array(file) }, answers: [], blind: true }
    const outcome = await pool.parseResume(owner, task, patienceMs)
    ended.push(outcome.ok ? outcome.value.type : outcome.code)
    return outcome
  }
  const scans = [read('p_1', scan), read('p_1', scan), read('p_1', scan)]
  await Promise.race(scans)
  t.deepEqual(ended, ['NO_ROOM'])
  const own = await read('p_1', await linesPdf())
  const other = await read('p_2', await linesPdf())
  t.true(own.ok && other.ok)
  t.deepEqual(ended, ['NO_ROOM', 'pdf', 'pdf'])
  const outcomes = await Promise.all(scans)
  t.deepEqual(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code)).sort(), ['NO_ROOM', 'ok', 'ok'])
})

test('a server does not start with an OCR language that is not installed, and says how to install it', (t) => {
  const settings = { engine: { name: 'embedded' }, modelCalls: 1, contract: loadContract(), restMs: 1_000 } as const
  t.throws(() => createPool({ ...settings, languages: ['eng', 'tlh'] }, quiet), {
    message: /OCR_LANGUAGES contains tlh.*npm install @tesseract\.js-data\/tlh/,
  })
})
