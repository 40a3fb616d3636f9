/** Creates and changes partners for the operator. */
import type { Plan } from '../../kit/caller.ts'
import { invalid } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { isDuplicate } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import {
  findPartnerByName,
  insertPartner,
  lockPartner,
  parseNumbers,
  updatePartnerNumbers,
  updatePartnerPlan,
  updatePartnerSuspension,
  type PartnerRow,
} from '../../tables/partners.ts'

type Needs = Pick<Services, 'database' | 'clock'>

/** Checks a partner's name, and returns it. @throws VALIDATION_ERROR */
export function readPartnerName(name: string): string {
  // MariaDB treats "Zed " as equal to "Zed", and SQLite does not.
  if (name === '' || name !== name.trim() || [...name].length > 100 || /\p{Cc}/u.test(name))
    throw invalid(
      'name',
      'pattern',
      'must have 1 to 100 characters, no control characters, and no spaces at either end',
    )
  return name
}

/** Creates a partner with a name that `readPartnerName` accepts. @throws VALIDATION_ERROR if the name is taken */
export async function createPartner(services: Needs, name: string, plan: Plan = 'standard'): Promise<PartnerRow> {
  const now = services.clock.now()
  const partner: PartnerRow = {
    id: newId('p', now),
    name,
    blind: 1,
    createdAt: now,
    limits: null,
    quotas: null,
    plan,
    suspendedAt: null,
    cell: null,
    heldAt: null,
    movedAt: null,
  }
  try {
    await services.database.transaction(() => insertPartner(services.database, partner))
  } catch (error) {
    if (isDuplicate(error)) throw invalid('name', 'repeated', `there is already a partner "${name}"`)
    throw error
  }
  return partner
}

/**
 * Returns the partner with this name. @throws VALIDATION_ERROR if there is none, or if the partner is moving or has
 * moved to another cell, because changes in this cell would not reach the other cell
 */
export async function getPartnerByName(services: Needs, name: string): Promise<PartnerRow> {
  const partner = await findPartnerByName(services.database, name)
  if (!partner)
    throw invalid('partner', 'unknown', `there is no partner "${name}"; to create it, run: partners create ${name}`)
  checkChangeableHere(partner)
  return partner
}

/** Checks that the partner lives in this cell and is not moving. @throws VALIDATION_ERROR otherwise */
export function checkChangeableHere({ name, cell, movedAt }: Pick<PartnerRow, 'name' | 'cell' | 'movedAt'>): void {
  if (cell === null) return
  const state = movedAt === null ? 'is moving to cell' : 'lives in cell'
  throw invalid('partner', 'unknown', `partner "${name}" ${state} ${cell}: run the command there`)
}

const plans: readonly string[] = ['standard', 'trial'] satisfies Plan[]

/** Parses the name of a plan. @throws VALIDATION_ERROR for an unknown one. */
export function readPlan(text: string): Plan {
  if (!plans.includes(text)) throw invalid('plan', 'unknown', `"${text}" is not a plan; use ${plans.join(' or ')}`)
  return text as Plan
}

/**
 * Changes a partner's plan in both environments; servers apply it when they next read a key. Atomic: if the process
 * dies, nothing has changed. @throws VALIDATION_ERROR if there is no partner with that name
 */
export async function setPlan(services: Needs, name: string, plan: Plan): Promise<void> {
  const { id } = await getPartnerByName(services, name)
  await services.database.transaction(() => updatePartnerPlan(services.database, id, plan))
}

/**
 * Suspends a partner, or ends its suspension: servers refuse or accept its keys when they next read them. Accepted
 * scoring jobs finish, and their events are delivered. Returns the time at which the suspension began, or null if it
 * has ended. Suspending a partner that is already suspended does not change that time.
 * @throws VALIDATION_ERROR if there is no partner with that name
 */
export async function setSuspended(services: Needs, name: string, isSuspended: boolean): Promise<number | null> {
  const { database, clock } = services
  const { id, suspendedAt } = await getPartnerByName(services, name)
  const since = isSuspended ? (suspendedAt ?? clock.now()) : null
  await database.transaction(() => updatePartnerSuspension(database, id, since))
  return since
}

/**
 * Changes a partner's own limits or quotas, in both environments; null restores the default. Returns the changed
 * partner; servers apply the numbers when they next read a key. Atomic: if the process dies, nothing has changed.
 * @throws VALIDATION_ERROR if there is no partner with that name
 */
export async function changeNumbers(
  services: Needs,
  name: string,
  column: 'limits' | 'quotas',
  changes: { [number: string]: number | null },
): Promise<PartnerRow> {
  const { database } = services
  return database.transaction(async () => {
    const { id } = await getPartnerByName(services, name)
    const partner = (await lockPartner(database, id)) as PartnerRow
    const all = Object.entries({ ...parseNumbers<object>(partner[column]), ...changes })
    const kept = all.filter(([, number]) => number !== null)
    const changed = { ...partner, [column]: kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null }
    await updatePartnerNumbers(database, changed)
    return changed
  })
}
