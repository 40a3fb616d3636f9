/** Tables of the baseline: applications, scoring jobs and batches, verdicts, usage, and the workers. Frozen. */
import type { Migration } from '../../migrations.ts'

export const scoringTables: Migration = async (context) => {
  await applications(context)
  await scoringJobs(context)
  await batches(context)
  await verdictsAndUsage(context)
  await workers(context)
}

const applications: Migration = async ({ createTable, columns, nullable }) => {
  const { id, identifier, instant } = columns
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
}

const scoringJobs: Migration = async ({ createTable, columns, nullable }) => {
  const { id, enumeration, instant, integer, flag, text } = columns
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
        publish: ['status', 'publishAt'],
        dispatch: ['status', 'lane', 'partnerId', 'publishAt'],
        queued: ['status', 'queuedAt'],
        started: ['status', 'startedAt'],
        worker: ['workerId'],
        application: ['applicationId'],
        tenant: ['tenantId'],
        partner: ['partnerId', 'status', 'queuedAt'],
      },
    },
  )
}

const batches: Migration = async ({ createTable, columns, nullable }) => {
  const { id, enumeration, instant, integer } = columns
  await createTable(
    'scoring_batches',
    {
      id: id(),
      tenantId: id(),
      partnerId: id(),
      environment: enumeration(16),
      jobId: id(),
      status: enumeration(16),
      totalJobs: integer(),
      completedJobs: integer(),
      failedJobs: integer(),
      createdAt: instant(),
      completedAt: nullable(instant()),
    },
    { indexes: { tenant: ['tenantId'] } },
  )

  await createTable(
    'scoring_batch_jobs',
    { batchId: id(), position: integer(), scoringJobId: id() },
    { primaryKey: ['batchId', 'position'], indexes: { job: ['scoringJobId'] } },
  )
}

const verdictsAndUsage: Migration = async ({ createTable, columns }) => {
  const { id, identifier, enumeration, instant, text } = columns
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
}

const workers: Migration = async ({ createTable, columns }) => {
  const { id, instant, integer } = columns
  await createTable('workers', { id: id(), heartbeatAt: instant(), concurrency: integer() })
}
