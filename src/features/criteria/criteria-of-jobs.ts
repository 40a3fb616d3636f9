/**
 * Lists the criteria of many jobs in one response.
 *
 * Memory for the response is reserved before the criteria are loaded. The criteria of a hundred jobs can take
 * megabytes, but nearly all responses are short. So memory for a short response is reserved first, and more only if the
 * criteria turn out to be long. If the maximum were reserved for each request, a partner could make only three requests
 * at a time.
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

/** Lists the criteria of the requested jobs. A job that is requested twice appears twice in the response. */
export const listCriteriaOfJobs: Handler<'listCriteriaOfJobs'> = async (call, services) => {
  const short = await readShort(call, services)
  const current = typeof short === 'number' ? await readAll(call, services, short) : short
  const items = call.query.jobIds.map((jobId) => {
    const criteria = current.get(jobId)?.criteria
    return { jobId, criteria: typeof criteria === 'string' ? storedJson<Criterion[]>(criteria) : null }
  })
  return { status: 200, body: written(() => ({ items })) }
}

/**
 * Reads the criteria in one statement. If the criteria of any job are long, returns the number of bytes of all jobs'
 * criteria instead.
 */
async function readShort(call: OfJobs, services: Needs): Promise<CriteriaByJob | number> {
  const [owner, jobs] = [ownerOf(call), call.query.jobIds]
  await call.reserveRoom(jobs.length * shortCriteriaBytes)
  const current = await readShortCriteria(services, owner.partnerId, { owner, jobs })
  const found = jobs.flatMap((job) => current.get(job) ?? [])
  return found.every(({ criteria }) => criteria !== null) ? current : found.reduce((sum, { bytes }) => sum + bytes, 0)
}

async function readAll(call: OfJobs, services: Needs, bytes: number): Promise<CriteriaByJob> {
  const [owner, jobs] = [ownerOf(call), call.query.jobIds]
  await call.reserveRoom(bytes)
  return readAllCriteria(services, owner.partnerId, { owner, jobs })
}
