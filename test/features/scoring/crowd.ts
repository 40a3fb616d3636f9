/** Makes a crowd meet: works that wait for one another form one group, however busy the machine is. */
import type { Services } from '../../../src/platform/services.ts'
import { within } from '../../tools/until.ts'

/** The works that share statements: the names of their kinds. */
export type Kind =
  | ('submitAll' | 'claimAll' | 'finishAll')
  | ('listIdempotentKeys' | 'listCurrentVersions' | 'listCurrentCriteria' | 'listScoringJobsByKey')

type Door = { left: number; opened: PromiseWithResolvers<void> }

/** From now on, `meet(kind, count)` holds the next works of a kind back until there are that many. */
export function gather(services: Services): (kind: Kind, count: number) => void {
  const { together, read } = services
  const doors = new Map<string, Door>()
  const arrive = async (kind: string) => {
    const door = doors.get(kind)
    if (!door) return
    door.left -= 1
    if (door.left === 0) {
      doors.delete(kind)
      door.opened.resolve()
    }
    await within(`all others arrive at ${kind}`, door.opened.promise)
  }
  services.together = async (kind, run, owner, work) => {
    await arrive(kind)
    return together(kind, run, owner, work)
  }
  services.read = async (kind, findAll, owner, key) => {
    await arrive(kind)
    return read(kind, findAll, owner, key)
  }
  return (kind, count) => void doors.set(kind, { left: count, opened: Promise.withResolvers() })
}

/** The partners of the callers of each group of submissions that has run since. */
export function recordGroups(services: Services): string[][] {
  const groups: string[][] = []
  const { keysOf } = services
  services.keysOf = (calls) => {
    groups.push(calls.map(({ caller }) => caller?.partnerId ?? ''))
    return keysOf(calls)
  }
  return groups
}
