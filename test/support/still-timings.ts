/** Timings for a server that runs nothing periodically. Tests call the periodic tasks themselves. */
import { timings } from '../../src/platform/timings.ts'

export const still = { ...timings, sweepMs: 1e9, compareMs: 1e9, heartbeatMs: 1e9, concurrencySampleMs: 1e9 }
