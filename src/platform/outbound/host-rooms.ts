/** How many files a process fetches from one resume host at once, and how its partners share them. */
import { createRooms, type Rooms } from '../concurrency/rooms.ts'

/** The share of a process that one resume host may tie up: many partners keep all their files with a single one. */
const hostShare = 1 / 2
/** One more place at a host for so many, each for a partner that has no other there. */
const newcomersOneIn = 4

/** `concurrency`: how many jobs the process runs at once. `waitMs`: how long one of them waits for a quick host. */
export function createHostRooms(concurrency: number, waitMs: number): Rooms {
  const placesMax = Math.max(1, Math.floor(concurrency * hostShare))
  return createRooms({ placesMax, newcomersMax: Math.ceil(placesMax / newcomersOneIn), waitMs })
}
