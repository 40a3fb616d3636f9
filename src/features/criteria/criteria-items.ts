/**
 * Criteria items: adds, changes, deletes or reads one criterion, and reorders all of them.
 *
 * This file defines what each edit does to the list. `edits.ts` runs the edit in a transaction.
 */
import type { Criterion, ErrorDetail } from '../../../generated/types.gen.ts'
import type { DraftCriterion } from '../../../workers/tasks.ts'
import { missingPermission, ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { ownerOf, type Call, type Reply } from '../../platform/contract/call.ts'
import type { Handler, Services } from '../../platform/services.ts'
import { findCurrentVersion, type CriteriaVersionRow } from '../../tables/criteria-versions.ts'
import { edit, pick, type Change } from './edits.ts'
import { getLibraryRow } from './criteria-library.ts'
import { criteriaOf, etagOf } from './criteria.ts'
import { warningsFor } from './warnings.ts'

// ── rules ───────────────────────────────────────────────────────────────────────────────────────

/** Drops `sourceQuote` if the text changes, because the quote is the source of the old text only. */
function changed(id: string, changes: Partial<DraftCriterion>): Change {
  const apply = ({ sourceQuote, ...criterion }: Criterion): Criterion => {
    const isSame = changes.text === undefined || changes.text === criterion.text
    return { ...criterion, ...(isSame && sourceQuote !== undefined ? { sourceQuote } : {}), ...changes }
  }
  return (criteria) => criteria.map((criterion) => (criterion.id === id ? apply(criterion) : criterion))
}

function without(id: string): Change {
  return (criteria) => criteria.filter((criterion) => criterion.id !== id)
}

/**
 * Reorders the criteria. @throws CRITERION_NOT_FOUND for an unknown id, CRITERIA_INVALID if an id is missing or
 * repeated
 */
export function inOrder(ids: string[]): Change {
  return (criteria) => {
    const ordered = ids.map((id) => pick(criteria, id))
    const repeated = ids.flatMap((id, index): ErrorDetail[] => {
      const field = `criterionIds[${index}]`
      return ids.indexOf(id) < index ? [{ field, code: 'repeated', message: 'appears more than once' }] : []
    })
    const missing = criteria
      .filter(({ id }) => !ids.includes(id))
      .map(({ id }): ErrorDetail => ({ field: 'criterionIds', code: 'missing', message: `must include ${id}` }))
    const details = [...repeated, ...missing]
    if (details.length > 0) throw new ServiceError('CRITERIA_INVALID', { details })
    return ordered
  }
}

// ── operations ──────────────────────────────────────────────────────────────────────────────────

export const addCriterion: Handler<'addCriterion'> = async (call, services) => {
  const draft = await readAddition(call, services)
  const id = newId('cr', services.clock.now())
  return services.write(call, async (): Promise<Reply<'addCriterion'>> => {
    const version = await edit(call, services, (criteria) => [...criteria, { id, ...draft, order: criteria.length }])
    const location = services.contract.locate('getCriterion', { jobId: call.path.jobId, criterionId: id })
    const body = { ...withItem(version, id), ...warningsFor([draft.text]) }
    return { status: 201, body, headers: { ETag: etagOf(version), Location: location } }
  })
}

/**
 * Returns the criterion to add: from the body, or copied from the library. @throws FORBIDDEN,
 * LIBRARY_CRITERION_NOT_FOUND
 */
async function readAddition(call: Call<'addCriterion'>, services: Pick<Services, 'database'>): Promise<DraftCriterion> {
  const { body, caller } = call
  if (!('libraryCriterionId' in body)) return { text: body.text, importance: body.importance }
  if (!caller?.permissions.has('library.read')) throw missingPermission('library.read')
  const { text, importance } = await getLibraryRow(services, ownerOf(call), body.libraryCriterionId)
  return { text, importance: body.importance ?? importance }
}

export const changeCriterion: Handler<'changeCriterion'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'changeCriterion'>> => {
    const { criterionId } = call.path
    const version = await edit(call, services, changed(criterionId, call.body))
    const body = { ...withItem(version, criterionId), ...warningsFor([call.body.text ?? '']) }
    return { status: 200, body, headers: { ETag: etagOf(version) } }
  })

export const deleteCriterion: Handler<'deleteCriterion'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'deleteCriterion'>> => {
    const version = await edit(call, services, without(call.path.criterionId))
    return { status: 200, body: { criteria: criteriaOf(version) }, headers: { ETag: etagOf(version) } }
  })

export const orderCriteria: Handler<'orderCriteria'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'orderCriteria'>> => {
    const version = await edit(call, services, inOrder(call.body.criterionIds))
    return { status: 200, body: { criteria: criteriaOf(version) }, headers: { ETag: etagOf(version) } }
  })

/**
 * Fails with CRITERION_NOT_FOUND for every id that is not in the current version, even if the job or the version does
 * not exist.
 */
export const getCriterion: Handler<'getCriterion'> = async (call, services) => {
  const { jobId, criterionId } = call.path
  const { version } = await findCurrentVersion(services.database, ownerOf(call), jobId)
  if (!version) throw new ServiceError('CRITERION_NOT_FOUND')
  const criterion = pick(criteriaOf(version), criterionId)
  return { status: 200, body: { criterion }, headers: { ETag: etagOf(version) } }
}

function withItem(version: CriteriaVersionRow, id: string): { criterion: Criterion; criteria: Criterion[] } {
  const criteria = criteriaOf(version)
  return { criterion: pick(criteria, id), criteria }
}
