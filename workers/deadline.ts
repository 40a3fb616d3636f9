/** A task's deadline as a signal. Owns nothing but the clock that a thread reads. */

/** Aborts at `deadlineAt` (epoch ms); at once when that has passed. */
export function untilDeadline(deadlineAt: number): AbortSignal {
  // The platform takes whole milliseconds only, and a corrected clock has fractions.
  return AbortSignal.timeout(Math.max(0, Math.ceil(deadlineAt - Date.now())))
}
