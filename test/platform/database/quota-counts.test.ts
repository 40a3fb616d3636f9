/** The counts for quotas start with the rows that a database from the previous release contains. */
import test from 'ava'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { up } from '../../../src/platform/database/migrations/0002-quotas.ts'
import { columns, nullable } from '../../../src/platform/database/database.ts'
import { createTable } from '../../../src/platform/database/schema-changes.ts'
import { libraryCriteria } from '../../../src/tables/criteria-library.ts'
import { criteriaVersions } from '../../../src/tables/criteria-versions.ts'
import { jobs } from '../../../src/tables/jobs.ts'
import { addToQuota, listQuotaCounts } from '../../../src/tables/quota-counts.ts'
import { tenants } from '../../../src/tables/tenants.ts'
import { dialects, openFor } from '../../tools/services/databases.ts'

const owner = { partnerId: 'p_1', environment: 'SANDBOX' } as const

for (const [dialect, create] of Object.entries(dialects)) {
  test(`${dialect}: the migration counts the existing rows once`, async (t) => {
    const database = await openFor(t, create)
    await migrate(database)
    await database.execute('DROP TABLE quota_counts')
    const of = (id: string) => ({ id, createdAt: 1 })
    const tenant = { ...owner, heldAt: null }
    await database.insert(tenants, [
      { ...of('t1'), ...tenant, externalId: 'a' },
      { ...of('t2'), ...tenant, externalId: 'b' },
      { ...of('t3'), ...tenant, environment: 'PRODUCTION', externalId: 'a' },
    ])
    const job = { currentVersionId: null, lastVersion: 1 }
    await database.insert(jobs, [
      { ...of('j1'), ...job, tenantId: 't1', externalId: 'a' },
      { ...of('j2'), ...job, tenantId: 't2', externalId: 'a' },
      { ...of('j3'), ...job, tenantId: 't3', externalId: 'a' },
    ])
    const version = {
      version: 1,
      status: 'ACTIVE',
      audit: null,
      jobTitle: null,
      archivedAt: null,
      answeredUntil: null,
    } as const
    await database.insert(criteriaVersions, [
      { ...of('v1'), ...version, tenantId: 't1', jobId: 'j1', criteria: 'äß' },
      { ...of('v2'), ...version, tenantId: 't2', jobId: 'j2', criteria: 'abc' },
    ])
    const { importance, category } = { importance: 'PREFERRED' as const, category: null }
    await database.insert(libraryCriteria, [{ ...of('l1'), tenantId: 't1', text: 'ßa', importance, category }])
    const apply = () =>
      up({
        database,
        columns,
        nullable,
        createTable: (table, of, keys) => createTable(database, table, of, keys),
        addColumns: async () => {},
        dropIndex: async () => {},
        replaceIndex: async () => {},
      })
    await apply()
    t.deepEqual(await listQuotaCounts(database, owner), { tenants: 2, jobs: 2, criteriaBytes: 10 })
    const production = { ...owner, environment: 'PRODUCTION' } as const
    t.deepEqual(await listQuotaCounts(database, production), { tenants: 1, jobs: 1, criteriaBytes: 0 })
    await addToQuota(database, owner, 'jobs', 1)
    await apply()
    t.is((await listQuotaCounts(database, owner)).jobs, 3)
  })
}
