/** Changes quotas for the operator: how much a partner may store in each environment. */
import type { Allowed, Plan, Quota } from '../../kit/caller.ts'
import { allowedOf } from '../../platform/contract/quotas.ts'
import type { Services } from '../../platform/services.ts'
import { parseNumbers, type PartnerRow } from '../../tables/partners.ts'
import { environments, findUncounted, recountKept } from '../../tables/kept-recount.ts'
import type { Kept } from '../../tables/kept-sizes.ts'
import { changeNumbers, getPartnerByName } from './partners.ts'

type Numbers = { quotas: Record<Plan, Allowed> }

/** The new value of each quota to change; null restores the plan's value. */
export type QuotaChanges = Partial<Record<Quota, number | null>>

/** Returns the quotas that apply to a partner. */
export function quotasOf(numbers: Numbers, { plan, quotas }: Pick<PartnerRow, 'plan' | 'quotas'>): Allowed {
  return allowedOf(numbers, { plan: plan ?? 'standard', quotas: parseNumbers<Allowed>(quotas) })
}

/**
 * Changes a partner's quotas (see `changeNumbers`) and returns all quotas that now apply. Existing data is kept, even
 * if it exceeds a quota.
 * @throws VALIDATION_ERROR
 */
export async function setQuotas(
  services: Pick<Services, 'database' | 'clock'> & { contract: Numbers },
  partnerName: string,
  changes: QuotaChanges,
): Promise<Allowed> {
  return quotasOf(services.contract, await changeNumbers(services, partnerName, 'quotas', changes))
}

/**
 * Recounts what a partner stores and corrects its counts. Servers may be running. Returns, for each environment, by how
 * much its counts were wrong; null if another recount was running. @throws VALIDATION_ERROR if there is no partner with
 * that name
 */
export async function recount(
  services: Pick<Services, 'database' | 'clock'>,
  partnerName: string,
): Promise<Record<string, Kept | null>> {
  const { id: partnerId } = await getPartnerByName(services, partnerName)
  const found: Record<string, Kept | null> = {}
  for (const environment of environments)
    found[environment] = await recountKept(services.database, { partnerId, environment })
  return found
}

/** Counts the data of partners that have no counts yet, because an older release stored the data. */
export async function countUncounted({ database, draining }: Pick<Services, 'database' | 'draining'>): Promise<void> {
  for (;;) {
    const owner = draining() ? null : await findUncounted(database)
    if (!owner) return
    await recountKept(database, owner)
  }
}
