/** Partners: the owners of API keys. The operator gives each a unique `name`. */
import type { Plan } from '../kit/caller.ts'
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
export const partners = defineTable('partners', shape, { unique: { name: ['name'] } })
export type PartnerRow = RowOf<typeof shape>

/** Parses a partner's `limits` or `quotas` column. */
export function parseNumbers<Numbers>(numbers: string | null): Partial<Numbers> {
  return JSON.parse(numbers ?? '{}') as Partial<Numbers>
}

export async function insertPartner(database: Database, row: PartnerRow): Promise<void> {
  await database.insert(partners, [row])
}

export async function findPartnerByName(database: Database, name: string): Promise<PartnerRow | null> {
  const [row] = await database.select<PartnerRow>('SELECT * FROM partners WHERE name = $1', [name])
  return row ?? null
}

/** Writes the partner's own limits and quotas. */
export async function updatePartnerNumbers(database: Database, { id, limits, quotas }: PartnerRow): Promise<void> {
  await database.execute('UPDATE partners SET limits = $1, quotas = $2 WHERE id = $3', [limits, quotas, id])
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
