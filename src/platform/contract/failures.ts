/**
 * A scoring job's failure as callers see it: its code, the reason in words, and whether another submission may succeed.
 */
import { facts } from '../../../generated/facts.gen.ts'
import type { FailureReason, ScoringJobReply } from '../../../generated/types.gen.ts'
import type { ErrorCode } from '../../kit/errors.ts'
import type { FailureCause } from '../../kit/scoring/failure-cause.ts'
import { entryOf, type Contract } from './contract.ts'

/** HTTP statuses of a resume that no longer exists. Its URL will not work again. */
const goneStatuses = new Set<number | undefined>([404, 410])
/** Reasons that make the same application fail again, although their code is usually transient. */
const lastingReasons = new Set<FailureReason | undefined>(['too_long_for_model'])

/** For each reason, the sentence that is added to the meaning of the code. */
const sentences: Partial<Record<FailureReason, string>> = facts.FailureReason.sentences

/** `failure`: a FailureCause in JSON. */
type Failed = { errorCode: ErrorCode | null; failure: string | null }

/** Returns a job's failure; null for a job that has not failed. */
export function failureOf(
  { errorCode: code, failure }: Failed,
  contract: Pick<Contract, 'catalogue'>,
): NonNullable<ScoringJobReply['error']> | null {
  if (code === null) return null
  const entry = entryOf(contract, code)
  const cause = JSON.parse(failure ?? '{}') as FailureCause
  const isLasting = goneStatuses.has(cause.httpStatus) || lastingReasons.has(cause.reason)
  const retryable = entry.retryable && !isLasting
  const sentence = cause.reason && sentences[cause.reason]
  const values = { ...cause, action: entry.action }
  const why = sentence?.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => String(values[name]))
  return { code, message: why ? `${entry.meaning} ${why}` : entry.meaning, retryable, ...cause }
}
