/**
 * Deletes the copy of a partner that a move has left in a cell. It is deleted in chunks, so the command can be stopped
 * and run again.
 */
import { invalid } from '../../kit/errors.ts'
import { MINUTE } from '../../kit/time.ts'
import type { Services } from '../../platform/services.ts'
import { deletePartnerRows } from '../../tables/moving/copying.ts'
import { completedTurn, takeTurn } from '../../tables/moving/held-partners.ts'
import { findPartnerByName } from '../../tables/partners.ts'

/** How long a response that began before the move may still read the rows. */
const readMs = 2 * MINUTE

/**
 * Deletes the partner's rows and returns how many there were. Keeps the partner's API keys and its row in `partners`, so
 * that requests that still arrive here are answered with SERVICE_UNAVAILABLE.
 *
 * @throws VALIDATION_ERROR if the partner has not moved away from this cell, its move is not complete, or responses may
 * still read the rows
 */
export async function purgePartner({ database, clock }: Pick<Services, 'database' | 'clock'>, name: string) {
  const partner = await findPartnerByName(database, name)
  if (!partner) throw invalid('partner', 'unknown', `there is no partner "${name}" here`)
  const { id, cell, heldAt, movedAt } = partner
  if (movedAt === null)
    throw invalid('partner', 'unknown', `partner "${name}" has not moved: there is no copy to delete`)
  const wasNeverHere = movedAt === 1
  if (!wasNeverHere && heldAt !== completedTurn)
    throw invalid('partner', 'unknown', `the move to cell ${cell} is not complete: run partners move again first`)
  if (movedAt > clock.ago(readMs))
    throw invalid('partner', 'unknown', 'responses may still read the copy: run this again two minutes after the move')
  if (wasNeverHere) await takeTurn(database, partner, cell as string, completedTurn)
  const rows = await deletePartnerRows(database, id, completedTurn)
  await database.scrub()
  return rows
}
