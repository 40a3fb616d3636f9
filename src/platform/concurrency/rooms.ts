/**
 * Limits concurrency per key (a resume host): each key has a room with a limited number of places, which are shared
 * fairly between owners (partners). A host that hangs occupies only the places in its own room.
 *
 * A visitor (a job) for which no place is free waits only if places are being freed quickly. Otherwise it is put off:
 * it leaves, keeps its position in the queue, and is called back when its turn comes. The queue is lost when this
 * process ends, so a visitor that was put off must also come back by itself after a while.
 */
import { createFairQueue, type FairQueue } from './fair-queue.ts'

/** A place in a room; `leave` passes it to the next visitor. */
export type Place = { leave: () => void }

/** The answer to a visitor that is put off. */
export type PutOff = {
  /**
   * Call this when the visitor has left. When the visitor's turn comes, `comeBack` is called. If it returns true, the
   * visitor is coming, and a place is kept for `returnMs`.
   */
  onTurn: (comeBack: () => Promise<boolean>) => void
}

/** `id`: the visitor must use the same id when it returns. */
export type Visitor = { owner: string; id: string }

export type Rooms = {
  enter: (key: string, visitor: Visitor) => Promise<Place | PutOff>
}

export type RoomSettings = {
  /** Places per key. A single owner may take all of them. */
  placesMax: number
  /**
   * Additional places, each for an owner that has no other place in the room, so that a new owner does not wait for
   * another owner's visit.
   */
  newcomersMax: number
  /** How long a visitor waits before it is put off. */
  waitMs: number
  /** How long a place is kept for a visitor that was called back. */
  returnMs?: number
  now?: () => number
}

/**
 * The maximum number of visitors of one owner that keep their position in the queue of one room. Further visitors that
 * are put off are not called back, and return by themselves.
 */
const awayMax = 1_000

type Visit = {
  /** Set while the visitor waits in the room. */
  begin?: () => void
  /** True from being put off until the visitor returns. */
  isAway: boolean
  /** Set when the visitor has left. */
  comeBack?: () => Promise<boolean>
  /** Set when the visitor's turn has come. */
  leave?: () => void
  /** Ends the time for which the place is kept. */
  timer?: NodeJS.Timeout
}

type Room = {
  queue: FairQueue
  openedAt: number
  /** When the latest places were freed, oldest first. */
  freedAt: number[]
  /** Visitors waiting in the room for their turn. */
  here: number
  /** The visits that were put off, by owner and by id. */
  away: Map<string, Map<string, Visit>>
}

export function createRooms(settings: RoomSettings): Rooms {
  const { placesMax, newcomersMax, waitMs, returnMs = 2_000, now = () => performance.now() } = settings
  const rooms = new Map<string, Room>()

  const open = (key: string): Room => {
    const queue = createFairQueue(placesMax + newcomersMax, { kept: newcomersMax, now })
    const room = { queue, openedAt: now(), freedAt: [], here: 0, away: new Map() }
    rooms.set(key, room)
    return room
  }
  /**
   * Returns whether a place will soon be free for one more visitor. This is assumed if the room is new, or if more
   * places were freed in the last `waitMs` than visitors are waiting.
   */
  const isQuick = ({ openedAt, freedAt, here }: Room) => {
    const since = now() - waitMs
    return openedAt > since || freedAt.filter((at) => at > since).length > here
  }
  const queueUp = (key: string, room: Room, { owner, id }: Visitor): Visit => {
    const visit: Visit = { isAway: false }
    const stay = () =>
      new Promise<void>((leave) => {
        visit.leave = leave
        visit.begin?.()
        if (visit.isAway) keepPlace(visit, leave)
      })
    void room.queue(owner, stay).finally(() => {
      clearTimeout(visit.timer)
      if (room.away.get(owner)?.get(id) === visit) take(room, { owner, id })
      room.freedAt = [...room.freedAt, now()].slice(-placesMax)
      const { running, waiting } = room.queue.load()
      if (running + waiting === 0) rooms.delete(key)
    })
    return visit
  }
  /** Keeps a place for a visitor that was put off. Calls the visitor back if it has already left. */
  const keepPlace = (visit: Visit, leave: () => void) => {
    visit.timer = setTimeout(leave, returnMs).unref()
    if (visit.comeBack) callBack(visit.comeBack, leave)
  }
  /** Removes and returns the visit that this visitor resumes, if it was put off. */
  const take = (room: Room, { owner, id }: Visitor): Visit | undefined => {
    const visits = room.away.get(owner)
    const visit = visits?.get(id)
    visits?.delete(id)
    if (visits?.size === 0) room.away.delete(owner)
    return visit
  }
  const putOff = (room: Room, { owner, id }: Visitor, visit: Visit): PutOff => {
    visit.isAway = true
    room.away.set(owner, (room.away.get(owner) ?? new Map<string, Visit>()).set(id, visit))
    return {
      onTurn(comeBack) {
        if (visit.leave) callBack(comeBack, visit.leave)
        else visit.comeBack = comeBack
      },
    }
  }
  /** Waits for the visit's turn, for at most `waitMs`. */
  const waitHere = async (room: Room, visit: Visit): Promise<void> => {
    room.here += 1
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      visit.begin = resolve
      timer = setTimeout(resolve, waitMs)
    })
    clearTimeout(timer)
    visit.begin = undefined
    room.here -= 1
  }
  return {
    async enter(key, visitor) {
      const room = rooms.get(key) ?? open(key)
      const known = take(room, visitor)
      if (!known && (room.away.get(visitor.owner)?.size ?? 0) >= awayMax) return { onTurn() {} }
      const visit = known ?? queueUp(key, room, visitor)
      clearTimeout(visit.timer)
      Object.assign(visit, { isAway: false, comeBack: undefined })
      if (!visit.leave && isQuick(room)) await waitHere(room, visit)
      return visit.leave ? { leave: visit.leave } : putOff(room, visitor, visit)
    },
  }
}

function callBack(comeBack: () => Promise<boolean>, leave: () => void): void {
  void comeBack().then(
    (isComing) => isComing || leave(),
    () => leave(),
  )
}
