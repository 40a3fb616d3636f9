/** Partners: who holds API keys. `name` is what the operator calls them, unique. */
import { columns, defineTable, type Database, type RowOf } from '../platform/database.ts'

const shape = {
  id: columns.id(),
  name: columns.line(100),
  /** 1: names, addresses and the like never reach an engine. */
  blind: columns.flag(),
  createdAt: columns.instant(),
}
export const partners = defineTable('partners', shape)
export type PartnerRow = RowOf<typeof shape>

export async function insertPartner(database: Database, row: PartnerRow): Promise<void> {
  await database.insert(partners, [row])
}

export async function findPartnerByName(database: Database, name: string): Promise<PartnerRow | null> {
  return database.model(partners).findOne({ where: { name }, raw: true }) as Promise<PartnerRow | null>
}

export async function findPartner(database: Database, id: string): Promise<PartnerRow | null> {
  const [row] = await database.select<PartnerRow>('SELECT * FROM partners WHERE id = $1', [id])
  return row ?? null
}

export async function countPartners(database: Database): Promise<number> {
  return database.model(partners).count()
}
