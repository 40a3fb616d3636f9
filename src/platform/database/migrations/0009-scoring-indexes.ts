/**
 * Drops indexes that other ones serve as well: a tenant's applications and scoring jobs are found by its jobs, and the
 * oldest open job by each partner's. Every submission wrote an entry of all three, and every change of state another.
 * The statements of the release before name none of them; what its sweeps and its eraser ask reads more rows meanwhile.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ dropIndex }) => {
  await dropIndex('scoring_jobs', 'queued')
  await dropIndex('scoring_jobs', 'tenant')
  await dropIndex('applications', 'tenant')
}
