/**
 * Kept versions: makes room for a job's new version within its partner's quotas.
 *
 * Old versions that no scoring job refers to go first, the oldest before others. The number of versions never refuses
 * an edit: where all of them are referred to, all stay. Only the bytes of a partner's criteria do.
 */
import type { Keeper } from '../../kit/caller.ts'
import { limitReached } from '../../platform/contract/quotas.ts'
import type { Services } from '../../platform/services.ts'
import { countVersions, deleteOldestUnused, type CriteriaVersionRow } from '../../tables/criteria-versions.ts'
import { addToQuota } from '../../tables/quota-counts.ts'

/** Versions that are referred to may be more than the quota; so many more are looked at, however many there are. */
const lookedAtMore = 500

/**
 * Counts a new version, whose job the caller has locked, and deletes older ones of its job as far as the quotas ask.
 * Call it at the end of the transaction: it locks a row that all jobs of the partner share.
 * @throws VALIDATION_ERROR where the partner's criteria would be too many bytes without any of them
 */
export async function keepVersion(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  owner: Keeper,
  version: CriteriaVersionRow,
): Promise<void> {
  const { criteriaVersionsPerJob: versionsMax, criteriaBytes } = owner.allowed
  const lookedAt = versionsMax + lookedAtMore
  let bytes = Buffer.byteLength(version.criteria)
  const dropOldest = async () => {
    const dropped = await deleteOldestUnused(database, owner, version, { limit: lookedAt, now: clock.now() })
    bytes -= dropped ?? 0
    return dropped !== null
  }
  // A job whose numbers have not come that far needs no count.
  let over = version.version <= versionsMax ? 0 : (await countVersions(database, version, lookedAt)) - versionsMax
  while (over > 0 && (await dropOldest())) over -= 1
  while (!(await addToQuota(database, owner, 'criteriaBytes', bytes)))
    if (!(await dropOldest())) throw limitReached('criteriaBytes', criteriaBytes)
}
