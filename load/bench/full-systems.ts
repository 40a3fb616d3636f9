/** Pairs of systems: one with a million finished and 100,000 queued jobs, and an empty one to compare it with. */
import { seedFinished } from '../seed.ts'
import type { Code } from './checkouts.ts'
import { countFromNow } from './places.ts'
import { startEmbedded, startService, untilCompleted, type Outdoors, type System } from './systems.ts'

const finished = 1_000_000
const queued = 100_000
/** The number of jobs to create between two counts. It is small, so that a count takes only milliseconds. */
const chunk = 50_000
const pollMs = 500

/** Starts a full system and an empty one on the same MariaDB. */
export async function startFullAndEmpty(outdoors: Outdoors, code: Code): Promise<{ ours: System; versus: System }> {
  const [ours, versus] = [await startService(outdoors, code), await startService(outdoors, code)]
  const startedAt = performance.now()
  const count = await seedFinished(ours, finished)
  await queueUp(ours)
  // Most rows empty a system before they measure it, but this one must stay full.
  ours.empty = async () => {}
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`versus: empty tables; ours: ${count} finished jobs and ${queued} queued, made in ${seconds} s`)
  return { ours, versus }
}

/** Refills the queue. */
export async function queueUp(system: System): Promise<void> {
  const waiting = await system.place.count('PENDING')
  if (waiting < queued) await system.fill(queued - waiting)
}

/** Starts an empty system, and one that first processes a million jobs, which takes about 20 minutes. */
export async function startFullAndEmptyEmbedded(
  outdoors: Outdoors,
  code: Code,
): Promise<{ ours: System; versus: System }> {
  const [ours, versus] = [await startEmbedded(outdoors, code), await startEmbedded(outdoors, code)]
  const startedAt = performance.now()
  for (let count = 0; count < finished; count += chunk) {
    countFromNow()
    await ours.fill(chunk)
    await untilCompleted(ours, chunk, pollMs)
  }
  countFromNow()
  await ours.fill(queued)
  ours.pause()
  const minutes = Math.round((performance.now() - startedAt) / 60_000)
  console.log(`versus: an empty database; ours: ${finished} finished jobs and ${queued} queued, made in ${minutes} min`)
  return { ours, versus }
}
