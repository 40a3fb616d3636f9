/**
 * Kept counts: how many scoring jobs of a partner are open, and how many bytes the service keeps for it, in each
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

/** Counts rows that the transaction inserts; `times` -1: that it deletes. */
export function countKept(
  database: Database,
  owner: PartnerOwner,
  table: KeptTable,
  rows: readonly { readonly [column: string]: unknown }[],
  times = 1,
): void {
  for (const row of rows) addKept(database, owner, keptOf(table, row), times)
}

/** The same for rows that name their owners. */
export function countOwned(
  database: Database,
  table: KeptTable,
  rows: readonly (PartnerOwner & { readonly [column: string]: unknown })[],
  times = 1,
): void {
  for (const row of rows) addKept(database, row, keptOf(table, row), times)
}

/** From here on, the transaction fails where it would add more for this owner than its quotas allow. */
export function boundKept(database: Database, { allowed, ...owner }: PartnerOwner & Pick<Keeper, 'allowed'>): void {
  const { openScoringJobs, keptBytes } = allowed
  changeOf(database, owner).allowed = { openScoringJobs, keptBytes }
}

/** The transaction may add more for this owner than is allowed: it deletes, or takes a right away. */
export function exemptKept(database: Database, owner: PartnerOwner): void {
  changeOf(database, owner).isExempt = true
}

/** For `Database.deleteBefore`: gives back what the rows of this table counted. */
export function uncounting(database: Database, table: KeptTable) {
  const own = ['question_sets'].includes(table)
    ? ['partnerId', 'environment'].map((name) => `(SELECT t.${name} FROM tenants t WHERE r.tenantId = t.id) AS ${name}`)
    : ['r.partnerId', 'r.environment']
  return {
    select: `${own.join(', ')}, ${keptColumns(table, 'r')}`,
    deleted: (rows: object[]) => {
      // Rows of the release before have no owner, and were not counted.
      for (const row of rows as (PartnerOwner & Kept)[]) if (row.partnerId !== null) addKept(database, row, row, -1)
    },
  }
}
