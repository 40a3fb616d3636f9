/** Two cells, each of which is a server with its own data, and moves of partners between them in the test's process. */
import type { ExecutionContext } from 'ava'
import { movePartner, type Move, type Moved } from '../../../src/features/cells/move.ts'
import type { Overrides } from '../../../src/app/server.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { timings } from '../../../src/platform/timings.ts'
import { findPartner } from '../../../src/tables/partners.ts'
import { startHarness, type Client, type Harness } from '../../support/harness.ts'

/** Short waits, so that the tests are fast. */
const soon = {
  ...timings,
  closedTenantsMs: 20,
  deletionSweepMs: 25,
  deliverySweepMs: 25,
  sweepMs: 50,
  eventFeedDelayMs: 0,
}
const secret = { SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }

export type Cells = {
  a: Harness
  b: Harness
  /** Moves the partner with this name from `a` to `b`, unless `changes` says otherwise. */
  move: (name: string, changes?: Partial<Move>) => Promise<Moved | null>
}

export async function startCells(
  t: ExecutionContext,
  settings: Record<string, string> = {},
  overrides: { a?: Overrides; b?: Overrides } = {},
): Promise<Cells> {
  const start = (cell: 'a' | 'b') =>
    startHarness(t, {
      settings: { CELL: cell, ...secret, ...settings },
      overrides: { timings: soon, ...overrides[cell] },
    })
  const [a, b] = [await start('a'), await start('b')]
  return { a, b, move: (name, changes) => movePartner({ ...between(a, b), ...changes }, name) }
}

/** Returns the settings for a move from one cell to another. The move does not change the routing. */
export function between(from: Harness, to: Harness): Move {
  const { database, clock } = from.server.services
  const names = { from: from.settings.CELL as string, to: to.settings.CELL as string }
  const terms = { pauseMs: 20_000, noticeMs: 60, drainMs: 20_000, route: async () => {}, say: () => {} }
  return { database, clock, other: to.server.services.database, ...names, ...terms }
}

export async function nameOf(harness: Harness, { partnerId }: Client): Promise<string> {
  return (await findPartner(harness.server.services.database, partnerId))?.name as string
}

/** Returns the names of all tables. */
export async function listTables(database: Database): Promise<string[]> {
  const rows = await database.select<{ name: string }>(
    database.dialect === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table'`
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  )
  return rows.map(({ name }) => name)
}
