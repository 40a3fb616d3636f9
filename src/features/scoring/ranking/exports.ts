/**
 * Exports a tenant's applications as JSON Lines, in the order of their last change.
 *
 * Only one page is in memory at a time. The next page is read when the connection has accepted the previous one. A
 * line's cursor identifies the change that the line shows. A caller that continues from a cursor gets every later
 * change, even after a broken connection.
 */
import type { ExportedScore } from '../../../../generated/types.gen.ts'
import { StreamedBody, type PartsOf } from '../../../kit/stored-json.ts'
import { ownerOf } from '../../../platform/contract/call.ts'
import type { Handler, Services } from '../../../platform/services.ts'
import { listByUpdate, type Change } from '../../../tables/application-scores/pages.ts'
import { findTenantId } from '../../../tables/tenants.ts'
import { createVerdictsOf, listed, toRanked, type Listed } from './listed.ts'

const pageMax = 200

export const exportScores: Handler<'exportScores'> = async (call, services) => {
  const { updatedSince, cursor, limit } = call.query
  const tenantId = await findTenantId(services.database, ownerOf(call))
  const since = updatedSince === undefined ? 0 : Date.parse(updatedSince)
  const after = cursor === undefined ? { at: since, id: '' } : parseCursor(cursor)
  // Excludes the newest changes: a transaction that is still running may commit a change with an earlier time.
  const until = services.clock.now() - services.timings.eventFeedDelayMs
  const lines = tenantId === null ? noLines() : linesOf(services, tenantId, { after, until, limit })
  return { status: 200, body: new StreamedBody(lines) }
}

function parseCursor(cursor: string): Change {
  const [at, id = ''] = cursor.split('.')
  return { at: Number(at), id }
}

async function* noLines(): AsyncGenerator<string> {}

type Part = { after: Change; until: number; limit: number }

async function* linesOf(
  services: Pick<Services, 'database'>,
  tenantId: string,
  { after, until, limit }: Part,
): AsyncGenerator<string> {
  const verdictsOf = createVerdictsOf(services, tenantId)
  const lineOf = async (one: Listed) => {
    const verdicts = (await verdictsOf(one.row)).map(({ criterionId, verdict }) => ({ criterionId, verdict }))
    const { updatedAt, id } = one.row
    const place = { cursor: `${updatedAt}.${id}`, jobId: one.shown.job }
    return `${JSON.stringify({ ...place, ...toRanked(one), verdicts } satisfies PartsOf<ExportedScore>)}\n`
  }
  for (let left = limit, last = after; left > 0;) {
    const most = Math.min(pageMax, left)
    const rows = await listByUpdate(services.database, tenantId, last, until, most)
    const piece = await Promise.all((await listed(services, tenantId, rows)).map(lineOf))
    if (piece.length > 0) yield piece.join('')
    const end = rows.at(-1)
    if (!end || rows.length < most) return
    last = { at: end.updatedAt, id: end.id }
    left -= rows.length
  }
}
