/**
 * Runs the rounds of a fault. Each round causes the fault, waits until nothing runs any more, and checks all
 * invariants. CHAOS_ROUNDS is how many rounds there are. With 20 rounds or more, the suite runs in its long form, in
 * which outages last as long as the service promises to survive them.
 */
import type { ExecutionContext } from 'ava'
import { setTimeout as delay } from 'node:timers/promises'
import { untilQuiet, violations, type Quiet } from './invariants.ts'
import type { Scene } from './scene.ts'
import { within } from '../../tools/until.ts'

/** One round shows what is broken. Finding a race needs the long form. */
export const rounds = Number(process.env.CHAOS_ROUNDS ?? 1)
const longRounds = 20
/** `make chaos` has its own services, which the tests may stop. */
export const isLong = rounds >= longRounds

/** How many lines of the processes' logs a failure shows. */
const logLinesMax = 40

/** Additional checks for a fault. They run after the invariants. */
type Look = () => Promise<void>

/**
 * Runs the rounds. `hurt` causes the fault: it gets the round's number, from 1, and resolves when the fault is over.
 * From then on, the recovery is timed.
 */
export async function survive(
  t: ExecutionContext,
  scene: Scene,
  hurt: (round: number) => Promise<Look | void>,
): Promise<void> {
  const recoveries: Quiet[] = []
  const found: string[] = []
  let jobs = 0
  const once = async (round: number) => {
    scene.client.begin()
    const look = await hurt(round)
    const quiet = await untilQuiet(scene)
    recoveries.push(quiet)
    await scene.members.whole()
    found.push(...[...quiet.faults, ...(await violations(scene))].map((text) => `round ${round}: ${text}`))
    await look?.()
    jobs += scene.client.jobs.size
  }
  const tellMore = (error: Error) => {
    t.log(scene.members.log.slice(-logLinesMax).join('\n'))
    throw error
  }
  for (let round = 1; round <= rounds && found.length === 0; round += 1) await once(round).catch(tellMore)
  const ended = inSeconds(recoveries.map(({ endedMs }) => endedMs))
  const delivered = inSeconds(recoveries.map(({ deliveredMs }) => deliveredMs))
  t.log(`rounds ${recoveries.length}, jobs ${jobs}, ended ${ended}, delivered ${delivered}, violations ${found.length}`)
  if (found.length > 0) t.log(scene.members.log.slice(-logLinesMax).join('\n'))
  t.deepEqual(found, [])
}

/** Returns times in the form `0.4 s p50, 3.1 s max`. */
function inSeconds(timesMs: number[]): string {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const seconds = (ms = 0) => (ms / 1000).toFixed(1)
  return `${seconds(sorted[Math.floor(sorted.length / 2)])} s p50, ${seconds(sorted.at(-1))} s max`
}

/** The time between two submissions under steady load: ten a second, which one core can handle. */
const submissionMs = 100

/** The time limit for one fault. In the long form, an outage lasts a minute, and the recovery takes longer. */
const faultTimeoutMs = isLong ? 300_000 : 90_000

/** Submits one application after the other until `over` resolves, when the fault ends. */
export async function submitUntil(
  { client }: Scene,
  over: Promise<unknown>,
  timeoutMs = faultTimeoutMs,
): Promise<void> {
  let isOver = false
  const end = within('the fault ends', over, timeoutMs).finally(() => (isOver = true))
  end.catch(() => {}) // awaited below
  while (!isOver) {
    await client.submit(1)
    await delay(submissionMs)
  }
  await end
}
