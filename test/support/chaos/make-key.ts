/** A partner for the processes of a scene, made in their database as the operator's command line makes one. */
import { issueKey } from '../../../src/features/access/api-keys.ts'
import { createPartner } from '../../../src/features/access/partners.ts'
import { setLimits } from '../../../src/features/access/rate-limits.ts'
import { OffsetClock } from '../../../src/kit/time.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import type { Database } from '../../../src/platform/database/database.ts'

/** A sandbox key of a new partner that reaches no limit. */
export async function makeKey(database: Database): Promise<string> {
  const services = { database, clock: new OffsetClock(), contract: loadContract() }
  const { id: partnerId, name } = await createPartner(services, 'chaos')
  const limits = Object.keys(services.contract.defaultLimits)
  await setLimits(services, name, Object.fromEntries(limits.map((limit) => [limit, 100_000])))
  return (await issueKey(services, { partnerId, environment: 'SANDBOX' })).key
}
