/** Tables of the baseline: jobs, their criteria and question sets, and the library. Frozen. */
import type { Migration } from '../../migrations.ts'

export const criteriaTables: Migration = async (context) => {
  await jobs(context)
  await criteriaVersions(context)
  await questionSets(context)
  await library(context)
}

const jobs: Migration = async ({ createTable, columns, nullable }) => {
  const { id, identifier, instant, integer } = columns
  await createTable(
    'jobs',
    {
      id: id(),
      tenantId: id(),
      externalId: identifier(128),
      currentVersionId: nullable(id()),
      lastVersion: integer(),
      createdAt: instant(),
    },
    { unique: { tenant: ['tenantId', 'externalId'] } },
  )
}

const criteriaVersions: Migration = async ({ createTable, columns, nullable }) => {
  const { id, enumeration, instant, integer, text } = columns
  await createTable(
    'criteria_versions',
    {
      id: id(),
      tenantId: id(),
      jobId: id(),
      version: integer(),
      status: enumeration(16),
      criteria: text(),
      audit: nullable(text()),
      createdAt: instant(),
      archivedAt: nullable(instant()),
    },
    { unique: { job: ['jobId', 'version'] }, indexes: { tenant: ['tenantId'] } },
  )
}

const questionSets: Migration = async ({ createTable, columns }) => {
  const { id, instant, text } = columns
  await createTable(
    'question_sets',
    { id: id(), tenantId: id(), jobId: id(), questions: text(), createdAt: instant(), expiresAt: instant() },
    { indexes: { job: ['tenantId', 'jobId', 'createdAt', 'id'], expiry: ['expiresAt'] } },
  )
}

const library: Migration = async ({ createTable, columns, nullable }) => {
  const { id, enumeration, instant, line, text } = columns
  await createTable(
    'library_criteria',
    {
      id: id(),
      tenantId: id(),
      text: text(),
      importance: enumeration(16),
      category: nullable(line(64)),
      createdAt: instant(),
    },
    { indexes: { tenant: ['tenantId', 'id'] } },
  )
}
