/** A partner's openings: the anchor row whose lock serialises changes of a job's criteria. */
import { facts } from '../../generated/facts.gen.ts'
import type { Owner } from '../kit/caller.ts'
import {
  columns,
  defineTable,
  keyTable,
  nullable,
  type Bind,
  type Database,
  type RowOf,
} from '../platform/database/database.ts'
import { ownedBy, ownerBinds } from './tenants.ts'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  externalId: columns.identifier(facts.ExternalId.maxLength),
  /** Null while no version is current. */
  currentVersionId: nullable(columns.id()),
  /** The highest version number ever given; 0 before the first. */
  lastVersion: columns.integer(),
  createdAt: columns.instant(),
}
export const jobs = defineTable('jobs', shape)
export type JobRow = RowOf<typeof shape>

/** A job by its owner's ids. */
export type JobKey = { owner: Owner; job: string }

/** One text for each job. */
export function textOfJobKey({ owner, job }: JobKey): string {
  return JSON.stringify([...ownerBinds(owner), job])
}

/**
 * FROM clause of a statement that serves many callers: `k.n` is the key's position, `t` its tenant and `j` its job, each
 * matched by partner, environment, tenant and id. `columns` of the keys go beyond those; binds are numbered from 1.
 */
export function fromJobKeys(
  database: Database,
  keys: readonly JobKey[],
  more: { columns: readonly string[]; binds: readonly (readonly Bind[])[] } = {
    columns: [],
    binds: keys.map(() => []),
  },
): { from: string; binds: Bind[] } {
  const rows = keys.map(({ owner, job }, n) => [n, ...ownerBinds(owner), job, ...(more.binds[n] as Bind[])])
  const names = ['n', 'partnerId', 'environment', 'tenant', 'job', ...more.columns]
  const from = `${keyTable(names, 1, rows)} AS k
       JOIN tenants t${database.by('tenants_owner')}
         ON t.partnerId = k.partnerId AND t.environment = k.environment AND t.externalId = k.tenant
       JOIN jobs j${database.by('jobs_tenant')} ON j.tenantId = t.id AND j.externalId = k.job`
  return { from, binds: rows.flat() }
}

/**
 * The rows of these jobs, by `textOfJobKey`. Until the transaction ends, no other one changes them or deletes their
 * tenants; many may hold them so at once. Locked in one order by all.
 */
export async function shareJobs(database: Database, keys: readonly JobKey[]): Promise<Map<string, JobRow>> {
  const distinct = new Map(keys.map((key) => [textOfJobKey(key), key]))
  const sorted = [...distinct].sort(([one], [other]) => (one < other ? -1 : 1))
  const { from, binds } = fromJobKeys(
    database,
    sorted.map(([, key]) => key),
  )
  const rows = await database.select<JobRow & { n: number }>(`SELECT j.*, k.n FROM ${from}${database.forShare}`, binds)
  return new Map(rows.map(({ n, ...job }) => [(sorted[n] as [string, JobKey])[0], job]))
}

/** Whether the job exists; one that another transaction is making does not yet. Takes no lock and waits for none. */
export async function hasJob(database: Database, owner: Owner, externalId: string): Promise<boolean> {
  return (await findJobId(database, owner, externalId)) !== null
}

/** Our ids of a job and its tenant. Takes no lock and waits for none. */
export async function findJobId(
  database: Database,
  owner: Owner,
  externalId: string,
): Promise<Pick<JobRow, 'id' | 'tenantId'> | null> {
  const [row] = await database.select<Pick<JobRow, 'id' | 'tenantId'>>(
    `SELECT j.id, j.tenantId FROM jobs j ${ownedBy('j')} WHERE j.externalId = $4`,
    [...ownerBinds(owner), externalId],
  )
  return row ?? null
}

/** False, and the row unchanged, where another writer made the job first. */
export async function insertJob(database: Database, row: JobRow): Promise<boolean> {
  return (await database.insert(jobs, [row], { keepExisting: true })) === 1
}

/** Locks the job's row until the transaction ends. */
export async function lockJob(database: Database, tenantId: string, externalId: string): Promise<JobRow | null> {
  const [row] = await database.select<JobRow>(
    `SELECT * FROM jobs WHERE tenantId = $1 AND externalId = $2${database.forUpdate}`,
    [tenantId, externalId],
  )
  return row ?? null
}

/** `currentVersionId` null means that no version is current. */
export async function updateJobVersion(
  database: Database,
  job: JobRow,
  currentVersionId: string | null,
  lastVersion: number,
): Promise<void> {
  await database.execute('UPDATE jobs SET currentVersionId = $1, lastVersion = $2 WHERE id = $3 AND tenantId = $4', [
    currentVersionId,
    lastVersion,
    job.id,
    job.tenantId,
  ])
}
