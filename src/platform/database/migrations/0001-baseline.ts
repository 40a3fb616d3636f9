/**
 * The tables of the first release, in four files beside this one. Frozen: every later change of a table is a migration
 * of its own, 0002 and on. What a table looks like today stands in `src/tables/`.
 *
 * Each `createTable` does nothing where the table exists, so a start that died half-way continues where it stopped.
 */
import type { Migration } from '../migrations.ts'
import { accessTables } from './0001-baseline/access.ts'
import { criteriaTables } from './0001-baseline/criteria.ts'
import { eventsTables } from './0001-baseline/events.ts'
import { scoringTables } from './0001-baseline/scoring.ts'

export const up: Migration = async (context) => {
  await accessTables(context)
  await criteriaTables(context)
  await scoringTables(context)
  await eventsTables(context)
}
