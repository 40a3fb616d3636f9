/**
 * Criteria versions: listing, reading and archiving them. Archiving cannot be undone.
 *
 * Archiving locks the job's row, as edits do. If the process dies before the commit, nothing is archived; after the
 * commit, a repeat finds the version archived.
 */
import { ServiceError } from '../../kit/errors.ts'
import { ownerOf, type Reply } from '../../platform/contract/call.ts'
import type { Handler } from '../../platform/services.ts'
import {
  archiveAllVersions,
  archiveVersion,
  findCriteriaVersion,
  findCurrentVersion,
  listVersions,
} from '../../tables/criteria-versions.ts'
import { lockJob, updateJobVersion } from '../../tables/jobs.ts'
import { criteriaOf, etagOf, toCriteriaVersion } from './criteria.ts'
import { readIfMatch } from './edits.ts'
import { holdJob } from './jobs.ts'

export const listCriteriaVersions: Handler<'listCriteriaVersions'> = async (call, { database }) => {
  const listed = await listVersions(database, ownerOf(call), call.path.jobId)
  if (!listed) throw new ServiceError('JOB_NOT_FOUND')
  const versions = listed.versions.map((row) => ({
    ...toCriteriaVersion(row),
    isCurrent: row.id === listed.currentVersionId,
  }))
  return { status: 200, body: { versions } }
}

export const getCriteriaVersion: Handler<'getCriteriaVersion'> = async (call, { database }) => {
  const row = await findCriteriaVersion(database, ownerOf(call), call.path.jobId, call.path.criteriaVersionId)
  if (!row) throw new ServiceError('CRITERIA_VERSION_NOT_FOUND')
  return {
    status: 200,
    body: { version: toCriteriaVersion(row), criteria: criteriaOf(row) },
    headers: { ETag: etagOf(row) },
  }
}

export const archiveCriteriaVersion: Handler<'archiveCriteriaVersion'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'archiveCriteriaVersion'>> => {
    const { database, clock } = services
    const { jobId, criteriaVersionId } = call.path
    const find = () => findCriteriaVersion(database, ownerOf(call), jobId, criteriaVersionId)
    const before = await find()
    const job = before && (await lockJob(database, before.tenantId, jobId))
    if (job?.currentVersionId === criteriaVersionId) {
      const message = 'is the current version; change the criteria first, or archive all versions of the job'
      throw new ServiceError('CRITERIA_INVALID', {
        details: [{ field: 'criteriaVersionId', code: 'current', message }],
      })
    }
    if (job) await archiveVersion(database, job.tenantId, criteriaVersionId, clock.now())
    const row = await find()
    if (!row) throw new ServiceError('CRITERIA_VERSION_NOT_FOUND')
    return { status: 200, body: { version: toCriteriaVersion(row) }, headers: { ETag: etagOf(row) } }
  })

export const archiveCriteria: Handler<'archiveCriteria'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'archiveCriteria'>> => {
    const { database, clock } = services
    const owner = ownerOf(call)
    const { jobId } = call.path
    const checkIfMatch = readIfMatch(call.headers['If-Match'])
    const job = await holdJob(services, owner, jobId)
    const { version: current } = await findCurrentVersion(database, owner, jobId)
    checkIfMatch(current)
    const archived = await archiveAllVersions(database, job.tenantId, job.id, clock.now())
    await updateJobVersion(database, job, null, job.lastVersion)
    return { status: 200, body: { archived } }
  })
