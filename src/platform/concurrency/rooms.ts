/**
 * Rooms: every key (a resume host) has a limited number of places, shared fairly between owners (partners). A host that
 * hangs ties up its places and nothing else.
 *
 * A visitor that finds no place waits only while places come free quickly. Otherwise it is put off: it leaves, holds
 * nothing while it is away, keeps its turn, and is called back when the turn comes. The state lives in this process and
 * ends with it, so whoever is put off must also come back without a call.
 */
import { createFairQueue, type FairQueue } from './fair-queue.ts'

/** A place; `leave` gives it to the next visitor. */
export type Place = { leave: () => void }

/** No place: the visitor leaves. */
export type PutOff = {
  /**
   * To be called once the visitor has left. `comeBack` is called when its turn comes, and returns whether the visitor is
   * on its way; its place is kept for `returnMs`.
   */
  onTurn: (comeBack: () => Promise<boolean>) => void
}

/** `id`: the visitor's own, under which it comes back. */
export type Visitor = { owner: string; id: string }

export type Rooms = {
  enter: (key: string, visitor: Visitor) => Promise<Place | PutOff>
}

export type RoomSettings = {
  /** Places of one key. An owner alone may have all of them. */
  placesMax: number
  /** Places beyond these, each for an owner that has no other place there: a newcomer waits for nobody's visit. */
  newcomersMax: number
  /** How long a visitor waits at most, instead of being put off. */
  waitMs: number
  /** How long a place is kept for a visitor that was called back. */
  returnMs?: number
  now?: () => number
}

/** Visitors of one owner that keep their turn at one key while they are away; later ones come back by themselves. */
const awayMax = 1_000

type Visit = {
  /** Set while the visitor waits here. */
  begin?: () => void
  /** From being put off until it comes back. */
  isAway: boolean
  /** Set once the visitor has left. */
  comeBack?: () => Promise<boolean>
  /** Set once its turn has come. */
  leave?: () => void
  /** Ends the time for which the place is kept. */
  timer?: NodeJS.Timeout
}

type Room = {
  queue: FairQueue
  openedAt: number
  /** When the latest places came free, oldest first. */
  freedAt: number[]
  /** Visitors that wait here for their turn. */
  here: number
  /** The visits of those that were put off, by owner and by id. */
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
  /** Whether a place will come free soon for one more visitor: by the pace of the last `waitMs`, or the room is new. */
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
  /** For a visitor that is away; it is called now if it has left already. */
  const keepPlace = (visit: Visit, leave: () => void) => {
    visit.timer = setTimeout(leave, returnMs).unref()
    if (visit.comeBack) callBack(visit.comeBack, leave)
  }
  /** The visit that this visitor was put off from, which goes on. */
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
  /** Until the visit's turn comes, for at most `waitMs`. */
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
