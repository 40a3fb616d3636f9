/**
 * Limits the number of files that a process fetches concurrently, in total and from one resume host, and shares the
 * places among partners.
 */
import { createRooms, type Rooms, type RoomSettings } from '../concurrency/rooms.ts'

/**
 * The maximum share of a process's jobs that fetch from one resume host. It is large because many partners keep all
 * their files on a single host.
 */
const hostShare = 1 / 2
/** The maximum share of a process's jobs that fetch from all hosts together, even if many of them hang. */
const allHostsShare = 3 / 4
/**
 * For each group of this many places, a host has one additional place, which is for partners without another place at
 * that host.
 */
const newcomersOneIn = 4

/**
 * Creates the rooms. `concurrency`: the number of concurrent jobs of the process. `waitMs`: the time for which a job
 * waits while places are being freed.
 */
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
