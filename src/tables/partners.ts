/** Partners: who holds API keys. `name` is what the operator calls them, unique. */
import type { Limits, Plan } from '../kit/caller.ts'
import { columns, defineTable, nullable, type Database, type RowOf } from '../platform/database/database.ts'

const shape = {
  id: columns.id(),
  name: columns.line(100),
  /** 1: names, addresses and the like never reach an engine. */
  blind: columns.flag(),
  createdAt: columns.instant(),
  /** JSON of the limits that differ from the default ones. */
  limits: nullable(columns.text()),
  /** Null: standard; servers of the release before write none. */
  plan: nullable(columns.enumeration<Plan>(16)),
}
export const partners = defineTable('partners', shape)
export type PartnerRow = RowOf<typeof shape>

/** The limits that a partner's row sets. */
export function parseLimits(limits: string | null): Partial<Limits> {
  return JSON.parse(limits ?? '{}') as Partial<Limits>
}

export async function insertPartner(database: Database, row: PartnerRow): Promise<void> {
  await database.insert(partners, [row])
}

export async function findPartnerByName(database: Database, name: string): Promise<PartnerRow | null> {
  const [row] = await database.select<PartnerRow>('SELECT * FROM partners WHERE name = $1', [name])
  return row ?? null
}

export async function updatePartnerLimits(database: Database, id: string, limits: string | null): Promise<void> {
  await database.execute('UPDATE partners SET limits = $1 WHERE id = $2', [limits, id])
}

export async function updatePartnerPlan(database: Database, id: string, plan: Plan): Promise<void> {
  await database.execute('UPDATE partners SET plan = $1 WHERE id = $2', [plan, id])
}

/** Every partner, newest first: for the operator. */
export async function listPartners(database: Database): Promise<PartnerRow[]> {
  return database.select('SELECT * FROM partners ORDER BY createdAt DESC, id DESC')
}

/** The row, held until the transaction ends. */
export async function lockPartner(database: Database, id: string): Promise<PartnerRow | null> {
  const [row] = await database.select<PartnerRow>(`SELECT * FROM partners WHERE id = $1${database.forUpdate}`, [id])
  return row ?? null
}

export async function countPartners(database: Database): Promise<number> {
  const [row] = await database.select<{ count: number }>('SELECT COUNT(*) AS count FROM partners')
  return row!.count
}
