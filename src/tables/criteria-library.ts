/** Criteria library: criteria that a tenant stores to copy them into its jobs. Ids sort by creation time. */
import { facts } from '../../generated/facts.gen.ts'
import type { Importance } from '../../generated/types.gen.ts'
import type { Owner, PartnerOwner } from '../kit/caller.ts'
import { isId } from '../kit/ids.ts'
import { columns, defineTable, nullable, type Database, type RowOf } from '../platform/database/database.ts'
import { countKept } from './kept-counts.ts'
import { lockPartner } from './partners.ts'
import { ofTenant, tenants } from './tenants.ts'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  text: columns.text(),
  importance: columns.enumeration<Importance>(16),
  category: nullable(columns.line(facts.Category.maxLength)),
  createdAt: columns.instant(),
}
export const libraryCriteria = defineTable(
  'library_criteria',
  shape,
  { indexes: { tenant: ['tenantId', 'id'] } },
  { tenantId: tenants },
)
export type LibraryCriterionRow = RowOf<typeof shape>

export async function insertLibraryCriterion(
  database: Database,
  owner: PartnerOwner,
  row: LibraryCriterionRow,
): Promise<void> {
  await database.model(libraryCriteria).create(row)
  countKept(database, owner, 'library_criteria', [row])
}

/** Returns a tenant's criteria, newest first. With `category`, returns only the criteria in that category. */
export async function listLibrary(
  database: Database,
  owner: Owner,
  category: string | undefined,
): Promise<LibraryCriterionRow[]> {
  const rows = await database.model(libraryCriteria).findAll({
    ...(category !== undefined && { where: { category } }),
    include: ofTenant(owner),
    raw: true,
    order: [['id', 'DESC']],
  })
  // The category is compared again here, because MySQL ignores trailing spaces.
  return category === undefined ? rows : rows.filter((row) => row.category === category)
}

export async function findLibraryCriterion(
  database: Database,
  owner: Owner,
  id: string,
): Promise<LibraryCriterionRow | null> {
  if (!isId(id)) return null
  return database.model(libraryCriteria).findOne({ where: { id }, include: ofTenant(owner), raw: true })
}

/**
 * Returns the number of criteria in a library. Concurrent calls wait until the transaction ends. Locks the partner's
 * row instead of the tenant's: every writer has a shared lock on the tenant's row, and two writers that upgraded it
 * would deadlock.
 */
export async function lockLibraryCount(database: Database, owner: Owner, tenantId: string): Promise<number> {
  await lockPartner(database, owner.partnerId)
  return database.model(libraryCriteria).count({ where: { tenantId } })
}

/** Locks the criterion's row until the transaction ends; null if it no longer exists. */
export async function lockLibraryCriterion(
  database: Database,
  tenantId: string,
  id: string,
): Promise<LibraryCriterionRow | null> {
  const [row] = await database.select<LibraryCriterionRow>(
    `SELECT * FROM library_criteria${database.by('PRIMARY')} WHERE id = $1 AND tenantId = $2${database.forUpdate}`,
    [id, tenantId],
  )
  return row ?? null
}

/** Sets only the given members, so that concurrent changes of different members are both kept. */
export async function updateLibraryCriterion(
  database: Database,
  tenantId: string,
  id: string,
  changes: Partial<Pick<LibraryCriterionRow, 'text' | 'importance' | 'category'>>,
): Promise<void> {
  await database.model(libraryCriteria).update(changes, { where: { tenantId, id } })
}

/** Deletes a criterion whose row the caller has locked. */
export async function deleteFromLibrary(
  database: Database,
  owner: PartnerOwner,
  row: LibraryCriterionRow,
): Promise<void> {
  await database.model(libraryCriteria).destroy({ where: { tenantId: row.tenantId, id: row.id } })
  countKept(database, owner, 'library_criteria', [row], -1)
}
