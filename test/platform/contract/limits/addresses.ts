/** Limits per address: for callers with unknown keys, and for views of report links. */
import { createStrangers } from '../../../../src/features/access/strangers.ts'
import { timingsOf } from '../../../../src/platform/timings.ts'
import { until } from '../../../tools/until.ts'
import { serve, timesUntil, together, type Cases } from './case.ts'
import { defaultClient } from './requests.ts'

/** For callers without a valid key: after how many wrong keys they are slowed down, for how long, and by how much. */
const strangers = together(
  {
    'x-rate-limits/strangers/unknownKeys': 3,
    'x-rate-limits/strangers/windowSeconds': 1,
    'x-rate-limits/strangers/delaySeconds': 2,
  },
  async (t, contract) => {
    const { services } = await serve(t, contract)
    const { isActive, isFlooding, note } = createStrangers({ ...services, timings: timingsOf(contract) })
    const beganAt = performance.now()
    await isActive('unknown')
    const delayMs = performance.now() - beganAt
    const startedAt = performance.now()
    const unknownKeys = await timesUntil(() => (note('203.0.113.1'), isFlooding('203.0.113.1')), 30)
    await until('the window is over', () => !isFlooding('203.0.113.1'))
    return {
      'x-rate-limits/strangers/unknownKeys': unknownKeys,
      'x-rate-limits/strangers/windowSeconds': performance.now() - startedAt < 40_000 ? 1 : 60,
      'x-rate-limits/strangers/delaySeconds': delayMs >= 1_990 ? 2 : 1,
    }
  },
)

/** Views of report links from one address, whether or not the links open. */
const reportLinks = together(
  { 'x-rate-limits/reportLinks/limit': 3, 'x-rate-limits/reportLinks/windowSeconds': 7 },
  async (t, contract) => {
    const { client } = await defaultClient(t, contract)
    const view = () => client.get('/score-reports/unknown')
    const seen = await timesUntil(async () => (await view()).status === 429)
    return {
      'x-rate-limits/reportLinks/limit': seen - 1,
      'x-rate-limits/reportLinks/windowSeconds': Number((await view()).headers['retry-after']),
    }
  },
)

export const addressCases: Cases = { ...strangers, ...reportLinks }
