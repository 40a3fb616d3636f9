/** A reading thread that takes longer to start than a file's time limit, as on a very busy machine. */
import { setTimeout as delay } from 'node:timers/promises'

const startMs = 7_000

await delay(startMs)
export const { parseResume } = await import('../../../workers/main.ts')
