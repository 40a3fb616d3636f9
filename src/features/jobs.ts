/** Jobs: a partner's openings, made by the first question set, generation or hand-written set that names them. */
import type { Owner } from '../kit/caller.ts'
import { newId } from '../kit/ids.ts'
import type { Services } from '../platform/services.ts'
import { insertJob, lockJob, type JobRow } from '../tables/jobs.ts'
import { ensureTenant } from './tenants.ts'

/** The job's row, held until the transaction ends; made, and the tenant with it, where it is missing. */
export async function ensureJob(
  services: Pick<Services, 'database' | 'clock'>,
  owner: Owner,
  externalId: string,
): Promise<JobRow> {
  const { database, clock } = services
  const now = clock.now()
  const tenantId = await ensureTenant(services, owner)
  const fresh = { currentVersionId: null, lastVersion: 0, createdAt: now }
  await insertJob(database, { id: newId('job', now), tenantId, externalId, ...fresh })
  const job = await lockJob(database, tenantId, externalId)
  if (!job) throw new Error('a job vanished while it was made')
  return job
}
