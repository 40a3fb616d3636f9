/** Tables of the baseline: partners, their keys, their tenants and the answers to repeated requests. Frozen. */
import type { Migration } from '../../migrations.ts'

export const accessTables: Migration = async (context) => {
  await partnersAndKeys(context)
  await tenants(context)
  await idempotentAnswers(context)
}

const partnersAndKeys: Migration = async ({ createTable, columns, nullable }) => {
  const { id, identifier, enumeration, instant, flag, line, text } = columns
  await createTable(
    'partners',
    {
      id: id(),
      name: line(100),
      blind: flag(),
      limits: nullable(text()),
      plan: nullable(enumeration(16)),
      createdAt: instant(),
    },
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
      lastUsedAt: nullable(instant()),
      revokedAt: nullable(instant()),
    },
    { unique: { key: ['sha256'] }, indexes: { partner: ['partnerId', 'environment'] } },
  )
}

const tenants: Migration = async ({ createTable, columns }) => {
  const { id, identifier, enumeration, instant } = columns
  await createTable(
    'tenants',
    { id: id(), partnerId: id(), environment: enumeration(16), externalId: identifier(128), createdAt: instant() },
    { unique: { owner: ['partnerId', 'environment', 'externalId'] } },
  )
}

const idempotentAnswers: Migration = async ({ createTable, columns, nullable }) => {
  const { id, identifier, instant, bytes } = columns
  await createTable(
    'idempotent_answers',
    {
      id: identifier(64),
      requestSha256: identifier(64),
      leaseId: nullable(id()),
      leaseUntil: instant(),
      answer: nullable(bytes()),
      tenantId: nullable(id()),
      applicationId: nullable(id()),
      createdAt: instant(),
    },
    { indexes: { age: ['createdAt'], tenant: ['tenantId'], application: ['applicationId'] } },
  )
}
