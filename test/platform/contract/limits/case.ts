/** The type of the cases in `limits.test.ts`, and the server that most of them use. */
import type { ExecutionContext } from 'ava'
import type { Contract } from '../../../../src/platform/contract/contract.ts'
import type { Services } from '../../../../src/platform/services.ts'
import { timingsOf } from '../../../../src/platform/timings.ts'
import { HandClock } from '../../../tools/fakes/hand-clock.ts'
import { startHarness, type Client, type Harness } from '../../../support/harness.ts'

/** The test for one number in the contract. */
export type Case = {
  /** A value that differs from the released value. */
  value: unknown
  /** Other numbers to change in the copy, such as a jitter of 0. */
  beside?: Record<string, unknown>
  /** Measures the value from the service's behaviour under a contract. */
  observe: (t: ExecutionContext, contract: Contract) => Promise<unknown>
}
/** The cases, by their number's path in the contract, such as `x-sizes/request/bodyBytes`. */
export type Cases = Record<string, Case>

/**
 * Returns cases for numbers that are tested with one server. `observe` measures all of them, and returns the results by
 * path.
 */
export function together(
  values: Record<string, unknown>,
  observe: (t: ExecutionContext, contract: Contract) => Promise<Record<string, unknown>>,
): Cases {
  let observed: Promise<Record<string, unknown>> | undefined
  const caseOf = (path: string, value: unknown): Case => ({
    value,
    beside: values,
    observe: async (t, contract) => (await (observed ??= observe(t, contract)))[path],
  })
  return Object.fromEntries(Object.entries(values).map(([path, value]) => [path, caseOf(path, value)]))
}

export type Scene = { harness: Harness; services: Services; clock: HandClock }

/** Starts a server with this contract and no periodic tasks, whose clock is stopped at the start of a week. */
export async function serve(
  t: ExecutionContext,
  contract: Contract,
  settings: Record<string, string> = {},
): Promise<Scene> {
  const clock = new HandClock()
  clock.instant -= clock.instant % 604_800_000
  const never = { sweepMs: 1e9, compareMs: 1e9, heartbeatMs: 1e9, concurrencySampleMs: 1e9, oldSweepMs: 1e9 }
  const timings = { ...timingsOf(contract), ...never, deletionSweepMs: 1e9, deliverySweepMs: 1e9 }
  const harness = await startHarness(t, { settings, overrides: { contract, clock, timings } })
  const { services } = harness.server
  services.dispatch = () => {}
  return { harness, services, clock }
}

/** Submits an application to `job-1`, after setting its criteria. */
export async function submit(client: Client, resumeUrl: string, application = 'a') {
  await client.generate('job-1')
  const path = `/v1/jobs/job-1/applications/${application}/scoring-jobs`
  const { headers, body } = await client.post(path, { resumeUrl })
  return { headers, id: body.scoringJobId as string, location: headers.location as string }
}

/**
 * Advances the clock step by step until `isSo` returns true. Returns how many seconds that took, or Infinity after
 * `most`.
 */
export async function secondsUntil(
  clock: HandClock,
  isSo: () => Promise<boolean>,
  { most = 20, stepSeconds = 1 } = {},
): Promise<number> {
  for (let seconds = stepSeconds; seconds <= most; seconds += stepSeconds) {
    clock.instant += stepSeconds * 1_000
    if (await isSo()) return seconds
  }
  return Infinity
}

/** Returns how many attempts it takes until one returns true, or Infinity after `most`. */
export async function timesUntil(attempt: () => Promise<boolean> | boolean, most = 20): Promise<number> {
  for (let count = 1; count <= most; count += 1) if (await attempt()) return count
  return Infinity
}
