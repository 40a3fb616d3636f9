/** Verdicts of people, which count instead of an engine's. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns, nullable }) => {
  const { id, identifier, enumeration, line, text, instant } = columns
  await createTable(
    'overrides',
    {
      applicationId: id(),
      textHash: identifier(64),
      tenantId: id(),
      criterionId: id(),
      text: line(500),
      scoringJobId: id(),
      inputHash: nullable(identifier(64)),
      contentHash: nullable(identifier(64)),
      verdict: enumeration(16),
      engineVerdict: enumeration(16),
      reason: text(),
      reviewer: line(200),
      overriddenAt: instant(),
    },
    { primaryKey: ['applicationId', 'textHash'], indexes: { tenant: ['tenantId'] } },
  )
}
