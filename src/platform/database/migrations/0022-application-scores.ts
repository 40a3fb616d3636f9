/**
 * What lists and rankings show of each application, with the indexes that they are read by; and for each job, how many of
 * its applications are in each state, and when one of them last changed.
 *
 * The tables begin empty: the maintenance adds the applications of earlier releases in small steps, and corrects those
 * that the previous release changes meanwhile.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns, nullable }) => {
  const { id, identifier, text, instant, integer, flag } = columns
  await createTable(
    'application_scores',
    {
      id: id(),
      tenantId: id(),
      jobId: id(),
      place: integer(),
      scoringJobId: id(),
      criteriaVersionId: id(),
      highTenths: nullable(integer()),
      flags: nullable(text()),
      verdicts: nullable(identifier(64)),
      isDropped: flag(),
      updatedAt: instant(),
    },
    {
      indexes: {
        place: ['jobId', 'place', 'id'],
        submission: ['jobId', 'id'],
        update: ['tenantId', 'updatedAt', 'id'],
      },
    },
  )
  await createTable(
    'job_activity',
    { id: id(), tenantId: id(), open: integer(), completed: integer(), failed: integer(), lastAt: instant() },
    { indexes: { tenant: ['tenantId'] } },
  )
}
