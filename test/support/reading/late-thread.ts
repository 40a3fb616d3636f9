/** A reading thread that takes longer to start than the time limit of a file, as on a very busy machine. */
import { setTimeout as delay } from 'node:timers/promises'

const startMs = 7_000

await delay(startMs)
export const { parseResume } = await import('../../../workers/main.ts')
