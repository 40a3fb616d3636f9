/** How many files a process fetches at once, in all and from one resume host, and how its partners share the places. */
import { createRooms, type Rooms, type RoomSettings } from '../concurrency/rooms.ts'

/** The share of a process that one resume host may tie up: many partners keep all their files with a single one. */
const hostShare = 1 / 2
/** The share that all hosts together may tie up, however many of them hang. */
const allHostsShare = 3 / 4
/** One more place for so many, each for a partner that has no other there. */
const newcomersOneIn = 4

/** `concurrency`: how many jobs the process runs at once. `waitMs`: how long one of them waits where places come free. */
export function createHostRooms(concurrency: number, waitMs: number): Rooms {
  const settingsOf = (share: number): RoomSettings => {
    const placesMax = Math.max(1, Math.floor(concurrency * share))
    return { placesMax, newcomersMax: Math.ceil(placesMax / newcomersOneIn), waitMs }
  }
  const ofAllHosts = createRooms(settingsOf(allHostsShare))
  const ofHost = createRooms(settingsOf(hostShare))
  return {
    async enter(host, visitor) {
      const among = await ofAllHosts.enter('all hosts', visitor)
      if (!('leave' in among)) return among
      const place = await ofHost.enter(host, visitor)
      if (!('leave' in place)) {
        among.leave()
        return place
      }
      const leave = () => {
        place.leave()
        among.leave()
      }
      return { leave }
    },
  }
}
