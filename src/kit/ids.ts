/** Our identifiers: a type's prefix and a time-ordered UUIDv7 (RFC 9562, section 5.7), in text. */
import { randomInt } from 'node:crypto'
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

/** Of the newest id; within its millisecond ids count on (RFC 9562, section 6.2, method 1). */
const newest = { ms: -1, sequence: 0 }
/** Where a millisecond's counting begins, by chance: far enough below the 32 bits to count on. */
const sequenceStartsBelow = 2 ** 31

/**
 * A new id, above those that this process made in the same millisecond. `nowMs` is the service's clock (epoch ms), so
 * that order survives a machine's skew.
 */
export function newId(prefix: IdPrefix, nowMs: number): string {
  newest.sequence = nowMs === newest.ms ? newest.sequence + 1 : randomInt(sequenceStartsBelow)
  newest.ms = nowMs
  return `${prefix}_${v7({ msecs: nowMs, seq: newest.sequence })}`
}

/** Below every id made at `atMs` (epoch ms) or later and above all others: where a range of ids by time begins. */
export function idsFrom(prefix: IdPrefix, atMs: number): string {
  const time = atMs.toString(16).padStart(12, '0')
  return `${prefix}_${time.slice(0, 8)}-${time.slice(8)}`
}
