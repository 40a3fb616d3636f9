/**
 * One index of scoring jobs in place of two: what a worker holds, and since when a job is worked on, is asked of the
 * jobs of one state. Each submission and each change of state writes an entry less.
 *
 * It keeps its name, which the release before names where a worker that ends releases its jobs: that statement asks for
 * the state as well.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ replaceIndex, dropIndex }) => {
  await replaceIndex('scoring_jobs', 'worker', ['status', 'workerId', 'startedAt'])
  await dropIndex('scoring_jobs', 'started')
}
