/**
 * Malicious files delay other partners only within limits, and use a limited amount of memory. Only the long form
 * checks times and memory.
 */
import test, { type ExecutionContext } from 'ava'
import { setTimeout as delay } from 'node:timers/promises'
import { loseThreads } from '../support/reading/children.ts'
import { openReadingScene, type ReadingScene, type ScenePartner } from '../support/reading/scene.ts'
import { isLong } from '../support/chaos/rounds.ts'
import { hostileKinds, hostilePdf } from '../tools/samples/hostile-pdfs.ts'
import { linesPdf, makeDocx, makeZip } from '../tools/samples/resumes.ts'
import { MINUTE } from '../../src/kit/time.ts'

const long = isLong ? test.serial : test.serial.skip
const timeoutMs = 30 * MINUTE

/**
 * The limit that we promise: while malicious files are read, another job takes at most 50% longer or this many
 * milliseconds longer, whichever is more.
 */
const longerMs = 500
const memoryMegabytesMax = 500
/** How much memory may remain in use a minute after the load, relative to the memory before it. */
const memoryShareMax = 1.2
const slowFiles = 120
const honestJobs = 30
const pollMs = 10
const patientPollMs = 1_000

/** Returns how long another partner's consecutive jobs took, the shortest first. */
async function timesOf(t: ExecutionContext, partner: ScenePartner, count: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const end = await partner.submit(linesPdf)
    const { status, ms } = await end(pollMs)
    t.is(status, 'completed')
    times.push(ms)
  }
  return times.sort((a, b) => a - b)
}

const medianOf = (sorted: number[]) => sorted[Math.floor(sorted.length / 2)]!
/** Ignores the longest times, which are caused by other load on the machine. */
const nearlyAllOf = (sorted: number[]) => sorted[Math.floor(sorted.length * 0.9)]!
const shown = (sorted: number[]) =>
  [medianOf(sorted), nearlyAllOf(sorted), sorted.at(-1)!].map((ms) => ms.toFixed(0)).join(' / ')

long('120 slow PDFs of one partner delay another’s job by half, or by 500 ms, at most', async (t) => {
  t.timeout(timeoutMs)
  const scene = await openReadingScene(t)
  const [hostile, other] = [await scene.enter('hostile'), await scene.enter('other')]
  await timesOf(t, other, 5)
  const alone = await timesOf(t, other, honestJobs)
  for (let index = 0; index < slowFiles; index++)
    await hostile.submit(() => hostilePdf(hostileKinds[index % 3]!, index))
  await delay(5_000)
  const beside = await timesOf(t, other, honestJobs)
  t.log(`p50 / p90 / max in ms: alone ${shown(alone)}; beside ${slowFiles} slow PDFs ${shown(beside)}`)
  for (const figure of [medianOf, nearlyAllOf])
    t.true(figure(beside) <= Math.max(1.5 * figure(alone), figure(alone) + longerMs))
})

/**
 * Submits all files, waits until their jobs have ended, and checks the server's memory during the load and a minute
 * later.
 */
async function weigh(
  t: ExecutionContext,
  scene: ReadingScene,
  files: (() => Uint8Array | Promise<Uint8Array>)[],
): Promise<void> {
  t.timeout(timeoutMs)
  const partner = await scene.enter('hostile')
  await timesOf(t, partner, 5)
  const before = scene.memory().now
  const ends: Promise<{ status: string; code?: string }>[] = []
  for (const make of files) ends.push((await partner.submit(make))(patientPollMs))
  const outcomes = Object.groupBy(await Promise.all(ends), ({ code, status }) => code ?? status)
  const { most } = scene.memory()
  await delay(MINUTE)
  const after = scene.memory().now
  const counts = Object.entries(outcomes).map(([code, jobs]) => `${code} ${jobs?.length}`)
  t.log(`${counts.join(', ')}; memory ${[before, most, after].map(Math.round).join(' → ')} MB`)
  t.true(most <= memoryMegabytesMax, `${most} MB at most`)
  t.true(after <= memoryShareMax * before, `${before} MB before, ${after} MB a minute later`)
}

long('60 texts of 10 MiB use less than 500 MB, which are freed within a minute', async (t) => {
  const text = Buffer.from(
    'Six years of work with steel, of which three as a foreman at Oak and Sons.\n'.repeat(140_000),
  )
  const files = Array.from(
    { length: 60 },
    (_, index) => () => Buffer.from(`Number ${index}\n${text}`).subarray(0, 10 * 2 ** 20),
  )
  await weigh(t, await openReadingScene(t), files)
})

/**
 * The archive is created only once, because that takes seconds. Different bytes after its end make each file different.
 */
let bomb: Promise<Buffer> | undefined
const makeBomb = () => (bomb ??= makeZip({ 'word/document.xml': `<a>${' '.repeat(60_000_000)}</a>` }))

/** Files that each use as much of something as possible: time, memory, a sandbox, a thread. */
const hostileFiles: ((number: number) => Uint8Array | Promise<Uint8Array>)[] = [
  (number) => hostilePdf('shadings', number),
  (number) => Buffer.from(`<html><p>${number}${'<b>'.repeat(3_000_000)}`),
  (number) => Buffer.from(`<html><p>${number}</p>${`<p>${'word '.repeat(20)}</p>`.repeat(40_000)}`),
  async (number) => Buffer.concat([await makeBomb(), Buffer.from(`${number}`)]),
  (number) => Buffer.from(`${number} ada@example.com `.repeat(400_000)),
  (number) => makeDocx(Array.from({ length: 2_000 }, (_, index) => `Line ${index} of ${number}`)),
  (number) => Buffer.from(`%PDF-1.7 ${number} and nothing else`),
  (number) => hostilePdf('crowd', number),
  (number) => linesPdf(Array.from({ length: 1_000 }, (_, index) => `Line ${index} of ${number}`)),
  (number) => Buffer.from(`${number}\u202e`.repeat(900_000)),
]

long('300 malicious files in a row use less than 500 MB, which are freed within a minute', async (t) => {
  const files = Array.from({ length: 300 }, (_, index) => () => hostileFiles[index % hostileFiles.length]!(index))
  await weigh(t, await openReadingScene(t), files)
})

long('after 50 threads have been ended no process of theirs is left', async (t) => {
  t.timeout(timeoutMs)
  await loseThreads(t, 50)
})
