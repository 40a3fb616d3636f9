/**
 * Moves a partner to another cell. If the process dies at any point, the partner is never open in both cells, and no
 * accepted data is lost. Running the command again finishes the move. The order of the steps guarantees this:
 *
 * 1. Copies the partner's rows in rounds, until a round takes little time. The partner is served as usual.
 * 2. Drains the partner: starts none of its waiting jobs, and lets its running jobs end.
 * 3. Holds the partner: refuses all writes for it, and still answers reads.
 * 4. Copies the remaining rows and compares all rows. If that takes too long or fails, opens the partner in this cell
 * again.
 * 5. Marks the partner as moved in this cell. From then on, it can be opened only in the other cell.
 * 6. Opens the partner in the other cell, and changes the routes of its keys.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { invalid } from '../../kit/errors.ts'
import { SECOND } from '../../kit/time.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { copyPartner, type Copied, type Unproven } from '../../tables/moving/copying.ts'
import {
  changePlace,
  completedTurn,
  countAtWork,
  holdPartner,
  inTurn,
  openPartner,
  takeTurn,
} from '../../tables/moving/held-partners.ts'
import { findPartner, findPartnerByName, type PartnerRow } from '../../tables/partners.ts'
import { sealAuditRecords } from '../audit/chain.ts'

export type Move = Pick<Services, 'database' | 'clock'> & {
  /** The names of both cells, and the other cell's database. */
  from: string
  to: string
  other: Database
  /** How long the partner may be held, which means that its writes are refused. */
  pauseMs: number
  /** How long servers may take to notice that the partner is moving. */
  noticeMs: number
  /** How long running jobs may take to end. A job that has not ended by then starts again in the other cell. */
  drainMs: number
  /** Sends the partner's requests to the other cell. */
  route: (partnerId: string) => Promise<void>
  /** Prints a line about the progress. */
  say: (line: string) => void
}

/**
 * `rows`: how many rows the partner had at the end of the move, the same number in each cell. `heldMs`: how long
 * writes were refused.
 */
export type Moved = { rows: number; heldMs: number }

const roundsMax = 20
/** How many rounds compare all values. The second of them verifies the rows that the first one copied. */
const fullRounds = 2
const pollMs = 50

/**
 * Moves the partner, or finishes a move. Returns null if an earlier run had already marked the partner as moved.
 * @throws VALIDATION_ERROR if the partner cannot move to the other cell, Error if it would be held for too long
 */
export async function movePartner(move: Move, name: string): Promise<Moved | null> {
  const { database, clock, other, to, say } = move
  const partner = await findMovable(move, name)
  const { id } = partner
  const moved = partner.movedAt === null ? await leave(move, partner) : null
  const left = (await findPartner(database, id)) as PartnerRow
  const there = await findPartner(other, id)
  // If the condition is false, the partner is already open in the other cell, or has moved on from there.
  if (there?.movedAt != null && there.heldAt === left.heldAt)
    await inTurn(other, id, there.heldAt as number, () => openPartner(other, left, clock.now()))
  say(`open in ${to}`)
  await move.route(id)
  say('routed')
  await changePlace(database, left, { heldAt: completedTurn })
  return moved && { ...moved, heldMs: clock.now() - (left.heldAt as number) }
}

/** @throws VALIDATION_ERROR */
async function findMovable({ database, other, to }: Move, name: string): Promise<PartnerRow> {
  const partner = await findPartnerByName(database, name)
  if (!partner) throw invalid('partner', 'unknown', `there is no partner "${name}" here`)
  const { cell, movedAt } = partner
  if (cell !== null && cell !== to)
    throw invalid('to', 'unknown', `partner "${name}" ${movedAt === null ? 'is moving' : 'has moved'} to cell ${cell}`)
  const there = await findPartnerByName(other, name)
  if (there && there.id !== partner.id)
    throw invalid(
      'to',
      'repeated',
      `cell ${to} has another partner "${name}"; two partners of a cell cannot share a name`,
    )
  if (there && there.movedAt === null && movedAt === null)
    throw invalid(
      'to',
      'unknown',
      `partner "${name}" lives in cell ${to}: finish its move from there with the same command in that cell`,
    )
  return partner
}

