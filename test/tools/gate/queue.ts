/** One queue over all items of a run: longest first, while the services start. */
import { availableParallelism } from 'node:os'
import { run, type Outcome } from './ava.ts'
import { isScene, needsServices, waitsForServices, type Item } from './items.ts'

/**
 * Files wait a third to a half of their time for commits, timers and time-outs: two more than the cores keep them busy.
 */
const lanesMax = availableParallelism() + 2
/**
 * Each runs four processes of the service and their external parts, which mostly wait for faults to pass: in addition
 * to the lanes.
 */
const scenesMax = Math.ceil(availableParallelism() / 2)

export type Ended = { item: Item; outcome: Outcome }

/**
 * Runs all items, and passes each to `told` as it ends. Those that check for the services wait for `services`; those
 * that need them are skipped if that is false. `lanes`: how many run at once, scenes excluded.
 */
export async function runAll(
  items: Item[],
  services: Promise<boolean>,
  told: (ended: Ended) => void,
  lanes: number = lanesMax,
): Promise<void> {
  const waiting = [...items]
  const running = new Map<Item, Promise<void>>()
  /** Null until it is known. */
  let ready: boolean | null = null
  const opening = services.then((isOpen) => void (ready = isOpen))
  const scenes = () => [...running.keys()].filter(isScene).length
  const mayStart = (item: Item) => {
    if (isScene(item)) return ready === true && scenes() < scenesMax
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
