/** Reads the data of applications that lists, exports and the ranking show. */
import type { CriterionOverride, IntegrityFlag, RankedApplication, Verdict } from '../../../../generated/types.gen.ts'
import { storedJson, type PartsOf } from '../../../kit/stored-json.ts'
import { toIso } from '../../../kit/time.ts'
import type { Services } from '../../../platform/services.ts'
import { isDetached } from '../../../tables/applications.ts'
import { failedPlace, openPlace } from '../../../tables/application-scores/job-activity.ts'
import {
  listShownApplications,
  type ListedRow,
  type ShownApplication,
} from '../../../tables/application-scores/pages.ts'
import { getCriteriaVersionById } from '../../../tables/criteria-versions.ts'
import { listOverrides } from '../../../tables/overrides.ts'
import { criteriaOf } from '../../criteria/criteria.ts'
import { namedOverride } from '../overrides/applied.ts'
import { matchVerdict } from '../score.ts'
import { tenthsMax } from './upkeep.ts'
import { verdictAt } from './verdict-letters.ts'

type Needs = Pick<Services, 'database'>

/** An application with the data that a list shows. */
export type Listed = { row: ListedRow; shown: ShownApplication; overrides: CriterionOverride[] }

/** Returns these applications in the given order, without those that were deleted in the meantime. */
export async function listed({ database }: Needs, tenantId: string, rows: readonly ListedRow[]): Promise<Listed[]> {
  const shown = await listShownApplications(database, tenantId, rows)
  const decided = [...shown.values()].flatMap(({ id, revision }) => (revision === null ? [] : [id]))
  const overrides = Map.groupBy(await listOverrides(database, tenantId, decided), ({ applicationId }) => applicationId)
  return rows.flatMap((row) => {
    const one = shown.get(row.id)
    if (!one || isDetached(one.application)) return []
    return [{ row, shown: one, overrides: (overrides.get(row.id) ?? []).map(namedOverride) }]
  })
}

function statusOf({ place }: ListedRow, { status }: ShownApplication): RankedApplication['status'] {
  if (place === failedPlace) return 'FAILED'
  if (place !== openPlace) return 'COMPLETED'
  // The scoring job may have ended after the application's row was read.
  return status === 'PENDING' ? 'PENDING' : 'PROCESSING'
}

/** Returns an application as the API shows it. */
export function toRanked({ row, shown, overrides }: Listed): PartsOf<RankedApplication> {
  const status = statusOf(row, shown)
  const tenths = tenthsMax - row.place
  const scored = {
    score: tenths / 10,
    scoreRange: { low: tenths / 10, high: (row.highTenths ?? tenths) / 10 },
    verdict: matchVerdict(tenths),
  }
  return {
    applicationId: shown.application,
    scoringJobId: row.scoringJobId,
    criteriaVersionId: row.criteriaVersionId,
    status,
    ...(status === 'COMPLETED' ? scored : {}),
    flags: storedJson<IntegrityFlag[]>(row.flags ?? '[]'),
    overrides: status === 'COMPLETED' ? overrides : [],
    ...(row.isDropped === 1 ? { overrideDropped: true } : {}),
    ...(shown.reviewRequestedAt === null ? {} : { reviewRequestedAt: toIso(shown.reviewRequestedAt) }),
    stale: row.criteriaVersionId !== shown.currentVersionId,
    ...(status === 'FAILED' && shown.errorCode !== null ? { errorCode: shown.errorCode } : {}),
    submittedAt: toIso(shown.submittedAt),
    updatedAt: toIso(row.updatedAt),
  }
}

/** A criterion of the version that a score was made with, and the verdict that now applies. */
export type CountedVerdict = { criterionId: string; text: string; verdict: Verdict }

/** Returns a function that looks up the verdicts of a score and reads each version only once. */
export function createVerdictsOf(
  { database }: Needs,
  tenantId: string,
): (row: Pick<ListedRow, 'criteriaVersionId' | 'verdicts'>) => Promise<CountedVerdict[]> {
  const versions = new Map<string, Promise<{ id: string; text: string }[]>>()
  const read = async (id: string) => {
    const version = await getCriteriaVersionById(database, tenantId, id)
    return version ? criteriaOf(version).map(({ id, text }) => ({ id, text })) : []
  }
  return async ({ criteriaVersionId, verdicts }) => {
    if (verdicts === null) return []
    const criteria = versions.get(criteriaVersionId) ?? read(criteriaVersionId)
    versions.set(criteriaVersionId, criteria)
    return (await criteria).flatMap(({ id: criterionId, text }, position) => {
      const verdict = verdictAt(verdicts, position)
      return verdict ? [{ criterionId, text, verdict }] : []
    })
  }
}
