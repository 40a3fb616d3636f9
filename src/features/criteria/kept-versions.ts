/**
 * Makes room for a job's new version within its partner's quotas.
 *
 * Old versions that no scoring job refers to are deleted, oldest first. An edit is never refused because of the number
 * of versions: if scoring jobs refer to all of them, they all stay. An edit is refused only if the partner's criteria
 * would exceed the quota of bytes.
 */
import type { Keeper } from '../../kit/caller.ts'
import { limitReached } from '../../platform/contract/quotas.ts'
import type { Services } from '../../platform/services.ts'
import { countVersions, deleteOldestUnused, type CriteriaVersionRow } from '../../tables/criteria-versions.ts'
import { addToQuota } from '../../tables/quota-counts.ts'

/**
 * How many versions beyond the quota are searched for unused ones to delete. A job can have more versions than its
 * quota if scoring jobs refer to them.
 */
const lookedAtMore = 500

/**
 * Counts a new version against the partner's quotas, and deletes older versions of its job if the quotas require it.
 * The caller must have locked the job. Call it at the end of the transaction, because it locks a row that all of the
 * partner's jobs share.
 * @throws VALIDATION_ERROR if the partner's criteria would still take too many bytes
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
  // Versions are numbered from 1, so a job whose newest number is within the quota needs no count.
  let over = version.version <= versionsMax ? 0 : (await countVersions(database, version, lookedAt)) - versionsMax
  while (over > 0 && (await dropOldest())) over -= 1
  while (!(await addToQuota(database, owner, 'criteriaBytes', bytes)))
    if (!(await dropOldest())) throw limitReached('criteriaBytes', criteriaBytes)
}
