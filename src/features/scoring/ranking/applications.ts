/**
 * Lists a job's applications.
 *
 * The order, and the filters on status, score and overall verdict, select a range of one index. The other filters are
 * applied to the rows of that range. A limited number of rows is read for each page, so a page takes milliseconds even
 * if few rows match.
 */
import { facts } from '../../../../generated/facts.gen.ts'
import type { MatchVerdict } from '../../../../generated/types.gen.ts'
import { invalid, ServiceError } from '../../../kit/errors.ts'
import { lateJson, written } from '../../../kit/stored-json.ts'
import { ownerOf, type Call } from '../../../platform/contract/call.ts'
import type { Handler, Services } from '../../../platform/services.ts'
import { failedPlace, openPlace } from '../../../tables/application-scores/job-activity.ts'
import {
  listByPlace,
  listBySubmission,
  type ListedRow,
  type PlaceRange,
} from '../../../tables/application-scores/pages.ts'
import { findJobId } from '../../../tables/jobs.ts'
import { createVerdictsOf, listed, toRanked, type Listed } from './listed.ts'
import { tenthsMax } from './upkeep.ts'

type ListCall = Call<'listApplications'>
type Filters = ListCall['query']

/** `readMax`: the number of rows per read; `scanMax`: the maximum number of rows read for one page. */
const readMax = 500
const scanMax = 5_000

export const listApplications: Handler<'listApplications'> = async (call, services) => {
  const { query } = call
  if ((query.criterionId === undefined) !== (query.criterionVerdict === undefined))
    throw invalid('criterionVerdict', 'mismatch', 'and `criterionId` must be sent together')
  const job = await findJobId(services.database, ownerOf(call), call.path.jobId)
  if (!job) throw new ServiceError('JOB_NOT_FOUND')
  const sort = query.sort ?? '-score'
  const order = sort.endsWith('score') ? byPlace(services, job, query, sort) : bySubmission(services, job, query, sort)
  const matches = createMatches(services, job.tenantId, query)
  const { page, nextCursor } = await readPage(query, order, matches)
  return { status: 200, body: written(() => ({ data: page.map((one) => lateJson(() => toRanked(one))), nextCursor })) }
}

/**
 * How to read the list in one order. `read` returns up to `most` rows after the given row or, if that is null, after
 * the caller's cursor. `isSparse`: some of the rows may not match the filters.
 */
type Order = {
  read: (after: ListedRow | null, most: number) => Promise<ListedRow[]>
  cursorOf: (row: ListedRow) => string
  isSparse: boolean
}

type Job = { id: string; tenantId: string }
type Needs = Pick<Services, 'database'>

function byPlace({ database }: Needs, job: Job, query: Filters, sort: string): Order {
  const range: PlaceRange = { ...placesOf(query), isUp: sort === '-score' }
  const given = parsePlace(query.cursor)
  const read = async (after: ListedRow | null, most: number) =>
    range.from > range.to ? [] : listByPlace(database, job, range, after ?? given, most)
  const { status, flag, criterionId, updatedSince } = query
  // PENDING and PROCESSING have the same place, so a status needs a filter in addition to the range.
  const isSparse = [status, flag, criterionId, updatedSince].some((filter) => filter !== undefined)
  return { read, cursorOf: placeCursorOf, isSparse }
}

function bySubmission({ database }: Needs, job: Job, query: Filters, sort: string): Order {
  const { cursor = null } = query
  if (cursor?.includes('.')) throw foreignCursor()
  const { from, to } = placesOf(query)
  const read = (after: ListedRow | null, most: number) =>
    listBySubmission(database, job, sort === 'submittedAt', after?.id ?? cursor, most)
  const isSparse = filters.some((name) => query[name] !== undefined)
  return { read: from > to ? async () => [] : read, cursorOf: ({ id }) => id, isSparse }
}

function foreignCursor() {
  return invalid('cursor', 'mismatch', 'is for another `sort`; start again without a cursor')
}

/** Returns the cursor after an application, in the order of scores. */
export function placeCursorOf({ place, id }: Pick<ListedRow, 'place' | 'id'>): string {
  return `${place}.${id}`
}

