/** Quotas, as the operator changes them: how much a partner may keep in each environment. */
import type { Allowed, Plan, Quota } from '../../kit/caller.ts'
import { allowedOf } from '../../platform/contract/quotas.ts'
import type { Services } from '../../platform/services.ts'
import { parseNumbers, type PartnerRow } from '../../tables/partners.ts'
import { changeNumbers } from './partners.ts'

type Numbers = { quotas: Record<Plan, Allowed> }

/** A new number for each quota, or null for its plan's. */
export type QuotaChanges = Partial<Record<Quota, number | null>>

/** The quotas that apply to a partner. */
export function quotasOf(numbers: Numbers, { plan, quotas }: Pick<PartnerRow, 'plan' | 'quotas'>): Allowed {
  return allowedOf(numbers, { plan: plan ?? 'standard', quotas: parseNumbers<Allowed>(quotas) })
}

/**
 * Changes a partner's quotas, see `changeNumbers`, and returns those that now apply. What is kept already stays.
 * @throws VALIDATION_ERROR
 */
export async function setQuotas(
  services: Pick<Services, 'database' | 'clock'> & { contract: Numbers },
  partnerName: string,
  changes: QuotaChanges,
): Promise<Allowed> {
  return quotasOf(services.contract, await changeNumbers(services, partnerName, 'quotas', changes))
}
