/**
 * What quotas need: a partner's own numbers, counts of what it keeps, and the scoring jobs of a criteria version.
 *
 * The counts begin with what is there. What servers of the previous release make meanwhile is not counted, which only
 * leaves their partners a little more room.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ database, createTable, addColumns, columns, nullable }) => {
  const { id, enumeration, instant, text } = columns
  await addColumns('partners', { quotas: nullable(text()) })
  await addColumns('scoring_jobs', {}, { indexes: { version: ['criteriaVersionId'] } })
  await createTable(
    'quota_counts',
    { partnerId: id(), environment: enumeration(16), quota: enumeration(32), used: instant() },
    { primaryKey: ['partnerId', 'environment', 'quota'] },
  )
  const count = (quota: string, used: string, from: string) =>
    `SELECT t.partnerId, t.environment, '${quota}' AS quota, ${used} AS used FROM ${from} GROUP BY t.partnerId, t.environment`
  const texts = `SELECT tenantId, OCTET_LENGTH(criteria) AS bytes FROM criteria_versions
    UNION ALL SELECT tenantId, OCTET_LENGTH(text) FROM library_criteria`
  const counts = [
    count('tenants', 'COUNT(*)', 'tenants t'),
    count('jobs', 'COUNT(*)', 'jobs j JOIN tenants t ON t.id = j.tenantId'),
    count('criteriaBytes', 'SUM(c.bytes)', `(${texts}) AS c JOIN tenants t ON t.id = c.tenantId`),
  ]
  // A file that stopped half-way runs again: one statement counts everything, and nothing the second time.
  await database.execute(
    `INSERT INTO quota_counts (partnerId, environment, quota, used)
      SELECT partnerId, environment, quota, used FROM (${counts.join(' UNION ALL ')}) AS counted
       WHERE NOT EXISTS (SELECT 1 FROM quota_counts)`,
  )
}
