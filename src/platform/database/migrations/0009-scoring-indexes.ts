/**
 * Drops redundant indexes: a tenant's applications and scoring jobs are found by its jobs, and the oldest open job by
 * each partner's. Every submission and every change of state wrote an entry in them. The previous release's statements
 * do not name them; its sweeps and its eraser read more rows meanwhile.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ dropIndex }) => {
  await dropIndex('scoring_jobs', 'queued')
  await dropIndex('scoring_jobs', 'tenant')
  await dropIndex('applications', 'tenant')
}
