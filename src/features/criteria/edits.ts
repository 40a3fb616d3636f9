/**
 * Edits a job's criteria. Contains the function that all edits use, the rules for a set of criteria, and the
 * replacement of a whole set.
 *
 * An edit is a function from the current criteria to the new ones. It runs in a transaction that locks the job's row,
 * so concurrent edits queue up and none is lost. If the process dies before the commit, nothing has changed. After the
 * commit, the version and the response are stored, and a repeated request gets that response.
 */
import { isDeepStrictEqual } from 'node:util'
import { facts } from '../../../generated/facts.gen.ts'
import type { Criterion, ErrorDetail } from '../../../generated/types.gen.ts'
import type { Keeper } from '../../kit/caller.ts'
import { parseIfMatch } from '../../kit/entity-tags.ts'
import { ServiceError } from '../../kit/errors.ts'
import type { Call, Reply } from '../../platform/contract/call.ts'
import { keeperOf } from '../../platform/contract/quotas.ts'
import type { Handler, Services } from '../../platform/services.ts'
import { findCurrentVersion, type CriteriaVersionRow } from '../../tables/criteria-versions.ts'
import type { JobRow } from '../../tables/jobs.ts'
import { criteriaOf, etagOf, makeVersion, numberCriteria, toCriteriaSet } from './criteria.ts'
import { ensureJob, holdJob } from './jobs.ts'
import { warningsFor } from './warnings.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'contract'>

// ── rules ───────────────────────────────────────────────────────────────────────────────────────

/** An edit to a set. Afterwards, `order` is renumbered by position. */
export type Change = (criteria: Criterion[]) => Criterion[]

const { maxItems: criteriaMax } = facts.CriterionDrafts

/**
 * Returns the faults in the set that an edit would create. Each fault's field contains the criterion's index in that
 * set.
 */
export function setFaults(criteria: Pick<Criterion, 'text'>[]): ErrorDetail[] {
  if (criteria.length === 0)
    return [{ field: 'criteria', code: 'none_left', message: 'at least one criterion must remain' }]
  if (criteria.length > criteriaMax)
    return [{ field: 'criteria', code: 'too_many', message: `a version can contain at most ${criteriaMax} criteria` }]
  const first = new Map<string, number>()
  return criteria.flatMap(({ text }, index) => {
    const earlier = first.get(fold(text))
    if (earlier !== undefined) {
      const message = `has the same text as criteria[${earlier}]`
      return [{ field: `criteria[${index}].text`, code: 'repeated', message }]
    }
    first.set(fold(text), index)
    return []
  })
}

/** Returns the criterion with this id. @throws CRITERION_NOT_FOUND */
export function pick(criteria: Criterion[], id: string): Criterion {
  const criterion = criteria.find((one) => one.id === id)
  if (!criterion) throw new ServiceError('CRITERION_NOT_FOUND')
  return criterion
}

/** Replaces the set. A criterion whose text already exists in the old set keeps its id and its source passage. */
export function keepIds(wanted: Criterion[]): Change {
  return (criteria) => {
    const known = new Map(criteria.map((criterion) => [fold(criterion.text), criterion]))
    return wanted.map((criterion) => {
      const same = known.get(fold(criterion.text))
      const passage = same?.sourceQuote === undefined ? {} : { sourceQuote: same.sourceQuote }
      return same ? { ...criterion, id: same.id, ...passage } : criterion
    })
  }
}

/** Texts that differ only in case or in surrounding white space are treated as equal. */
function fold(text: string): string {
  // Converts to upper case first, because that makes ß and ss equal; lower case alone keeps them distinct.
  return text.trim().toUpperCase().toLowerCase()
}

/**
 * Returns a function that checks the current version against `If-Match`, and throws CRITERIA_REVISION_CONFLICT if the
 * condition is false. Follows RFC 9110, section 13.1.1, except for the status of the failure.
 */
export function readIfMatch(value: string | undefined): (current: CriteriaVersionRow | null) => void {
  if (value === undefined) return () => {}
  const condition = parseIfMatch(value)
  return (current) => {
    const isMet = current !== null && (condition === '*' || condition.includes(etagOf(current)))
    if (!isMet) throw new ServiceError('CRITERIA_REVISION_CONFLICT')
  }
}

// ── operations ──────────────────────────────────────────────────────────────────────────────────

/** The fields of a call that an edit needs. */
export type EditCall = Pick<Call, 'caller' | 'tenant'> & {
  path: { jobId: string; criterionId?: string }
  headers: { 'If-Match'?: string }
}

/**
 * Changes a job's current criteria. Returns the version that is current afterwards: a new one, unless nothing changed.
 * Call it inside a transaction.
 * @throws VALIDATION_ERROR, JOB_NOT_FOUND, CRITERIA_NOT_FOUND, CRITERION_NOT_FOUND, CRITERIA_REVISION_CONFLICT,
 * CRITERIA_INVALID, and any error of `change`
 */
export async function edit(call: EditCall, services: Needs, change: Change): Promise<CriteriaVersionRow> {
  const owner = keeperOf(services, call)
  const checkIfMatch = readIfMatch(call.headers['If-Match'])
  const { jobId, criterionId } = call.path
  const job = await holdJob(services, owner, jobId)
  const { version } = await findCurrentVersion(services.database, owner, jobId)
  if (!version) throw new ServiceError('CRITERIA_NOT_FOUND')
  // By RFC 9110, section 13.2.1, a resource that does not exist is reported before the condition is evaluated.
  if (criterionId !== undefined) pick(criteriaOf(version), criterionId)
  checkIfMatch(version)
  return applyChange(services, owner, job, version, change)
}

async function applyChange(
  services: Needs,
  owner: Keeper,
  job: JobRow,
  current: CriteriaVersionRow | null,
  change: Change,
): Promise<CriteriaVersionRow> {
  const before = current ? criteriaOf(current) : []
  const after = change(before).map((criterion, order) => ({ ...criterion, order }))
  const details = setFaults(after)
  if (details.length > 0) throw new ServiceError('CRITERIA_INVALID', { details })
  if (current && isDeepStrictEqual(after, before)) return current
  return makeVersion(services, owner, job, after, { audit: null, jobTitle: current?.jobTitle ?? null })
}

export const replaceCriteria: Handler<'replaceCriteria'> = async (call, services) => {
  const owner = keeperOf(services, call)
  const wanted = numberCriteria(services, call.body.criteria)
  return services.write(call, async (): Promise<Reply<'replaceCriteria'>> => {
    const checkIfMatch = readIfMatch(call.headers['If-Match'])
    const { jobId } = call.path
    const job = await ensureJob(services, owner, jobId)
    const { version: current } = await findCurrentVersion(services.database, owner, jobId)
    checkIfMatch(current)
    const version = await applyChange(services, owner, job, current, keepIds(wanted))
    const body = { criteria: toCriteriaSet(version), ...warningsFor(call.body.criteria.map(({ text }) => text)) }
    return { status: 200, body, headers: { ETag: etagOf(version) } }
  })
}
