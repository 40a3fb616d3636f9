/** Quotas, as the operator changes them: how much a partner may keep in each environment. */
import type { Allowed, Plan, Quota } from '../../kit/caller.ts'
import { allowedOf } from '../../platform/contract/quotas.ts'
import type { Services } from '../../platform/services.ts'
import { lockPartner, parseQuotas, updatePartnerQuotas, type PartnerRow } from '../../tables/partners.ts'
import { getPartnerByName } from './partners.ts'

type Needs = Pick<Services, 'database' | 'clock'>
type Numbers = { quotas: Record<Plan, Allowed> }

/** A new number for each quota, or null for its plan's. */
export type QuotaChanges = Partial<Record<Quota, number | null>>

/** The quotas that apply to a partner. */
export function quotasOf(numbers: Numbers, { plan, quotas }: Pick<PartnerRow, 'plan' | 'quotas'>): Allowed {
  return allowedOf(numbers, { plan: plan ?? 'standard', quotas: parseQuotas(quotas) })
}

/**
 * Changes a partner's quotas in both environments and returns those that now apply; servers apply them when they next
 * read a key. What is kept already stays. Atomic: if the process dies, nothing has changed.
 * @throws VALIDATION_ERROR when there is no partner of that name
 */
export async function setQuotas(
  services: Needs & { contract: Numbers },
  partnerName: string,
  changes: QuotaChanges,
): Promise<Allowed> {
  const { database, contract } = services
  return database.transaction(async () => {
    const { id } = await getPartnerByName(services, partnerName)
    const partner = (await lockPartner(database, id)) as PartnerRow
    const all = Object.entries({ ...parseQuotas(partner.quotas), ...changes })
    const kept = all.filter(([, number]) => number !== null)
    const quotas = kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null
    await updatePartnerQuotas(database, id, quotas)
    return quotasOf(contract, { ...partner, quotas })
  })
}
