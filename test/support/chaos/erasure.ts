/** A partner that deletes and another partner that writes, in one embedded file that may be large. */
import { randomBytes } from 'node:crypto'
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Services } from '../../../src/platform/services.ts'
import { verdicts } from '../../../src/tables/verdicts.ts'
import type { Client } from '../harness.ts'
import { until } from '../../tools/until.ts'

const writeEveryMs = 20
/** With more concurrent requests, the test would measure its own requests. */
const atOnce = pLimit(4)

/** Inserts other owners' rows in random order, until the file has this size. */
export async function enlarge({ database }: Services, fileBytes: number): Promise<void> {
  const pages = async () =>
    (await database.select<{ pages: number }>(`SELECT page_count AS pages FROM pragma_page_count`))[0]!.pages
  const evidence = 'evidence of work with wood and steel in the years before '.repeat(20)
  while ((await pages()) * 4096 < fileBytes) {
    const rows = Array.from({ length: 500 }, () => ({
      ...{ applicationId: randomBytes(16).toString('hex'), hash: randomBytes(32).toString('hex'), tenantId: 'other' },
      ...{ verdict: 'MET' as const, reason: 'other', evidence, findings: null, createdAt: 0 },
    }))
    await database.insert(verdicts, rows)
  }
}

/** Scores this many applications, each with the mark in its answers and its URL, and returns their paths. */
export async function scoreMarked(client: Client, mark: string, count: number): Promise<string[]> {
  const candidateData = { applicationAnswers: [{ question: `Why ${mark}?`, answer: `Because of ${mark}. `.repeat(9) }] }
  const resumeUrl = `https://fixtures.sandbox.invalid/strong?token=${mark}`
  const names = Array.from({ length: count }, (_, index) => `${mark}-${index}`)
  await Promise.all(names.map((name) => atOnce(() => client.score('job-1', name, { resumeUrl, candidateData }))))
  return names.map((name) => `/v1/jobs/job-1/applications/${name}`)
}

/** Deletes all of these, and waits until each deletion is completed. */
export async function deleteAll(client: Client, paths: string[]): Promise<void> {
  const sent = await Promise.all(paths.map((path) => atOnce(() => client.send('DELETE', path))))
  for (const { headers } of sent) {
    const isOver = async () => (await client.get(headers.location as string)).body.deletionRequest.completedAt !== null
    await until('the deletion is completed', isOver, 200)
  }
}

/** Returns the files in a folder that contain a string. */
export async function holdersOf(folder: string, text: string): Promise<string[]> {
  const found: string[] = []
  for (const name of readdirSync(folder)) {
    let end = ''
    for await (const chunk of createReadStream(join(folder, name), { encoding: 'latin1', highWaterMark: 2 ** 22 })) {
      if ((end + chunk).includes(text)) found.push(name)
      end = chunk.slice(-text.length)
    }
  }
  return [...new Set(found)]
}

/**
 * Returns how long each of another partner's writes took before `over` resolved, in milliseconds, the shortest first.
 */
export async function writeUntil(client: Client, over: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  void over.finally(() => (isOver = true)).catch(() => {})
  for (let turn = 0; !isOver; turn += 1) {
    const since = performance.now()
    const criteria = [{ text: `Wood ${turn}`, importance: 'PREFERRED' }]
    const { status, body } = await client.send('PUT', '/v1/jobs/job-2/criteria', { criteria })
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
    times.push(performance.now() - since)
    await delay(writeEveryMs)
  }
  await over
  return times.sort((a, b) => a - b)
}

/** Returns the time within which this share of the calls ended. */
export function shareOf(times: number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))]!
}

export function figuresOf(times: number[]): string {
  const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => shareOf(times, share).toFixed(1))
  return `${times.length} calls, p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, max ${max} ms`
}
