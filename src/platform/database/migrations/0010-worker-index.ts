/**
 * One index of scoring jobs in place of two: the queries for what a worker holds, and since when, now include the job's
 * state. Each submission and each change of state writes one entry less.
 *
 * The index keeps its name, which the previous release uses when a stopping worker releases its jobs: that statement
 * names the state as well.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ replaceIndex, dropIndex }) => {
  await replaceIndex('scoring_jobs', 'worker', ['status', 'workerId', 'startedAt'])
  await dropIndex('scoring_jobs', 'started')
}
