/** Our identifiers: a type's prefix and a time-ordered UUIDv7 (RFC 9562, section 5.7), in text. */
import { v7 } from 'uuid'

/** As callers see them: criteria version, criterion, question set, question, … */
type PublicPrefix = 'cv' | 'cr' | 'qs' | 'qn' | 'sj' | 'sb' | 'lc' | 'we' | 'evt' | 'wd' | 'dr' | 'key' | 'p'
/** The kinds in whole words never leave the service. */
export type IdPrefix = PublicPrefix | 'tenant' | 'job' | 'application' | 'worker' | 'lease'

const form = /^[a-z]+_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text has the form of our ids; one that has not is simply unknown, and never reaches a query. */
export function isId(text: string): boolean {
  return form.test(text)
}

/** A new id; `nowMs` is the service's clock (epoch ms), so that order survives a machine's skew. */
export function newId(prefix: IdPrefix, nowMs: number): string {
  return `${prefix}_${v7({ msecs: nowMs })}`
}
