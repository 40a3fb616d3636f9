/**
 * Criteria library: a tenant's criteria to copy into jobs. A copy and its original are independent.
 *
 * Each write is one transaction: if the process dies before the commit, nothing has changed; after it, the answer is
 * stored under the caller's idempotency key.
 */
import type { LibraryCriterion } from '../../../generated/types.gen.ts'
import type { Owner } from '../../kit/caller.ts'
import { invalid, ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { toIso } from '../../kit/time.ts'
import { ownerOf, type Reply } from '../../platform/contract/call.ts'
import type { Handler, Services } from '../../platform/services.ts'
import {
  deleteFromLibrary,
  findLibraryCriterion,
  insertLibraryCriterion,
  listLibrary,
  lockLibraryCount,
  updateLibraryCriterion,
  type LibraryCriterionRow,
} from '../../tables/criteria-library.ts'
import { ensureTenant } from '../../tables/tenants.ts'

/** Bounded (decisions), because a library is listed in one answer. */
const libraryMax = 1_000

/** @throws LIBRARY_CRITERION_NOT_FOUND */
export async function getLibraryRow(
  { database }: Pick<Services, 'database'>,
  owner: Owner,
  id: string,
): Promise<LibraryCriterionRow> {
  const row = await findLibraryCriterion(database, owner, id)
  if (!row) throw new ServiceError('LIBRARY_CRITERION_NOT_FOUND')
  return row
}

export const listLibraryCriteria: Handler<'listLibraryCriteria'> = async (call, { database }) => {
  const { category } = call.query
  const rows = await listLibrary(database, ownerOf(call), category)
  return { status: 200, body: { criteria: rows.map(toLibraryCriterion) } }
}

export const createLibraryCriterion: Handler<'createLibraryCriterion'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'createLibraryCriterion'>> => {
    const { database, clock } = services
    const owner = ownerOf(call)
    const tenantId = await ensureTenant(services, owner)
    if ((await lockLibraryCount(database, owner, tenantId)) >= libraryMax)
      throw invalid('', 'limit_reached', `a library holds at most ${libraryMax} criteria: delete one first`)
    const { text, importance, category = null } = call.body
    const createdAt = clock.now()
    const row = { id: newId('lc', createdAt), tenantId, text, importance, category, createdAt }
    await insertLibraryCriterion(database, row)
    const location = services.contract.locate('getLibraryCriterion', { criterionId: row.id })
    return { status: 201, body: { criterion: toLibraryCriterion(row) }, headers: { Location: location } }
  })

export const getLibraryCriterion: Handler<'getLibraryCriterion'> = async (call, services) => {
  const row = await getLibraryRow(services, ownerOf(call), call.path.criterionId)
  return { status: 200, body: { criterion: toLibraryCriterion(row) } }
}

export const changeLibraryCriterion: Handler<'changeLibraryCriterion'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'changeLibraryCriterion'>> => {
    const get = () => getLibraryRow(services, ownerOf(call), call.path.criterionId)
    const { tenantId, id } = await get()
    await updateLibraryCriterion(services.database, tenantId, id, call.body)
    return { status: 200, body: { criterion: toLibraryCriterion(await get()) } }
  })

export const deleteLibraryCriterion: Handler<'deleteLibraryCriterion'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'deleteLibraryCriterion'>> => {
    const { tenantId, id } = await getLibraryRow(services, ownerOf(call), call.path.criterionId)
    // Zero rows: another request has deleted it meanwhile.
    if ((await deleteFromLibrary(services.database, tenantId, id)) === 0)
      throw new ServiceError('LIBRARY_CRITERION_NOT_FOUND')
    return { status: 204, body: undefined }
  })

function toLibraryCriterion({ id, text, importance, category, createdAt }: LibraryCriterionRow): LibraryCriterion {
  return { id, text, importance, category, createdAt: toIso(createdAt) }
}
