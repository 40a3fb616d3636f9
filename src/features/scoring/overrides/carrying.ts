/** Carries overrides from an application's previous score to its new one, inside the new score's transaction. */
import type { Services } from '../../../platform/services.ts'
import { deleteOverride, listOverridesOfLatest, moveOverride, type OverrideRow } from '../../../tables/overrides.ts'
import type { ClaimedScoringJobRow } from '../../../tables/scoring-jobs/claims.ts'
import type { ScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import type { Carried } from './applied.ts'

type Needs = Pick<Services, 'database'>

/**
 * Returns the overrides of these jobs' applications, by application. A job that is not its application's latest gets
 * none, because the overrides belong to a newer score.
 */
export async function overridesFor(
  { database }: Needs,
  ending: readonly Pick<ClaimedScoringJobRow, 'id' | 'applicationId' | 'hasOverrides'>[],
): Promise<Map<string, OverrideRow[]>> {
  const rows = await listOverridesOfLatest(
    database,
    ending.filter(({ hasOverrides }) => hasOverrides === 1),
  )
  return Map.groupBy(rows, ({ applicationId }) => applicationId)
}

/**
 * Updates the criterion ids and engine verdicts of the kept overrides, and deletes the overrides that no longer apply.
 */
export async function settle(
  { database }: Needs,
  owner: Pick<ScoringJobRow, 'partnerId' | 'environment'>,
  { moved, dropped }: Pick<Carried, 'moved' | 'dropped'>,
): Promise<void> {
  for (const row of dropped) await deleteOverride(database, owner, row)
  for (const row of moved) await moveOverride(database, row)
}
