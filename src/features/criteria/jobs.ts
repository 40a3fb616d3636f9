/** Locks and creates the jobs to which criteria belong. The lock on a job's row serialises changes to its criteria. */
import type { Keeper, Owner } from '../../kit/caller.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../platform/services.ts'
import { hasJob, insertJob, lockJob, type JobRow } from '../../tables/jobs.ts'
import { addToQuota, takeQuota } from '../../tables/quota-counts.ts'
import { ensureTenant, findTenantId } from '../../tables/tenants.ts'

/** Locks the job's row until the transaction ends. @throws JOB_NOT_FOUND */
export async function holdJob(
  { database }: Pick<Services, 'database'>,
  owner: Owner,
  externalId: string,
): Promise<JobRow> {
  const tenantId = await findTenantId(database, owner)
  const job = tenantId && (await lockJob(database, tenantId, externalId))
  if (!job) throw new ServiceError('JOB_NOT_FOUND')
  return job
}

/**
 * Locks the job's row until the transaction ends; creates the job and its tenant if they are missing.
 * @throws VALIDATION_ERROR if the partner has reached its quota of jobs or tenants
 */
export async function ensureJob(
  services: Pick<Services, 'database' | 'clock'>,
  owner: Keeper,
  externalId: string,
): Promise<JobRow> {
  const { database, clock } = services
  const { partnerId, environment } = owner
  const wasKnown = await hasJob(database, owner, externalId)
  // The quota is counted first, so that a request over the quota has no insert to roll back. On MySQL, transactions
  // that wait for a rolled-back row inherit its gap locks, so most requests of a burst would end in deadlocks
  // (measured).
  if (!wasKnown) await takeQuota(database, owner, 'jobs', 1)
  const tenantId = await ensureTenant(services, owner)
  const known = wasKnown ? await lockJob(database, tenantId, externalId) : null
  if (known) return known
  const now = clock.now()
  const fresh = { currentVersionId: null, lastVersion: 0, createdAt: now }
  const isNew = await insertJob(database, owner, { id: newId('job', now), tenantId, externalId, ...fresh })
  // Another request may have created the job or deleted its tenant in the meantime.
  if (isNew === wasKnown) await addToQuota(database, { partnerId, environment }, 'jobs', isNew ? 1 : -1)
  const job = await lockJob(database, tenantId, externalId)
  if (!job) throw new Error('the job that was just created is missing')
  return job
}