/** Copies the partner, and marks it as moved in this cell. The other cell has not opened it yet. */
async function leave(move: Move, partner: PartnerRow): Promise<Pick<Moved, 'rows'>> {
  const { database, clock, other, from, say } = move
  const { id } = partner
  const unproven: Unproven = new Map()
  // If an earlier run left the partner held, this run has no full rounds, so its only copy must compare all values.
  const by = partner.heldAt === null ? 'mark' : 'all'
  if (partner.heldAt === null) {
    // Undoes the drain of an earlier run that died.
    await changePlace(database, partner, { cell: null })
    const turn = randomInt(2 ** 40)
    await takeTurn(other, partner, from, turn)
    await copyRounds(move, { id, turn, unproven })
    await drain(move, partner)
    // Most rows of the jobs that ended in the meantime are copied now, so that the hold is short.
    const { copied } = await copyRound(move, { id, turn, unproven }, 'mark')
    say(`drained: copied ${copied} rows`)
  }
  const beganAt = performance.now()
  const held = await holdPartner(database, id, clock.now())
  say('held')
  try {
    await takeTurn(other, held, from, held.heldAt as number)
    const { rows } = await copyRest(move, held, { by, unproven, beganAt })
    if (!(await changePlace(database, held, { movedAt: clock.now() })))
      throw new Error('another process has moved this partner, or opened it here: run the command again')
    say(`left with ${rows} rows, the same in both cells`)
    return { rows }
  } catch (error) {
    await database.transaction(async () => {
      if (await changePlace(database, held, {})) await openPartner(database, held, clock.now())
    })
    throw error
  }
}

type Turn = { id: string; turn: number; unproven: Unproven }

/**
 * Copies in rounds, until a round takes less than half of the time for which the partner may be held. The first two
 * rounds compare all values, and the others compare marks. The last copy, while the partner is held, also compares
 * marks, so it takes about as long as the last of these rounds.
 *
 * @throws Error if no round is that short
 */
async function copyRounds(move: Move, turn: Turn): Promise<void> {
  const { pauseMs, say } = move
  for (let round = 1; ; round += 1) {
    const beganAt = performance.now()
    const { rows, copied } = await copyRound(move, turn, round <= fullRounds ? 'all' : 'mark')
    const tookMs = performance.now() - beganAt
    say(`round ${round}: copied ${copied} of ${rows} rows in ${(tookMs / SECOND).toFixed(1)} s`)
    if (round <= fullRounds) continue
    if (tookMs < pauseMs / 2) return
    if (round === roundsMax || copied === 0) throw tooLong(pauseMs, tookMs)
  }
}

function copyRound({ database: from, other: to }: Move, { id, turn, unproven }: Turn, by: 'all' | 'mark') {
  return copyPartner({ from, to, partnerId: id, turn, by, unproven, isHeld: false, check: () => {} })
}

function tooLong(pauseMs: number, tookMs: number): Error {
  const [pause, needed] = [pauseMs / SECOND, Math.ceil((2 * tookMs) / SECOND)]
  return new Error(
    `the partner would be held for more than ${pause} s, so it stays here: choose a time with less load, or allow --pause ${needed}`,
  )
}

/**
 * Stops starting the partner's jobs, and waits until its running jobs and deliveries have ended, for at most `drainMs`.
 */
async function drain({ database, to, noticeMs, drainMs, say }: Move, partner: PartnerRow): Promise<void> {
  await changePlace(database, partner, { cell: to })
  say('draining')
  await delay(noticeMs)
  const until = performance.now() + drainMs
  while (performance.now() < until && (await countAtWork(database, partner.id)) > 0) await delay(pollMs)
}

async function copyRest(
  { database: from, clock, other: to, pauseMs }: Move,
  { id: partnerId, heldAt }: PartnerRow,
  { beganAt, ...known }: Pick<Parameters<typeof copyPartner>[0], 'by' | 'unproven'> & { beganAt: number },
): Promise<Copied> {
  const check = () => {
    const tookMs = performance.now() - beganAt
    if (tookMs > pauseMs) throw tooLong(pauseMs, tookMs)
  }
  // Without this, the other cell would find unsealed records, and seal them before the partner is open there.
  await sealAuditRecords({ database: from, clock, draining: () => false })
  const copied = await copyPartner({ ...known, from, to, partnerId, turn: heldAt as number, isHeld: true, check })
  check()
  return copied
}
