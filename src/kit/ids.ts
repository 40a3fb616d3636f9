/**
 * Our identifiers, as strings: a type prefix and a time-ordered UUIDv7 (RFC 9562, section 5.7). Also provides random
 * bytes.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { v7 } from 'uuid'

/** Prefixes that callers see: criteria version, criterion, question set, question, … */
type PublicPrefix =
  'cv' | 'cr' | 'qs' | 'qn' | 'sj' | 'sb' | 'lc' | 'we' | 'evt' | 'wd' | 'dr' | 'key' | 'p' | 'ar' | 'rs'
/** All prefixes. Ids with a whole word as their prefix never leave the service. */
export type IdPrefix = PublicPrefix | 'tenant' | 'job' | 'application' | 'worker' | 'lease'

const form = /^[a-z]+_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns whether a string has the form of our ids. A string in any other form is treated as an unknown id, without a
 * query.
 */
export function isId(text: string): boolean {
  return form.test(text)
}

/**
 * The time and counter of the newest id. Within a millisecond, the counter increases with each id (RFC 9562, section
 * 6.2, method 1).
 */
const newest = { ms: -1, sequence: 0 }
/** Each millisecond's counter starts at a random number below this, so that it can increase within 32 bits. */
const sequenceStartsBelow = 2 ** 31

/** The number of random bytes that the package expects. */
const randomBytesOfId = 16

/**
 * Returns a new id, greater than those that this process created in the same millisecond. `nowMs` is the service's
 * clock (epoch ms), so that the order is not affected by a machine's clock skew.
 */
export function newId(prefix: IdPrefix, nowMs: number): string {
  newest.sequence = nowMs === newest.ms ? newest.sequence + 1 : randomInt(sequenceStartsBelow)
  newest.ms = nowMs
  // By default, the package draws random bytes itself, which takes five times as long as the rest of this function.
  return `${prefix}_${v7({ msecs: nowMs, seq: newest.sequence, random: drawBytes(randomBytesOfId) })}`
}

/**
 * Returns a string that sorts before every id that was created at `atMs` (epoch ms) or later, and after all earlier
 * ids.
 */
export function idsFrom(prefix: IdPrefix, atMs: number): string {
  const time = atMs.toString(16).padStart(12, '0')
  return `${prefix}_${time.slice(0, 8)}-${time.slice(8)}`
}

/**
 * The number of bytes per draw. A draw of random bytes costs 2 µs regardless of its size (measured), so one draw serves
 * many callers.
 */
const drawnAtOnce = 4_096
let drawn = Buffer.alloc(0)

/** Returns `count` random bytes, at most 4,096. No byte is returned twice. */
export function drawBytes(count: number): Buffer {
  if (drawn.length < count) drawn = randomBytes(drawnAtOnce)
  const taken = drawn.subarray(0, count)
  drawn = drawn.subarray(count)
  return taken
}
