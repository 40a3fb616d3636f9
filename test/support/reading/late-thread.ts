/** A reading thread whose start takes longer than a file may, as on a machine that is very busy. */
import { setTimeout as delay } from 'node:timers/promises'

const startMs = 7_000

await delay(startMs)
export const { parseResume } = await import('../../../workers/main.ts')
