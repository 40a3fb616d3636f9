/** Repeats a journal's deletions after a restore. */
import { MINUTE } from '../../kit/time.ts'
import type { Services } from '../../platform/services.ts'
import { findDeletionRequest } from '../../tables/deletion-requests.ts'
import { findPartner } from '../../tables/partners.ts'
import { nameOf, requestDeletion } from './deletions.ts'
import { openEntry, type Entry } from './journal.ts'

/**
 * How many deletions were repeated, and how many were not: `known`: the database already has the request; `unreadable`:
 * the line is damaged, or encrypted under another key.
 */
export type Reapplied = { reapplied: number; known: number; partnerUnknown: number; unreadable: number }

/**
 * The backup may lack a deletion that the journal dates up to this long before the backup. The date is when the request
 * began, its commit came later, and the clocks of two machines differ.
 */
const marginMs = 5 * MINUTE

/**
 * Repeats a journal's deletions in order, from `marginMs` before `since` (epoch ms) on, unless the database already has
 * them. No server may run at the same time, because it could accept new data under a name that is about to be deleted.
 */
export async function reapplyDeletions(
  services: Pick<Services, 'database' | 'clock' | 'contract' | 'secretKeys'>,
  lines: readonly string[],
  since: number,
): Promise<Reapplied> {
  const { database, secretKeys } = services
  const counts: Reapplied = { reapplied: 0, known: 0, partnerUnknown: 0, unreadable: 0 }
  for (const line of lines.filter((text) => text.trim() !== '')) {
    let entry: Entry
    try {
      entry = openEntry(secretKeys, line)
    } catch {
      counts.unreadable += 1
      continue
    }
    const { id, now, owner, application } = entry
    if (now < since - marginMs) continue
    if (!(await findPartner(database, owner.partnerId))) counts.partnerUnknown += 1
    else if (await findDeletionRequest(database, owner, id)) counts.known += 1
    else {
      const again = { ...services, deletionJournal: null }
      await database.transaction(() => requestDeletion(again, owner, nameOf(id, now), application))
      counts.reapplied += 1
    }
  }
  return counts
}