/** Parses a cursor. @throws VALIDATION_ERROR if it belongs to another order */
export function parsePlace(cursor: string | undefined): { place: number; id: string } | null {
  if (cursor === undefined) return null
  const [place, id] = cursor.split('.')
  if (place === undefined || id === undefined) throw foreignCursor()
  return { place: Number(place), id }
}

const { matchesFrom } = facts.Score.formula

/**
 * Returns the range of places (sort keys, see `ApplicationScoreRow`) that match these filters. If no place matches,
 * `from` is above `to`.
 */
function placesOf({ status, minScore, verdict }: Filters): Omit<PlaceRange, 'isUp'> {
  const ranges = [
    { from: 0, to: failedPlace },
    ...(status === undefined ? [] : [placesOfStatus(status)]),
    // Rounds before `ceil`, because a product such as 7.2 * 10 may not be an integer in floating point.
    ...(minScore === undefined ? [] : [{ from: 0, to: tenthsMax - Math.ceil(Number((minScore * 10).toFixed(6))) }]),
    ...(verdict === undefined ? [] : [placesOfVerdict(verdict)]),
  ]
  return { from: Math.max(...ranges.map(({ from }) => from)), to: Math.min(...ranges.map(({ to }) => to)) }
}

function placesOfStatus(status: NonNullable<Filters['status']>): Omit<PlaceRange, 'isUp'> {
  if (status === 'COMPLETED') return { from: 0, to: tenthsMax }
  const place = status === 'FAILED' ? failedPlace : openPlace
  return { from: place, to: place }
}

function placesOfVerdict(verdict: MatchVerdict): Omit<PlaceRange, 'isUp'> {
  const lowest = matchesFrom[verdict] * 10
  const better = Object.values(matchesFrom).filter((from) => from * 10 > lowest)
  const highest = better.length === 0 ? tenthsMax : Math.min(...better) * 10 - 1
  return { from: tenthsMax - highest, to: tenthsMax - lowest }
}

/** Returns the rows that match the filters, up to `most` of them, and the last row that was examined. */
type Matches = (rows: ListedRow[], most: number) => Promise<{ shown: Listed[]; last: ListedRow | undefined }>

function createMatches(services: Needs, tenantId: string, query: Filters): Matches {
  const { flag, criterionId, criterionVerdict, updatedSince, status } = query
  const { from, to } = placesOf(query)
  const since = updatedSince === undefined ? 0 : Date.parse(updatedSince)
  const verdictsOf = createVerdictsOf(services, tenantId)
  const fits = (row: ListedRow) =>
    row.place >= from &&
    row.place <= to &&
    row.updatedAt >= since &&
    (flag === undefined || (row.flags?.includes(`"${flag}"`) ?? false))
  const hasVerdict = async (row: ListedRow) =>
    criterionId === undefined ||
    (await verdictsOf(row)).some((one) => one.criterionId === criterionId && one.verdict === criterionVerdict)
  return async (rows, most) => {
    const found: ListedRow[] = []
    let last: ListedRow | undefined
    for (const row of rows) {
      if (found.length === most) break
      if (fits(row) && (await hasVerdict(row))) found.push(row)
      last = row
    }
    const shown = await listed(services, tenantId, found)
    return { shown: status === undefined ? shown : shown.filter((one) => toRanked(one).status === status), last }
  }
}

const filters = ['flag', 'criterionId', 'updatedSince', 'status', 'minScore', 'verdict'] as const

/** Reads until the page is full, the list ends, or the maximum number of rows is read. */
async function readPage({ limit }: Filters, { read, cursorOf, isSparse }: Order, matches: Matches) {
  const most = isSparse ? readMax : limit + 1
  const found: Listed[] = []
  let last: ListedRow | null = null
  for (let scanned = 0; scanned < scanMax; scanned += most) {
    const rows: ListedRow[] = await read(last, most)
    // Collects one more row than the page shows, to find out whether another page follows.
    const { shown, last: examined } = await matches(rows, limit + 1 - found.length)
    found.push(...shown)
    const page = found.slice(0, limit)
    if (found.length > limit) return { page, nextCursor: cursorOf((page.at(-1) as Listed).row) }
    if (rows.length < most && examined === rows.at(-1)) return { page, nextCursor: null }
    last = examined ?? last
  }
  return { page: found, nextCursor: last && cursorOf(last) }
}
