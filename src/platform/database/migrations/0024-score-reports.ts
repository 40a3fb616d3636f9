/**
 * What a score report shows besides the score: the title of the job and the label of the application; and which of an
 * application's report links still open. All are null in rows of the previous release, whose links are those of epoch 0.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  await addColumns('criteria_versions', { jobTitle: nullable(columns.line(200)) })
  await addColumns('scoring_jobs', { label: nullable(columns.line(200)) })
  await addColumns('applications', { reportLinkEpoch: nullable(columns.integer()) })
}
