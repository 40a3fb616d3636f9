/**
 * The tables of the main job. Frozen once released: what a table looks like today stands in `src/tables/`.
 *
 * Each `createTable` does nothing where the table is there, so a start that died half-way goes on from where it was.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns, nullable }) => {
  const { id, identifier, enumeration, instant, integer, flag, line, text, bytes } = columns

  await createTable(
    'partners',
    { id: id(), name: line(100), blind: flag(), createdAt: instant() },
    { unique: { name: ['name'] } },
  )

  await createTable(
    'api_keys',
    {
      id: id(),
      partnerId: id(),
      environment: enumeration(16),
      name: nullable(line(100)),
      sha256: identifier(64),
      lastFour: identifier(4),
      permissions: identifier(255),
      createdAt: instant(),
      revokedAt: nullable(instant()),
    },
    { unique: { key: ['sha256'] }, indexes: { partner: ['partnerId', 'environment'] } },
  )

  await createTable(
    'tenants',
    { id: id(), partnerId: id(), environment: enumeration(16), externalId: identifier(128), createdAt: instant() },
    { unique: { owner: ['partnerId', 'environment', 'externalId'] } },
  )

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

  await createTable(
    'applications',
    {
      id: id(),
      tenantId: id(),
      jobId: id(),
      externalId: identifier(128),
      latestScoringJobId: nullable(id()),
      createdAt: instant(),
    },
    { unique: { job: ['jobId', 'externalId'] }, indexes: { tenant: ['tenantId'] } },
  )

  await createTable(
    'scoring_jobs',
    {
      id: id(),
      tenantId: id(),
      partnerId: id(),
      environment: enumeration(16),
      jobId: id(),
      applicationId: id(),
      criteriaVersionId: id(),
      lane: enumeration(16),
      status: enumeration(16),
      isRescore: flag(),
      resumeUrl: nullable(text()),
      answers: nullable(text()),
      attempt: integer(),
      transientFailures: integer(),
      lostWorkers: integer(),
      workerId: nullable(id()),
      dueAt: instant(),
      publishAt: nullable(instant()),
      queuedAt: instant(),
      startedAt: nullable(instant()),
      completedAt: nullable(instant()),
      failedAt: nullable(instant()),
      scoreTenths: nullable(integer()),
      assessment: nullable(text()),
      flags: nullable(text()),
      audit: nullable(text()),
      errorCode: nullable(enumeration(40)),
    },
    {
      indexes: {
        rings: ['status', 'publishAt'],
        queued: ['status', 'queuedAt'],
        started: ['status', 'startedAt'],
        worker: ['workerId'],
        application: ['applicationId'],
        tenant: ['tenantId'],
      },
    },
  )

  await createTable(
    'verdicts',
    {
      applicationId: id(),
      hash: identifier(64),
      tenantId: id(),
      verdict: enumeration(16),
      reason: text(),
      evidence: text(),
      createdAt: instant(),
    },
    { primaryKey: ['applicationId', 'hash'], indexes: { tenant: ['tenantId'] } },
  )

  await createTable(
    'usage_units',
    { scoringJobId: id(), partnerId: id(), environment: enumeration(16), month: identifier(7), createdAt: instant() },
    { primaryKey: ['scoringJobId'], indexes: { month: ['partnerId', 'month'] } },
  )

  await createTable('workers', { id: id(), heartbeatAt: instant() })

  await createTable(
    'idempotent_answers',
    {
      id: identifier(64),
      requestSha256: identifier(64),
      leaseId: nullable(id()),
      leaseUntil: instant(),
      answer: nullable(bytes()),
      createdAt: instant(),
    },
    { indexes: { age: ['createdAt'] } },
  )
}
