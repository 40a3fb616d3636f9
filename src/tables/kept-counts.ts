/**
 * Kept counts: the number of a partner's open scoring jobs, and of the bytes that the service stores for it, in each
 * environment. A transaction adds up what it inserts and deletes, and writes the sum once, as its last statement.
 */
import type { Keeper, PartnerOwner } from '../kit/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { keptColumns, keptOf, type Kept, type KeptTable } from './kept-sizes.ts'
import { textOfOwner, writeLanes, type Change } from './quota-lanes.ts'

type Tally = Map<string, Change>

const tallyKey = {}

function changeOf(database: Database, { partnerId, environment }: PartnerOwner): Change {
  const tally = database.ofTransaction<Tally>(
    tallyKey,
    () => new Map(),
    (changes) => writeLanes(database, [...changes.values()]),
  )
  const owner = { partnerId, environment }
  const key = textOfOwner(owner)
  let change = tally.get(key)
  if (!change) tally.set(key, (change = { owner, allowed: null, isExempt: false, openScoringJobs: 0, keptBytes: 0 }))
  return change
}

/** Adds to an owner's counts, or subtracts from them, when the transaction ends. */
export function addKept(
  database: Database,
  owner: PartnerOwner,
  { openScoringJobs, keptBytes }: Kept,
  times = 1,
): void {
  const change = changeOf(database, owner)
  change.openScoringJobs += times * openScoringJobs
  change.keptBytes += times * keptBytes
}

/** Counts rows that the transaction inserts, or deletes if `times` is -1. */
export function countKept(
  database: Database,
  owner: PartnerOwner,
  table: KeptTable,
  rows: readonly { readonly [column: string]: unknown }[],
  times = 1,
): void {
  for (const row of rows) addKept(database, owner, keptOf(table, row), times)
}

/** Like `countKept`, but takes the owner from each row. */
export function countOwned(
  database: Database,
  table: KeptTable,
  rows: readonly (PartnerOwner & { readonly [column: string]: unknown })[],
  times = 1,
): void {
  for (const row of rows) addKept(database, row, keptOf(table, row), times)
}

/** Makes the transaction fail if it would exceed this owner's quotas. */
export function boundKept(database: Database, { allowed, ...owner }: PartnerOwner & Pick<Keeper, 'allowed'>): void {
  const { openScoringJobs, keptBytes } = allowed
  changeOf(database, owner).allowed = { openScoringJobs, keptBytes }
}

/** Allows the transaction to exceed this owner's quotas, because it deletes data or revokes a permission. */
export function exemptKept(database: Database, owner: PartnerOwner): void {
  changeOf(database, owner).isExempt = true
}

/**
 * Returns an option for `Database.deleteBefore` that subtracts the deleted rows of this table from their owners'
 * counts.
 */
export function uncounting(database: Database, table: KeptTable) {
  const own = ['question_sets'].includes(table)
    ? ['partnerId', 'environment'].map((name) => `(SELECT t.${name} FROM tenants t WHERE r.tenantId = t.id) AS ${name}`)
    : ['r.partnerId', 'r.environment']
  return {
    select: `${own.join(', ')}, ${keptColumns(table, 'r')}`,
    deleted: (rows: object[]) => {
      // Rows of the previous release have no owner, and were not counted.
      for (const row of rows as (PartnerOwner & Kept)[]) if (row.partnerId !== null) addKept(database, row, row, -1)
    },
  }
}
