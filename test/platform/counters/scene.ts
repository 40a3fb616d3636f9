/** Counters that are closed when their test ends, and helpers for many concurrent requests. */
import { randomUUID } from 'node:crypto'
import { type ExecutionContext } from 'ava'
import type { Count, Counters, Lease, Limited, Slots } from '../../../src/platform/counters/counters.ts'
import { createCounters } from '../../../src/platform/counters/open.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { listenToLog, type LogListener } from '../../tools/fakes/log-listener.ts'

/** So long that a busy machine never makes Redis look unavailable. Tests of outages set a shorter time. */
export const patientMs = 60_000

type Options = {
  url?: string | null
  namespace?: string
  clock?: HandClock
  log?: LogListener['log']
  answerMs?: number
}

export async function count(t: ExecutionContext, options: Options = {}): Promise<Counters> {
  const { url = null, namespace = randomUUID(), clock = new HandClock(), answerMs = patientMs } = options
  const log = options.log ?? listenToLog().log
  const counters = await createCounters({ url, namespace, clock, log, answerTimeoutMs: answerMs })
  t.teardown(() => counters.close())
  return counters
}

/** Counts one request in one window. */
export async function take(counters: Counters, key: string, limit: number, windowMs = 1_000): Promise<Count> {
  return (await counters.take([{ key, limit, windowMs }]))[0] as Count
}

/** Returns how many of `tries` concurrent requests are allowed, spread over all of `counters`. */
export async function allowed(counters: Counters[], tries: number, limit: number, windowMs = 1_000): Promise<number> {
  const takes = Array.from({ length: tries }, (_, at) => take(counters[at % counters.length]!, 'key', limit, windowMs))
  return (await Promise.all(takes)).filter((taken) => taken.allowed).length
}

/** Returns the state of a one-second window without counting a request. */
export async function peek(counters: Counters, key: string, limit: number): Promise<Count | undefined> {
  return (await look(counters, [{ key, limit, windowMs: 1_000 }])).counts[0]
}

/** Returns how many of a key's slots are in use, and when the next one is free. */
export async function active(counters: Counters, slots: string): Promise<Slots> {
  return (await look(counters, [], slots)).slots
}

export function look(counters: Counters, windows: Limited[], slots = 'no slots', own: Limited | null = null) {
  return counters.look({ windows, own, slots })
}

/** Returns the leases that `tries` concurrent requests got, spread over all of `counters`. */
export async function leases(
  counters: Counters[],
  tries: number,
  limit: number,
  leaseMs = patientMs,
): Promise<Lease[]> {
  const acquires = Array.from({ length: tries }, (_, at) =>
    counters[at % counters.length]!.acquire('k', limit, leaseMs),
  )
  return (await Promise.all(acquires)).flatMap(({ lease }) => (lease ? [lease] : []))
}
