/** Our identifiers: a type's prefix and a time-ordered UUIDv7 (RFC 9562, section 5.7), in text. */
import { v7 } from 'uuid'

/** Version, criterion, scoring job, API key, partner; the kinds in whole words never leave the service. */
export type IdPrefix = 'cv' | 'cr' | 'sj' | 'key' | 'p' | 'tenant' | 'job' | 'application' | 'worker' | 'lease'

const form = /^[a-z]+_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text has the form of our ids; one that has not is simply unknown, and never reaches a query. */
export function isId(text: string): boolean {
  return form.test(text)
}

/** A new id; `nowMs` is the service's clock (epoch ms), so that order survives a machine's skew. */
export function newId(prefix: IdPrefix, nowMs: number): string {
  return `${prefix}_${v7({ msecs: nowMs })}`
}
