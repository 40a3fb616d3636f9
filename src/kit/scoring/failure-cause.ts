/** Why a scoring job failed, beside its code: what the caller is shown of it, and the row keeps. */
import type { ScoringJob } from '../../../generated/types.gen.ts'

/** `httpStatus` comes with the reason `http_status`, `fileType` with `unsupported_type`. */
export type FailureCause = Pick<ScoringJob, 'reason' | 'httpStatus' | 'fileType'>

/** The cause as the members of a failure name it; null where it has no reason. */
export function causeOf({ reason, httpStatus, fileType }: FailureCause): FailureCause | null {
  if (reason === undefined) return null
  return {
    reason,
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(fileType === undefined ? {} : { fileType }),
  }
}
