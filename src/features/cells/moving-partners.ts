/** Checks requests against this process's cached list of partners that are moving to another cell or have moved. */
import { ServiceError } from '../../kit/errors.ts'
import type { Services } from '../../platform/services.ts'
import { findPartner, listMoving } from '../../tables/partners.ts'

type Needs = Pick<Services, 'database' | 'movingPartners'>

/**
 * Refuses a request from a partner that has moved to another cell. Such a request reaches this cell only until every
 * proxy has the partner's new route. Before the partner is marked as moved, its reads are answered as usual, and the
 * database refuses its writes while it is held. The cache may still list a partner that has just moved to this cell, so
 * its row is read again.
 * @throws SERVICE_UNAVAILABLE
 */
export async function checkLivesHere({ database, movingPartners }: Needs, partnerId: string): Promise<void> {
  if (!movingPartners.get(partnerId)?.hasMoved) return
  const partner = await findPartner(database, partnerId)
  if (partner?.movedAt != null) throw new ServiceError('SERVICE_UNAVAILABLE')
}

export async function renewMovingPartners({ database, movingPartners }: Needs): Promise<void> {
  const rows = await listMoving(database)
  movingPartners.clear()
  for (const { id, movedAt } of rows) movingPartners.set(id, { hasMoved: movedAt !== null })
}
