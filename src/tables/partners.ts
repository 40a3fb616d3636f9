/** Partners: the owners of API keys. The operator gives each a unique `name`. */
import type { Allowed, Limits, Plan } from '../kit/caller.ts'
import { columns, defineTable, nullable, type Database, type RowOf } from '../platform/database/database.ts'

const shape = {
  id: columns.id(),
  name: columns.line(100),
  /** 1: an engine never sees names, addresses and the like. */
  blind: columns.flag(),
  createdAt: columns.instant(),
  /** JSON: Partial<Limits>, the limits that differ from the defaults. */
  limits: nullable(columns.text()),
  /** JSON: Partial<Allowed>, the quotas that differ from those of the plan. */
  quotas: nullable(columns.text()),
  /** Null means standard: servers of the previous release write none. */
  plan: nullable(columns.enumeration<Plan>(16)),
}
export const partners = defineTable('partners', shape)
export type PartnerRow = RowOf<typeof shape>

/** Parses a partner's `limits` column. */
export function parseLimits(limits: string | null): Partial<Limits> {
  return JSON.parse(limits ?? '{}') as Partial<Limits>
}

/** Parses a partner's `quotas` column. */
export function parseQuotas(quotas: string | null): Partial<Allowed> {
  return JSON.parse(quotas ?? '{}') as Partial<Allowed>
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

export async function updatePartnerQuotas(database: Database, id: string, quotas: string | null): Promise<void> {
  await database.execute('UPDATE partners SET quotas = $1 WHERE id = $2', [quotas, id])
}

export async function updatePartnerPlan(database: Database, id: string, plan: Plan): Promise<void> {
  await database.execute('UPDATE partners SET plan = $1 WHERE id = $2', [plan, id])
}

/** Every partner, newest first: for the operator. */
export async function listPartners(database: Database): Promise<PartnerRow[]> {
  return database.select('SELECT * FROM partners ORDER BY createdAt DESC, id DESC')
}

/** Locks the partner's row until the transaction ends. */
export async function lockPartner(database: Database, id: string): Promise<PartnerRow | null> {
  const [row] = await database.select<PartnerRow>(`SELECT * FROM partners WHERE id = $1${database.forUpdate}`, [id])
  return row ?? null
}

export async function countPartners(database: Database): Promise<number> {
  const [row] = await database.select<{ count: number }>('SELECT COUNT(*) AS count FROM partners')
  return row!.count
}
