/** Tables of the baseline: events, webhooks, analytics and deletions. Frozen. */
import type { Migration } from '../../migrations.ts'

export const eventsTables: Migration = async (context) => {
  await events(context)
  await webhookEndpoints(context)
  await webhookDeliveries(context)
  await rollups(context)
  await deletionRequests(context)
}

const events: Migration = async ({ createTable, columns, nullable }) => {
  const { id, enumeration, instant, flag, text } = columns
  await createTable(
    'events',
    {
      id: id(),
      partnerId: id(),
      environment: enumeration(16),
      tenantId: nullable(id()),
      applicationId: nullable(id()),
      type: enumeration(40),
      body: text(),
      inFeed: flag(),
      createdAt: instant(),
    },
    {
      indexes: {
        feed: ['partnerId', 'environment', 'inFeed', 'id'],
        kind: ['partnerId', 'environment', 'type', 'id'],
        subject: ['tenantId', 'applicationId'],
        age: ['createdAt'],
      },
    },
  )
}

const webhookEndpoints: Migration = async ({ createTable, columns, nullable }) => {
  const { id, enumeration, instant, flag, line, text, bytes } = columns
  await createTable(
    'webhook_endpoints',
    {
      id: id(),
      partnerId: id(),
      environment: enumeration(16),
      url: text(),
      name: nullable(line(100)),
      events: nullable(text()),
      enabled: flag(),
      disabledReason: nullable(enumeration(16)),
      secret: bytes(),
      previousSecret: nullable(bytes()),
      previousUntil: nullable(instant()),
      failingSince: nullable(instant()),
      createdAt: instant(),
      deletedAt: nullable(instant()),
    },
    { indexes: { partner: ['partnerId', 'environment', 'deletedAt', 'id'], deleted: ['deletedAt'] } },
  )
}

const webhookDeliveries: Migration = async ({ createTable, columns, nullable }) => {
  const { id, enumeration, instant, integer, flag, text } = columns
  await createTable(
    'webhook_deliveries',
    {
      id: id(),
      eventId: id(),
      endpointId: id(),
      partnerId: id(),
      environment: enumeration(16),
      type: enumeration(40),
      status: enumeration(16),
      attempts: text(),
      failures: integer(),
      isTest: flag(),
      dueAt: nullable(instant()),
      claimAt: nullable(instant()),
      leaseId: nullable(id()),
      createdAt: instant(),
    },
    {
      indexes: {
        line: ['claimAt'],
        backlog: ['endpointId', 'status', 'dueAt'],
        endpoint: ['endpointId', 'id'],
        event: ['eventId', 'endpointId'],
        age: ['createdAt'],
      },
    },
  )
}

const rollups: Migration = async ({ createTable, columns, nullable }) => {
  const { id, enumeration, instant, integer, text } = columns
  await createTable(
    'rollups',
    {
      partnerId: id(),
      environment: enumeration(16),
      kind: enumeration(24),
      grainMs: integer(),
      startAt: instant(),
      subject: id(),
      count: integer(),
      lastError: nullable(text()),
      lastErrorAt: nullable(instant()),
    },
    {
      primaryKey: ['partnerId', 'environment', 'kind', 'grainMs', 'startAt', 'subject'],
      indexes: { age: ['startAt'] },
    },
  )
}

const deletionRequests: Migration = async ({ createTable, columns, nullable }) => {
  const { id, identifier, enumeration, instant, integer } = columns
  await createTable(
    'deletion_requests',
    {
      id: id(),
      partnerId: id(),
      environment: enumeration(16),
      scope: enumeration(16),
      status: enumeration(16),
      tenantId: nullable(id()),
      applicationId: nullable(id()),
      target: nullable(identifier(64)),
      previousId: nullable(id()),
      failures: integer(),
      dueAt: nullable(instant()),
      createdAt: instant(),
      updatedAt: instant(),
      completedAt: nullable(instant()),
      failedAt: nullable(instant()),
      errorCode: nullable(enumeration(40)),
    },
    { unique: { target: ['target'] }, indexes: { due: ['dueAt'] } },
  )
}
