/**
 * Job openings of partners. Transactions that change a job's criteria lock the job's row, and so run one after the
 * other.
 */
import { facts } from '../../generated/facts.gen.ts'
import type { Owner, PartnerOwner } from '../kit/caller.ts'
import { bindList, columns, defineTable, nullable, type Database, type RowOf } from '../platform/database/database.ts'
import { selectByKey } from '../platform/database/keys.ts'
import { countKept } from './kept-counts.ts'
import { checkNotHeld } from './partners.ts'
import { ownedBy, ownerBinds, tenants } from './tenants.ts'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  externalId: columns.identifier(facts.ExternalId.maxLength),
  /** Null if no version is current. */
  currentVersionId: nullable(columns.id()),
  /** The highest version number that was assigned so far; 0 if there is none. */
  lastVersion: columns.integer(),
  createdAt: columns.instant(),
}
export const jobs = defineTable(
  'jobs',
  shape,
  { unique: { tenant: ['tenantId', 'externalId'] } },
  { tenantId: tenants },
)
export type JobRow = RowOf<typeof shape>

/** A job by its owner's ids. */
export type JobKey = { owner: Owner; job: string }

/** Returns the option that restricts a model's query to rows of the job with this name (see `ofTenant`). */
export function ofJob(externalId: string) {
  return { association: jobs.name, attributes: [], where: { externalId } }
}

/** Returns the key for a key table with the columns of `fromJobKeys`. */
export function keyOfJob({ owner, job }: JobKey): string[] {
  return [...ownerBinds(owner), job]
}

/**
 * Returns the FROM clause of a statement for the keys of many callers. `k.n` is the position of a key, `t` its tenant
 * and `j` its job, which are found by partner, environment, tenant and id. `columns`: additional columns of the keys.
 */
export function fromJobKeys(database: Database, columns: readonly string[] = []): string {
  const { thenJoin } = database
  return `FROM ${database.keyTable(['partnerId', 'environment', 'tenant', 'job', ...columns])} AS k
       ${thenJoin} tenants t${database.by('tenants_owner')}
         ON t.partnerId = k.partnerId AND t.environment = k.environment AND t.externalId = k.tenant
       ${thenJoin} jobs j${database.by('jobs_tenant')} ON j.tenantId = t.id AND j.externalId = k.job`
}

/**
 * Returns the rows of these jobs under a shared lock, in the same order as the keys. Until the transaction ends, no
 * other transaction can change the jobs or delete their tenants.
 * @throws SERVICE_UNAVAILABLE if the partner of one of the jobs is held for a move
 */
export async function shareJobs(database: Database, keys: readonly JobKey[]): Promise<(JobRow | null)[]> {
  const sql = `SELECT k.n, j.*, t.heldAt ${fromJobKeys(database)}${database.forShare}`
  const rows = await selectByKey<JobRow & { heldAt: number | null }>(database, keys.map(keyOfJob), sql)
  for (const row of rows) checkNotHeld(row)
  return rows
}

/**
 * Returns those of the jobs, of any owners, whose tenants are neither detached nor held for a move. `ids` are our ids.
 * Until the transaction ends, neither the jobs' tenants nor their applications can be detached.
 */
export async function shareAttachedJobs(database: Database, ids: readonly string[]): Promise<Set<string>> {
  const unique = [...new Set(ids)].sort()
  if (unique.length === 0) return new Set()
  const rows = await database.select<{ id: string }>(
    `SELECT j.id FROM jobs j${database.by('PRIMARY')} JOIN tenants t${database.by('PRIMARY')} ON t.id = j.tenantId
      WHERE j.id IN (${bindList(1, unique)}) AND t.externalId NOT LIKE '|%' AND t.heldAt IS NULL${database.forShare}`,
    unique,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns whether the job exists. Ignores a job that another transaction has not yet committed. Takes no lock. */
export async function hasJob(database: Database, owner: Owner, externalId: string): Promise<boolean> {
  return (await findJobId(database, owner, externalId)) !== null
}

/** Returns our ids of a job and its tenant. Takes no lock, and does not wait for locks. */
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

/** Inserts a job. Returns false, and leaves the existing row unchanged, if another writer created the job first. */
export async function insertJob(database: Database, owner: PartnerOwner, row: JobRow): Promise<boolean> {
  const isNew = (await database.insert(jobs, [row], { keepExisting: true })) === 1
  if (isNew) countKept(database, owner, 'jobs', [row])
  return isNew
}

/** Locks the job's row until the transaction ends. */
export async function lockJob(database: Database, tenantId: string, externalId: string): Promise<JobRow | null> {
  return database.model(jobs).findOne({ where: { tenantId, externalId }, lock: true })
}

/** Sets a job's current version (null for none) and its highest version number. */
export async function updateJobVersion(
  database: Database,
  { id, tenantId }: JobRow,
  currentVersionId: string | null,
  lastVersion: number,
): Promise<void> {
  await database.model(jobs).update({ currentVersionId, lastVersion }, { where: { id, tenantId } })
}
