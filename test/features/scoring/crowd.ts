/** Makes concurrent calls share a batch, even on a busy machine. */
import type { Services } from '../../../src/platform/services.ts'
import { within } from '../../tools/until.ts'

/** The names by which the service batches items into shared statements. */
export type Kind =
  'submit' | 'claim' | 'finish' | 'idempotency_key' | 'current_version' | 'short_criteria' | 'scoring_job'

type Door = { left: number; opened: PromiseWithResolvers<void> }

/** Returns `meet(kind, count)`, which holds back the next `count` items of a kind until all of them have arrived. */
export function gather(services: Services): (kind: Kind, count: number) => void {
  const { batchers } = services
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
  services.batchers = (kind) => async (owner, item) => {
    await arrive(kind.name)
    return batchers(kind)(owner, item)
  }
  return (kind, count) => void doors.set(kind, { left: count, opened: Promise.withResolvers() })
}

/**
 * Returns a list that grows with each batch of submissions: an item for each batch, with the partners of its callers.
 */
export function recordGroups(services: Services): string[][] {
  const groups: string[][] = []
  const { keysOf } = services
  services.keysOf = (calls) => {
    groups.push(calls.map(({ caller }) => caller?.partnerId ?? ''))
    return keysOf(calls)
  }
  return groups
}
