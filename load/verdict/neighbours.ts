/** Checks whether a partner is affected by another that stays within its limits. */
import { hours } from '../lib/neighbourhood.ts'
import type { Sample } from '../lib/sample.ts'
import { checkOf, type Check } from './check.ts'
import { percentile } from './operations.ts'
import type { Reading } from './outcome.ts'

/** The observations of `runner/crowd.ts`. */
export type Seen = {
  /**
   * About the period in which the other partner read no responses: its start and end in seconds of the run, the number
   * of the partner's connections, and how many of them the service left open.
   */
  deaf: { from: number; to: number; asked: number; unclosed: number }
  /** The durations of the neighbour's scoring jobs, in ms. */
  aloneMs: number[]
  besideMs: number[]
}

const unreadMbMax = 200
const unreadP99MsMax = 25
const readLaterMsMax = 50
const jobLaterMsMax = 1_500

/** Returns one check for each promise. */
export function judgeNeighbours(samples: Sample[], readings: Reading[], { deaf, aloneMs, besideMs }: Seen): Check[] {
  const timesOf = (hour: string) =>
    samples
      .filter(({ phase, status }) => phase === hour && status !== 429)
      .map(({ ms }) => ms)
      .sort((one, other) => one - other)
  const at = (hour: string, share: number) => percentile(timesOf(hour), share)
  const grownMb = growthOf(readings, deaf)
  const laterMs = Math.max(...besideMs) - Math.max(...aloneMs)
  const check = (name: string, value: number, max: number, said: string) =>
    // Without a value, nothing was observed, so the check fails.
    checkOf('neighbours', name, value <= max ? [] : [`${said}; due: ${max} at most`], said)
  const ms = (value: number) => `${value.toFixed(0)} ms`
  return [
    ...(grownMb === null ? [] : [check('unread: memory', grownMb, unreadMbMax, `grew by ${grownMb.toFixed(0)} MB`)]),
    check('unread: connections', deaf.unclosed, 0, `${deaf.unclosed} of ${deaf.asked} left open`),
    check(
      'unread: p99',
      at(hours.unread, 0.99),
      unreadP99MsMax,
      `the neighbour reads in ${ms(at(hours.unread, 0.99))}`,
    ),
    check(
      ...(['read at full speed: p95', at(hours.read, 0.95) - at(hours.alone, 0.95), readLaterMsMax] as const),
      `the neighbour reads in ${ms(at(hours.read, 0.95))}, alone in ${ms(at(hours.alone, 0.95))}`,
    ),
    check(
      ...(['slow host: a job', laterMs, jobLaterMsMax] as const),
      `the neighbour's take ${besideMs.map(ms).join(', ')}, alone ${aloneMs.map(ms).join(', ')}`,
    ),
  ]
}

/** Returns the growth from the last reading before the period to the largest reading in it; null without readings. */
function growthOf(readings: Reading[], { from, to }: Seen['deaf']): number | null {
  const before = readings.findLast(({ at }) => at <= from)
  const meanwhile = readings.filter(({ at }) => at > from && at <= to).map(({ rssMb }) => rssMb)
  return before && meanwhile.length > 0 ? Math.max(...meanwhile) - before.rssMb : null
}
