/**
 * A stage is a set of systems that rows are measured on: the service, an older commit and the peer. Its systems start
 * when the first row needs them, and stop before the next stage.
 */
import type { Code } from './checkouts.ts'
import { startFullAndEmpty, startFullAndEmptyEmbedded } from './full-systems.ts'
import { checkAlike, startPeer } from './peer.ts'
import { startEmbedded, startService, type Outdoors, type System } from './systems.ts'

export type Codes = { ours: Code; before: Code | null }
/** `versus` is our own system under another condition. */
export type Systems = { ours: System; peer?: System; before?: System; versus?: System }
/**
 * `cluster`: on MariaDB, RabbitMQ and Redis. `embedded`: in one process. The other two are the same with a million
 * finished jobs.
 */
export type StageName = 'cluster' | 'embedded' | 'full' | 'full embedded'
export type Stage = { outdoors: Outdoors; codes: Codes; systems: Systems }

/** Starts all systems of one kind. If one does not start, the others end with the bench. */
export async function openStage(name: StageName, outdoors: Outdoors, codes: Codes): Promise<Stage> {
  if (name === 'full') return { outdoors, codes, systems: await startFullAndEmpty(outdoors, codes.ours) }
  if (name === 'full embedded')
    return { outdoors, codes, systems: await startFullAndEmptyEmbedded(outdoors, codes.ours) }
  const start = name === 'cluster' ? startService : startEmbedded
  const systems: Systems = { ours: await start(outdoors, codes.ours) }
  if (codes.before) systems.before = await start(outdoors, codes.before)
  if (name === 'cluster') {
    systems.peer = await startPeer(outdoors, systems.ours.openings)
    await checkAlike(systems.ours, systems.peer)
  }
  return { outdoors, codes, systems }
}

/** Ends the systems and removes their data. */
export async function closeStage({ systems }: Stage): Promise<void> {
  for (const system of Object.values(systems)) await system.close()
}
