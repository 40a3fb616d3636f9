/**
 * The processes in a chaos scene, and a supervisor that restarts those that die, as in production. It ends only its own
 * processes, by id. If a process ends without being ended by the test, that is a fault in the service.
 */
import { once } from 'node:events'
import type { Balancer } from '../../tools/fakes/balancer.ts'
import type { Arming, Passed, Point } from './member.ts'
import { stateOf, watchFamilies } from '../../tools/services/processes.ts'
import { until, within } from '../../tools/until.ts'
import { endMember, StartFailed, startMember, type Member } from '../../tools/services/cluster.ts'

export type MemberName = `api ${number}` | `worker ${number}`

export type Members = {
  /** Starts a process from this checkout, or from the checkout in another folder. */
  start(name: MemberName, checkout?: string): Promise<void>
  /** Ends a process with SIGTERM, without a restart. An exit code other than 0 is a fault. */
  end(name: MemberName): Promise<void>
  /** Kills a process with SIGKILL, and restarts it. Resolves when it is dead. */
  kill(name: MemberName): Promise<void>
  /** Kills these processes. Resolves when they are up again, before they have sent anything. */
  startAnew(names: readonly MemberName[]): Promise<void>
  /** Sends the process a signal when it passes the point for the `pass`th time. */
  arm(name: MemberName, arming: Arming): void
  /** Resolves when the current process with this name has died. */
  died(name: MemberName): Promise<void>
  /** Resolves when SIGSTOP has stopped the process. */
  stopped(name: MemberName): Promise<void>
  carryOn(name: MemberName): void
  /** Resolves when this process next passes the point. */
  passes(name: MemberName, point: Point): Promise<void>
  /** Resolves when all processes that died are up again. */
  whole(): Promise<unknown>
  /** The processes' logs: lines of JSON, each after the process's name. */
  log: string[]
  /**
   * Ends that the test did not cause, and log lines with unexpected errors. Each read removes those that it returns.
   */
  faults: string[]
  /** Ends all processes. Anything that they leave behind is a fault. */
  close(): Promise<void>
}

type Kept = { member: Member; isEnding: boolean; checkout?: string }

/**
 * The maximum number of starts. Some jobs kill their worker three times in a row, and a worker may claim such a job
 * before it reports that it is ready.
 */
const startsMax = 4

export function superviseMembers(settings: Record<string, string>, balancer: Balancer): Members {
  const kept = new Map<MemberName, Kept>()
  const starting = new Set<Promise<void>>()
  const passings = new EventTarget()
  const families = watchFamilies()
  const log: string[] = []
  const faults: string[] = []

  const get = (name: MemberName): Kept => {
    const found = kept.get(name)
    if (!found) throw new Error(`${name} does not run`)
    return found
  }

  async function start(name: MemberName, checkout?: string): Promise<void> {
    const member = await startMember({
      name,
      role: name.startsWith('api') ? 'api' : 'worker',
      settings,
      entry: 'test/support/chaos/member.ts',
      checkout,
      onLog: (line) => {
        log.push(`${name} ${line}`)
        if (!isForeseen(line)) faults.push(`${name} logged: ${line}`)
      },
      onMessage: (message) => {
        const { passed } = message as Passed
        // When a worker passes one of these points, it has started its child processes or is starting them. `kept` may
        // not contain the worker yet.
        if (passed === 'fetched' || passed === 'parsed') families.look(kept.get(name)?.member.child.pid ?? 0)
        passings.dispatchEvent(new Event(`${name} ${passed}`))
      },
    })
    const entry: Kept = { member, isEnding: false, checkout }
    kept.set(name, entry)
    families.look(member.child.pid as number)
    if (member.url) balancer.add(member.url)
    void member.ended.then(async (code) => {
      if (code !== (entry.isEnding ? 0 : 'SIGKILL')) faults.push(`${name} ended with ${code}`)
      if (member.url) await balancer.remove(member.url)
      if (!entry.isEnding) startAgain(name, entry)
    })
  }

  /**
   * Restarts a process. This includes a process that is killed by a signal before it is ready; a process that exits by
   * itself is a fault.
   */
  async function restart(name: MemberName, checkout?: string): Promise<void> {
    for (let starts = 1; ; starts += 1) {
      try {
        return await start(name, checkout)
      } catch (error) {
        if (!(error instanceof StartFailed) || error.how !== 'SIGKILL' || starts === startsMax) throw error
      }
    }
  }

  function startAgain(name: MemberName, dead: Kept): void {
    const run = restart(name, dead.checkout)
      .catch((error: Error) => {
        dead.isEnding = true
        faults.push(`${name} did not start again: ${error.message}`)
      })
      .finally(() => starting.delete(run))
    starting.add(run)
  }

  const isWhole = () =>
    // Waits a moment, because the supervisor notices a death after `died` resolves.
    starting.size === 0 && [...kept.values()].every(({ member, isEnding }) => isEnding || !hasEnded(member))
  const whole = () => until('everything that died is up again', isWhole)

  const end = async (name: MemberName) => {
    const entry = get(name)
    entry.isEnding = true
    await within(`${name} ends when it is told to`, endMember(entry.member)).catch(async (error: unknown) => {
      await endMember(entry.member, 'SIGKILL')
      throw error
    })
  }

  const close = async () => {
    const note = (error: Error) => void faults.push(error.message)
    await whole().catch(note)
    await Promise.all([...kept.keys()].map((name) => end(name).catch(note)))
    faults.push(...(await families.leftovers()))
  }
  let closed: Promise<void> | undefined

  const kill = async (name: MemberName) => void (await within(`${name} dies`, endMember(get(name).member, 'SIGKILL')))

  return {
    start,
    end,
    kill,
    async startAnew(names) {
      await Promise.all(names.map(kill))
      await whole()
    },
    arm: (name, arming) =>
      void get(name).member.child.send(arming, (error) => {
        if (error) faults.push(`${name} could not be armed: ${error.message}`)
      }),
    died: async (name) => void (await get(name).member.ended),
    async stopped(name) {
      const { pid } = get(name).member.child
      await until(`${name} is stopped`, () => stateOf(pid as number) === 'T')
    },
    carryOn: (name) => void get(name).member.child.kill('SIGCONT'),
    passes: async (name, point) => void (await within(`${name} passes ${point}`, once(passings, `${name} ${point}`))),
    whole,
    log,
    faults,
    close: () => (closed ??= close()),
  }
}

function hasEnded({ child }: Member): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/**
 * mysql2's own error if MySQL has closed a stalled process's connection before the process sends its next statement.
 */
const endedByServer = 'Warning: got packets out of order. Expected 1 but received 0'
/** Sequelize's own error if a connection is lost inside or at the end of a transaction. */
const lostTransaction = /^(?:Committing|Rolling back) transaction [\w-]+ failed with error /

/**
 * Returns whether a log line is expected. The log is JSON, so any other line is from a crash of Node itself. The only
 * expected error is a database outage.
 */
function isForeseen(line: string): boolean {
  if (line === endedByServer || lostTransaction.test(line)) return true
  try {
    const { level, err } = JSON.parse(line) as { level: string; err?: { type?: string; message?: string } }
    if (level !== 'error' && level !== 'fatal') return true
    return err?.type === 'DatabaseUnavailable' || err?.message?.startsWith('SERVICE_UNAVAILABLE') === true
  } catch {
    return false
  }
}
