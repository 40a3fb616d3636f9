/**
 * The reason why a scoring job failed, in addition to its code. It is stored in the job's row and shown to the caller.
 */
import type { ScoringJob } from '../../../generated/types.gen.ts'

/** `httpStatus` is set with the reason `http_status`, `fileType` with `unsupported_type`. */
export type FailureCause = Pick<ScoringJob, 'reason' | 'httpStatus' | 'fileType'>

/** Returns only the members that describe the cause; null if there is no reason. */
export function causeOf({ reason, httpStatus, fileType }: FailureCause): FailureCause | null {
  if (reason === undefined) return null
  return {
    reason,
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(fileType === undefined ? {} : { fileType }),
  }
}
