/** Measures the time from submission to COMPLETED of consecutive jobs, as seen by a partner that polls. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Ask } from './openings.ts'
import type { Opening } from './requests.ts'

/** These jobs are not measured, because the first jobs of a process compile its code. */
const warmUps = 10
/** The minimum number of jobs and the minimum duration: enough for a 95th percentile. */
const roundsMin = 40
const measuredMs = 6_000
/** The polling interval. It is far shorter than the measured times, and the load of the polls is negligible. */
const pollMs = 5

/** Returns the time from submission to COMPLETED, in ms. @throws Error if the job ends otherwise */
export async function journey(ask: Ask, opening: Opening, application: string, resumeUrl: string): Promise<number> {
  const from = performance.now()
  const path = `/v1/jobs/${opening.job}/applications/${application}`
  let job = await ask(opening, 'POST', `${path}/scoring-jobs`, { resumeUrl })
  while (job.status === 'queued' || job.status === 'processing') {
    await delay(pollMs)
    job = await ask(opening, 'GET', `${path}/score`)
  }
  if (job.status !== 'completed') throw new Error(`${application} ended as ${job.status}: ${JSON.stringify(job.error)}`)
  return performance.now() - from
}

/**
 * Returns percentiles of many journeys, in ms; `first` is the time of the first journey. The ids of the applications
 * begin with `name`, which must be different in each call.
 */
export async function journeys(
  ask: Ask,
  opening: Opening,
  name: string,
  resumeUrl = `${opening.resumes}/${name}`,
): Promise<{ first: number; p50: number; p95: number }> {
  const first = await journey(ask, opening, `${name}-first`, resumeUrl)
  for (let round = 1; round < warmUps; round += 1) await journey(ask, opening, `${name}-warm-${round}`, resumeUrl)
  const times: number[] = []
  const began = performance.now()
  while (times.length < roundsMin || performance.now() - began < measuredMs)
    times.push(await journey(ask, opening, `${name}-${times.length}`, resumeUrl))
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(share * times.length)] as number
  return { first, p50: at(0.5), p95: at(0.95) }
}
