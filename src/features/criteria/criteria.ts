/**
 * Criteria: creating a version, and reading a job's current one.
 *
 * The criteria of a version never change. Every edit creates the next version, which becomes the current one, under a
 * lock on the job's row.
 */
import type { CriteriaSet, CriteriaVersion, Criterion, GenerationAudit } from '../../../generated/types.gen.ts'
import type { DraftCriterion } from '../../../workers/tasks.ts'
import type { Keeper, Owner } from '../../kit/caller.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { storedJson, written, type PartsOf } from '../../kit/stored-json.ts'
import { toIso, toIsoOrNull } from '../../kit/time.ts'
import { ownerOf } from '../../platform/contract/call.ts'
import type { Handler, Services } from '../../platform/services.ts'
import {
  readCurrentVersion,
  insertCriteriaVersion,
  type CriteriaVersionMetadata,
  type CriteriaVersionRow,
  type ShownVersionRow,
} from '../../tables/criteria-versions.ts'
import { updateJobVersion, type JobRow } from '../../tables/jobs.ts'
import { versionEvent } from '../events/payloads.ts'
import { recordEvent } from '../events/record.ts'
import { ensureJob } from './jobs.ts'
import { keepVersion } from './kept-versions.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'contract'>

/** Returns a version and its criteria as the API shows them. */
export function toCriteriaSet(row: ShownVersionRow): PartsOf<CriteriaSet> {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    criteria: storedJson<Criterion[]>(row.criteria),
    createdAt: toIso(row.createdAt),
    ...(row.audit ? { audit: storedJson<GenerationAudit>(row.audit) } : {}),
  }
}

/** Returns a version, without its criteria, as the API shows it. */
export function toCriteriaVersion(row: CriteriaVersionMetadata): CriteriaVersion {
  const { id, version, status } = row
  return { id, version, status, createdAt: toIso(row.createdAt), archivedAt: toIsoOrNull(row.archivedAt) }
}

/** Parses a version's `criteria` column. */
export function criteriaOf(row: Pick<CriteriaVersionRow, 'criteria'>): Criterion[] {
  return JSON.parse(row.criteria) as Criterion[]
}

/** Returns a version's entity tag (RFC 9110, section 8.8.3). */
export function etagOf(row: Pick<CriteriaVersionRow, 'id' | 'status'>): string {
  return row.status === 'ARCHIVED' ? `"${row.id};archived"` : `"${row.id}"`
}

/** Returns the criteria with new ids, numbered in the order of the list. */
export function numberCriteria(services: Pick<Services, 'clock'>, drafts: DraftCriterion[]): Criterion[] {
  return drafts.map(({ text, importance, sourceQuote }, order) => ({
    id: newId('cr', services.clock.now()),
    text,
    importance,
    order,
    ...(sourceQuote === undefined ? {} : { sourceQuote }),
  }))
}

/**
 * Creates a job's next version, which becomes the current one. No other function creates versions. Call it inside a
 * transaction.
 * @param job the job's row, if the caller has locked it; otherwise the job's external id, and a missing job or tenant
 * is created
 * @throws VALIDATION_ERROR if the partner has reached its quota of criteria, jobs or tenants
 */
export async function makeVersion(
  services: Needs,
  owner: Keeper,
  job: string | JobRow,
  criteria: Criterion[],
  { audit, jobTitle }: { audit: GenerationAudit | null; jobTitle: string | null },
): Promise<CriteriaVersionRow> {
  const { database, clock } = services
  const held = typeof job === 'string' ? await ensureJob(services, owner, job) : job
  const now = clock.now()
  const row: CriteriaVersionRow = {
    id: newId('cv', now),
    tenantId: held.tenantId,
    jobId: held.id,
    version: held.lastVersion + 1,
    status: 'ACTIVE',
    criteria: JSON.stringify(criteria),
    audit: audit && JSON.stringify(audit),
    jobTitle,
    createdAt: now,
    archivedAt: null,
    answeredUntil: null,
  }
  await insertCriteriaVersion(database, owner, row)
  await updateJobVersion(database, held, row.id, row.version)
  await recordEvent(services, versionEvent(row, owner, held.externalId, services))
  await keepVersion(services, owner, row)
  return row
}

/** Returns a job's current version. @throws JOB_NOT_FOUND, CRITERIA_NOT_FOUND */
async function getCurrentVersion(
  services: Pick<Services, 'batchers'>,
  owner: Owner,
  job: string,
): Promise<ShownVersionRow> {
  const { jobExists, version } = await readCurrentVersion(services, owner.partnerId, { owner, job })
  if (!jobExists) throw new ServiceError('JOB_NOT_FOUND')
  if (!version) throw new ServiceError('CRITERIA_NOT_FOUND')
  return version
}

export const getCurrentCriteria: Handler<'getCurrentCriteria'> = async (call, services) => {
  const row = await getCurrentVersion(services, ownerOf(call), call.path.jobId)
  return { status: 200, body: written(() => ({ criteria: toCriteriaSet(row) })), headers: { ETag: etagOf(row) } }
}

export const getCurrentCriteriaVersion: Handler<'getCurrentCriteriaVersion'> = async (call, services) => {
  const row = await getCurrentVersion(services, ownerOf(call), call.path.jobId)
  return {
    status: 200,
    body: written(() => ({ version: toCriteriaVersion(row), criteria: storedJson<Criterion[]>(row.criteria) })),
    headers: { ETag: etagOf(row) },
  }
}
