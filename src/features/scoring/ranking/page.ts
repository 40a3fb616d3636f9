/** Builds the ranking: a printable HTML page that lists a job's applications, strongest first. */
import type { Criterion } from '../../../../generated/types.gen.ts'
import { ServiceError } from '../../../kit/errors.ts'
import { ownerOf } from '../../../platform/contract/call.ts'
import type { Handler } from '../../../platform/services.ts'
import { failedPlace, openPlace } from '../../../tables/application-scores/job-activity.ts'
import { countBetter, listByPlace } from '../../../tables/application-scores/pages.ts'
import { findCurrentVersion } from '../../../tables/criteria-versions.ts'
import { findJobId } from '../../../tables/jobs.ts'
import { criteriaOf } from '../../criteria/criteria.ts'
import { parsePlace, placeCursorOf } from './applications.ts'
import { createVerdictsOf, listed } from './listed.ts'
import { frame, pageOf, type RankingRow } from './table.ts'

const everyPlace = { from: 0, to: failedPlace, isUp: true }

/** Returns a page of the ranking. @throws JOB_NOT_FOUND */
export const getRanking: Handler<'getRanking'> = async (call, services) => {
  const { database, contract } = services
  const { limit, cursor } = call.query
  const owner = ownerOf(call)
  const { jobId } = call.path
  const job = await findJobId(database, owner, jobId)
  if (!job) throw new ServiceError('JOB_NOT_FOUND')
  const found = await listByPlace(database, job, everyPlace, parsePlace(cursor), limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const [verdictsOf, { version }] = [
    createVerdictsOf(services, job.tenantId),
    await findCurrentVersion(database, owner, jobId),
  ]
  const ranks = await ranksOf(page, (place) => countBetter(database, job, place))
  const rows: RankingRow[] = []
  for (const one of await listed(services, job.tenantId, page))
    rows.push({ ...one, rank: ranks.get(one.row.place) ?? null, verdicts: await verdictsOf(one.row) })
  const criteria: Criterion[] = version ? criteriaOf(version) : []
  const next = `${contract.locate('getRanking', { jobId })}?limit=${limit}&cursor=${last ? placeCursorOf(last) : ''}`
  return {
    status: 200,
    body: pageOf({ job: jobId, environment: owner.environment, criteria, rows }),
    headers: {
      'Content-Security-Policy': frame.policy,
      ...(found.length > limit ? { Link: `<${next}>; rel="next"` } : {}),
    },
  }
}

/**
 * Returns the rank for each place on a page: the number of better applications plus one. Equal scores share a rank.
 * Applications without a score have no rank. `countOf`: counts the applications with a better place.
 */
async function ranksOf(
  page: readonly { place: number }[],
  countOf: (place: number) => Promise<number>,
): Promise<Map<number, number>> {
  const ranks = new Map<number, number>()
  const scored = page.filter(({ place }) => place < openPlace)
  const [first] = scored
  if (!first) return ranks
  ranks.set(first.place, 1 + (await countOf(first.place)))
  // The previous page may end with applications that have the page's first place. This page does not show how many, so
  // the rank of its second place also needs a query. Later ranks follow from the page's own rows.
  const second = scored.find(({ place }) => place !== first.place)
  if (!second) return ranks
  let rank = 1 + (await countOf(second.place))
  for (const { place } of scored.slice(scored.indexOf(second))) {
    if (!ranks.has(place)) ranks.set(place, rank)
    rank += 1
  }
  return ranks
}
