/** One queue for all items in a run, the longest first. Items that need no services run while the services start. */
import { availableParallelism } from 'node:os'
import { run, type Outcome } from './ava.ts'
import { isScene, needsServices, waitsForServices, type Item } from './items.ts'

/**
 * Two more than the cores, because files spend a third to a half of their time waiting for commits, timers and
 * timeouts.
 */
const lanesMax = availableParallelism() + 2
/**
 * How many chaos scenes run in addition to the other items. Each runs four of the service's processes and their
 * dependencies, and spends most of its time waiting for faults to end.
 */
const scenesMax = Math.ceil(availableParallelism() / 2)
/** How many scenes run concurrently when no other item waits, so that the end of a run uses all cores. */
const lastScenesMax = availableParallelism()

export type Ended = { item: Item; outcome: Outcome }

/**
 * Runs all items, and calls `told` with each when it ends. Items that use the services wait for `services`; if it
 * resolves to false, items that need the services are skipped. `lanes` is how many items run concurrently, not counting
 * chaos scenes.
 */
export async function runAll(
  items: Item[],
  services: Promise<boolean>,
  told: (ended: Ended) => void,
  lanes: number = lanesMax,
): Promise<void> {
  const waiting = [...items]
  const running = new Map<Item, Promise<void>>()
  /** Null until it is known whether the services run. */
  let ready: boolean | null = null
  const opening = services.then((isOpen) => void (ready = isOpen))
  const scenes = () => [...running.keys()].filter(isScene).length
  const hasFreeLane = () => waiting.every(isScene) && running.size < lanes + scenesMax
  const mayStart = (item: Item) => {
    if (isScene(item)) return ready === true && scenes() < (hasFreeLane() ? lastScenesMax : scenesMax)
    if (running.size - scenes() >= lanes) return false
    return ready === null ? !waitsForServices(item) : ready || !needsServices(item)
  }
  for (;;) {
    for (let next = waiting.find(mayStart); next; next = waiting.find(mayStart)) {
      const item = next
      waiting.splice(waiting.indexOf(item), 1)
      running.set(
        item,
        run(item).then((outcome) => {
          running.delete(item)
          told({ item, outcome })
        }),
      )
    }
    const events = [...running.values(), ...(ready === null && waiting.length > 0 ? [opening] : [])]
    if (events.length === 0) return
    await Promise.race(events)
  }
}
