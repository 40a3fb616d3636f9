/** The periods of a server in which nothing comes by itself: a test calls what would run. */
import { periods } from '../../src/platform/services.ts'

export const still = { ...periods, sweepMs: 1e9, compareMs: 1e9, heartbeatMs: 1e9, widthLookMs: 1e9 }
