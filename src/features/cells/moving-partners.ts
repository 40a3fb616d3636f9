/** Partners that are moving to another cell, or have moved: what this process last read about them. */
import { ServiceError } from '../../kit/errors.ts'
import type { Services } from '../../platform/services.ts'
import { findPartner, listMoving } from '../../tables/partners.ts'

type Needs = Pick<Services, 'database' | 'movingPartners'>

/**
 * Refuses requests of partners that have moved: they reach this cell only while a proxy still sends them here. Until
 * then reads are answered as usual, and the database refuses writes of a partner that is held. A partner that has just
 * come here may still count as moved, so a query decides.
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
