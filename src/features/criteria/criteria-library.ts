/**
 * Criteria library: a tenant's criteria to copy into jobs. A copy and its original are independent.
 *
 * Each write is one transaction: if the process dies before the commit, nothing has changed; after the commit, the
 * answer is stored under the caller's idempotency key.
 */
import type { LibraryCriterion } from '../../../generated/types.gen.ts'
import type { Owner } from '../../kit/caller.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { lateJson, written } from '../../kit/stored-json.ts'
import { toIso } from '../../kit/time.ts'
import { ownerOf, type Reply } from '../../platform/contract/call.ts'
import { keeperOf, limitReached } from '../../platform/contract/quotas.ts'
import type { Handler, Services } from '../../platform/services.ts'
import {
  deleteFromLibrary,
  findLibraryCriterion,
  insertLibraryCriterion,
  listLibrary,
  lockLibraryCount,
  lockLibraryCriterion,
  updateLibraryCriterion,
  type LibraryCriterionRow,
} from '../../tables/criteria-library.ts'
import { addKept, exemptKept } from '../../tables/kept-counts.ts'
import { addToQuota, takeQuota } from '../../tables/quota-counts.ts'
import { ensureTenant } from '../../tables/tenants.ts'

/** Returns a library criterion. @throws LIBRARY_CRITERION_NOT_FOUND */
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
  const criteria = rows.map((row) => lateJson(() => toLibraryCriterion(row)))
  return { status: 200, body: written(() => ({ criteria })) }
}

export const createLibraryCriterion: Handler<'createLibraryCriterion'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'createLibraryCriterion'>> => {
    const { database, clock } = services
    const owner = keeperOf(services, call)
    const { libraryCriteriaPerTenant: itemsMax } = owner.allowed
    const tenantId = await ensureTenant(services, owner)
    if ((await lockLibraryCount(database, owner, tenantId)) >= itemsMax)
      throw limitReached('libraryCriteriaPerTenant', itemsMax)
    const { text, importance, category = null } = call.body
    const createdAt = clock.now()
    const row = { id: newId('lc', createdAt), tenantId, text, importance, category, createdAt }
    await insertLibraryCriterion(database, owner, row)
    await takeQuota(database, owner, 'criteriaBytes', Buffer.byteLength(text))
    const location = services.contract.locate('getLibraryCriterion', { criterionId: row.id })
    return { status: 201, body: { criterion: toLibraryCriterion(row) }, headers: { Location: location } }
  })

export const getLibraryCriterion: Handler<'getLibraryCriterion'> = async (call, services) => {
  const row = await getLibraryRow(services, ownerOf(call), call.path.criterionId)
  return { status: 200, body: { criterion: toLibraryCriterion(row) } }
}

export const changeLibraryCriterion: Handler<'changeLibraryCriterion'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'changeLibraryCriterion'>> => {
    const { database } = services
    const owner = keeperOf(services, call)
    const { tenantId, id, text: before } = await holdLibraryRow(services, owner, call.path.criterionId)
    await updateLibraryCriterion(database, tenantId, id, call.body)
    const { text = before } = call.body
    const added = Buffer.byteLength(text) - Buffer.byteLength(before)
    addKept(database, owner, { openScoringJobs: 0, keptBytes: added })
    if (added !== 0) await takeQuota(database, owner, 'criteriaBytes', added)
    return { status: 200, body: { criterion: toLibraryCriterion(await getLibraryRow(services, owner, id)) } }
  })

export const deleteLibraryCriterion: Handler<'deleteLibraryCriterion'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'deleteLibraryCriterion'>> => {
    const { database } = services
    const owner = ownerOf(call)
    const row = await holdLibraryRow(services, owner, call.path.criterionId)
    await deleteFromLibrary(database, owner, row)
    exemptKept(database, owner)
    await addToQuota(database, owner, 'criteriaBytes', -Buffer.byteLength(row.text))
    return { status: 204, body: undefined }
  })

/** Returns the row, locked until the transaction ends. @throws LIBRARY_CRITERION_NOT_FOUND */
async function holdLibraryRow(
  services: Pick<Services, 'database'>,
  owner: Owner,
  id: string,
): Promise<LibraryCriterionRow> {
  const { tenantId } = await getLibraryRow(services, owner, id)
  const row = await lockLibraryCriterion(services.database, tenantId, id)
  // Another request has deleted the criterion in the meantime.
  if (!row) throw new ServiceError('LIBRARY_CRITERION_NOT_FOUND')
  return row
}

function toLibraryCriterion({ id, text, importance, category, createdAt }: LibraryCriterionRow): LibraryCriterion {
  return { id, text, importance, category, createdAt: toIso(createdAt) }
}
