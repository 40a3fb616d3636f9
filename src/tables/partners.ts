/** Partners: the owners of API keys. The operator gives each a unique `name`. */
import type { PartnerOwner, Plan } from '../kit/caller.ts'
import { ServiceError } from '../kit/errors.ts'
import { columns, defineTable, nullable, Op, type Database, type RowOf } from '../platform/database/database.ts'

const shape = {
  id: columns.id(),
  name: columns.line(100),
  /** 1 if engines must not see names, addresses and similar personal details. */
  blind: columns.flag(),
  createdAt: columns.instant(),
  /** JSON: Partial<Limits>, the limits that differ from the defaults. */
  limits: nullable(columns.text()),
  /** JSON: Partial<Allowed>, the quotas that differ from the plan's. */
  quotas: nullable(columns.text()),
  /** Null means standard, because servers from the previous release do not write a plan. */
  plan: nullable(columns.enumeration<Plan>(16)),
  /** Every key of the partner is refused from this time on; null if the partner is not suspended. */
  suspendedAt: nullable(columns.instant()),
  /** The cell to which the partner is moving, or in which it lives; null if it lives in this cell and is not moving. */
  cell: nullable(columns.identifier(16)),
  /**
   * The time since which the partner is held in this cell; null if it is not held. While it is held, none of its rows
   * are written. If `movedAt` is set, this is a number instead: the turn of the process that may write the copy, or 0
   * if none may. `moving/held-partners.ts` explains turns.
   */
  heldAt: nullable(columns.instant()),
  /**
   * Null if the partner lives in this cell. Otherwise, its rows in this cell are only a copy, and this is the time when
   * it was marked as moved, or 1 if it has never lived here.
   */
  movedAt: nullable(columns.instant()),
}
export const partners = defineTable('partners', shape, { unique: { name: ['name'] }, indexes: { cell: ['cell'] } })
export type PartnerRow = RowOf<typeof shape>

/** Returns only the owner's columns, because the value passed may have other members. */
export function ofPartner({ partnerId, environment }: PartnerOwner): PartnerOwner {
  return { partnerId, environment }
}

/** Parses a partner's `limits` or `quotas` column. */
export function parseNumbers<Numbers>(numbers: string | null): Partial<Numbers> {
  return JSON.parse(numbers ?? '{}') as Partial<Numbers>
}

export async function insertPartner(database: Database, row: PartnerRow): Promise<void> {
  await database.model(partners).create(row)
}

export async function findPartnerByName(database: Database, name: string): Promise<PartnerRow | null> {
  return database.model(partners).findOne({ where: { name } })
}

export async function findPartner(database: Database, id: string): Promise<PartnerRow | null> {
  return database.model(partners).findOne({ where: { id } })
}

/** Writes the partner's own limits and quotas. */
export async function updatePartnerNumbers(database: Database, { id, limits, quotas }: PartnerRow): Promise<void> {
  await database.model(partners).update({ limits, quotas }, { where: { id } })
}

export async function updatePartnerPlan(database: Database, id: string, plan: Plan): Promise<void> {
  await database.model(partners).update({ plan }, { where: { id } })
}

/** Suspends the partner from `suspendedAt` on; null ends the suspension. */
export async function updatePartnerSuspension(
  database: Database,
  id: string,
  suspendedAt: number | null,
): Promise<void> {
  await database.model(partners).update({ suspendedAt }, { where: { id } })
}

/** Returns every partner, newest first, for the operator. */
export async function listPartners(database: Database): Promise<PartnerRow[]> {
  return database.model(partners).findAll({
    order: [
      ['createdAt', 'DESC'],
      ['id', 'DESC'],
    ],
  })
}

/**
 * Locks the partner's row until the transaction ends. The caller may then write the partner's rows.
 * @throws SERVICE_UNAVAILABLE while it is held for a move
 */
export async function lockPartner(database: Database, id: string): Promise<PartnerRow | null> {
  const row = await database.model(partners).findOne({ where: { id }, lock: true })
  checkNotHeld(row)
  return row
}

/**
 * Takes a shared lock on the partner's row, so that the partner cannot become held before the transaction ends. @throws
 * SERVICE_UNAVAILABLE while the partner is held for a move
 */
export async function sharePartner(database: Database, id: string): Promise<void> {
  const rows = await database.select<Pick<PartnerRow, 'heldAt'>>(
    `SELECT heldAt FROM partners WHERE id = $1${database.forShare}`,
    [id],
  )
  checkNotHeld(rows[0])
}

/**
 * Checks that the partner is not held. `row` has the column `heldAt` of the partner or of one of its tenants. @throws
 * SERVICE_UNAVAILABLE while the partner is held for a move
 */
export function checkNotHeld(row: { heldAt: number | null } | null | undefined): void {
  if (row && row.heldAt !== null) throw new ServiceError('SERVICE_UNAVAILABLE')
}

/** Returns the partners that are moving to another cell, or have moved. */
export async function listMoving(database: Database): Promise<Pick<PartnerRow, 'id' | 'movedAt'>[]> {
  // SQLite finds a range in an index, but not `IS NOT NULL`.
  return database.model(partners).findAll({ attributes: ['id', 'movedAt'], where: { cell: { [Op.gt]: '' } } })
}

export async function countPartners(database: Database): Promise<number> {
  return database.model(partners).count()
}
