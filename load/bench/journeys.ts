/** One job after the other from submit to COMPLETED, as a partner that polls sees it. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Ask } from './openings.ts'
import type { Opening } from './requests.ts'

/** The first jobs compile what the others use. */
const warmUps = 10
/** As many rounds at least, for so long at least: enough for a 95th percentile. */
const roundsMin = 40
const measuredMs = 6_000
/** Far below what is measured, and no load to speak of. */
const pollMs = 5

/** From submit to COMPLETED, in ms. @throws Error when the job ends otherwise */
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

/** Percentiles of many, in ms; `first` is the very first. Names begin with `name`, which no other call may give. */
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
