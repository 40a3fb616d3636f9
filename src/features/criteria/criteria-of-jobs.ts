/**
 * The criteria of many jobs in one answer.
 *
 * Reserves room for the answer before its criteria are in memory. A list of a hundred jobs can have megabytes, but nearly
 * every one is short: with room for the longest, a partner would read three lists at a time, and few would share a
 * statement.
 */
import type { Criterion } from '../../../generated/types.gen.ts'
import { storedJson, written } from '../../kit/stored-json.ts'
import { ownerOf, type Call } from '../../platform/contract/call.ts'
import type { Handler } from '../../platform/services.ts'
import {
  readAllCriteria,
  readShortCriteria,
  shortCriteriaBytes,
  type CriteriaByJob,
} from '../../tables/criteria-of-jobs.ts'

type Needs = Parameters<typeof readShortCriteria>[0]
type OfJobs = Call<'listCriteriaOfJobs'>

/** A job that is named twice is answered twice. */
export const listCriteriaOfJobs: Handler<'listCriteriaOfJobs'> = async (call, services) => {
  const short = await readShort(call, services)
  const current = typeof short === 'number' ? await readAll(call, services, short) : short
  const items = call.query.jobIds.map((jobId) => {
    const criteria = current.get(jobId)?.criteria
    return { jobId, criteria: typeof criteria === 'string' ? storedJson<Criterion[]>(criteria) : null }
  })
  return { status: 200, body: written(() => ({ items })) }
}

/** In one statement; the bytes of all criteria where those of a job are not short. */
async function readShort(call: OfJobs, services: Needs): Promise<CriteriaByJob | number> {
  const [owner, jobs] = [ownerOf(call), call.query.jobIds]
  await call.reserveRoom(jobs.length * shortCriteriaBytes)
  const current = await readShortCriteria(services, owner.partnerId, { owner, jobs })
  const found = jobs.flatMap((job) => current.get(job) ?? [])
  return found.every(({ criteria }) => criteria !== null) ? current : found.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Criteria of any length, once there is room for so many bytes. */
async function readAll(call: OfJobs, services: Needs, bytes: number): Promise<CriteriaByJob> {
  const [owner, jobs] = [ownerOf(call), call.query.jobIds]
  await call.reserveRoom(bytes)
  return readAllCriteria(services, owner.partnerId, { owner, jobs })
}
