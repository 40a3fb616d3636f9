/**
 * The tables of the first release, in the four files in this folder. Frozen: every later change of a table is a
 * migration of its own, from 0002 on. `src/tables/` shows the current tables.
 *
 * Each `createTable` does nothing if the table exists, so a migration that died halfway continues where it stopped.
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
