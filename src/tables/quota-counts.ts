/**
 * Quota counts: the numbers of a partner's stored rows in an environment, for tables that are too large to be counted
 * by each request.
 */
import type { Environment, Keeper, PartnerOwner, Quota } from '../kit/caller.ts'
import { limitReached } from '../platform/contract/quotas.ts'
import { columns, defineTable, type Database } from '../platform/database/database.ts'

/** The quotas whose use is stored in this table. */
export type CountedQuota = Extract<Quota, 'tenants' | 'jobs' | 'criteriaBytes'>

const shape = {
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  quota: columns.enumeration<CountedQuota>(32),
  /** A number of rows or of bytes. */
  used: columns.instant(),
}
export const quotaCounts = defineTable('quota_counts', shape, { primaryKey: ['partnerId', 'environment', 'quota'] })

type Counting = PartnerOwner & Partial<Pick<Keeper, 'allowed'>>

/** Adds an amount that the owner is about to store to its count. @throws VALIDATION_ERROR if it exceeds the quota */
export async function takeQuota(
  database: Database,
  keeper: Keeper,
  quota: CountedQuota,
  amount: number,
): Promise<void> {
  if (!(await addToQuota(database, keeper, quota, amount))) throw limitReached(quota, keeper.allowed[quota])
}

/**
 * Adds to a count, or subtracts from it. Returns false, and changes nothing, if an addition would exceed the quota. A
 * count never falls below 0, even if the deleted rows were inserted by a server from the previous release, which did
 * not count them.
 */
export async function addToQuota(
  database: Database,
  { partnerId, environment, allowed }: Counting,
  quota: CountedQuota,
  amount: number,
): Promise<boolean> {
  const usedMax = amount > 0 && allowed ? allowed[quota] - amount : Number.MAX_SAFE_INTEGER
  const add = () =>
    database.execute(
      `UPDATE quota_counts SET used = CASE WHEN used + $1 > 0 THEN used + $1 ELSE 0 END
        WHERE partnerId = $2 AND environment = $3 AND quota = $4 AND used <= $5`,
      [amount, partnerId, environment, quota, usedMax],
    )
  if ((await add()) === 1) return true
  await database.insert(quotaCounts, [{ partnerId, environment, quota, used: 0 }], { keepExisting: true })
  return (await add()) === 1
}

/** Returns an owner's count for each quota; 0 if nothing was ever counted. */
export async function listQuotaCounts(
  database: Database,
  { partnerId, environment }: PartnerOwner,
): Promise<Record<CountedQuota, number>> {
  const rows = await database.model(quotaCounts).findAll({ where: { partnerId, environment } })
  const none = { tenants: 0, jobs: 0, criteriaBytes: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ quota, used }) => [quota, used])) }
}
