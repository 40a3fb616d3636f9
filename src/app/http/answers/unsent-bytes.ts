/**
 * Limits the bytes of responses that callers have not read yet: for each partner, for each address without a key, and
 * for the process. If a caller stops reading a response, its connection is closed after a timeout.
 *
 * Tracks how many unread bytes each owner has. Most responses are accepted by the connection immediately, and are not
 * tracked here.
 */
import type { ServerResponse } from 'node:http'
import { SECOND } from '../../../kit/time.ts'
import type { Contract } from '../../../platform/contract/contract.ts'
import { networkOf } from '../../../platform/network-address.ts'

/** A partner or an address, and how many bytes of its responses may be unread. */
export type Owner = { name: string; bytesMax: number }

/** Which limit on unread bytes is reached: the owner's or the process's. */
export type Refusal = 'owner' | 'process'

/** A response that is being sent. */
export type Unsent = {
  /** Records that this many more bytes of the response have been passed to the connection. */
  handOver: (bytes: number) => void
}

export type UnsentBytes = {
  /**
   * Returns the owner for a partner. If `partnerId` is null, because the request has no key, returns the owner for the
   * address.
   */
  ownerOf: (partnerId: string | null, address: string) => Owner
  /** Returns null if this owner's requests are allowed now. Otherwise, returns the limit that has been reached. */
  refusalFor: (owner: Owner) => Refusal | null
  /**
   * Reserves memory for a response that is about to be built; waits if the owner's other responses use the memory.
   * @returns a function that releases the memory, to be called once the response is tracked or has failed; null if no
   * memory was free in time
   */
  reserve: (owner: Owner, bytes: number) => Promise<(() => void) | null>
  /**
   * Tracks a response until its connection has taken all of it. `toCome`: the number of bytes that have not been passed
   * to the connection yet. `isShared`: the bytes are in memory only once for all callers, so they are not counted
   * against the process's limit.
   */
  follow: (owner: Owner, response: ServerResponse, toCome?: number, isShared?: boolean) => Unsent
  /** Returns whether an owner has unread responses. */
  isHolding: (owner: Owner) => boolean
  /** Returns the number of bytes that are counted against the process's limit. */
  total: () => number
}

type Entry = {
  response: ServerResponse
  holding: Holding
  toCome: number
  isShared: boolean
  /** The unread bytes at the last check, and when they last changed. */
  bytes: number
  movedAt: number
}
/**
 * An owner's responses, the bytes reserved for responses that are being built (`making`), and the requests that wait
 * for memory, in order.
 */
type Holding = { owner: Owner; bytes: number; making: number; entries: Set<Entry>; waiting: Set<() => void> }

/**
 * How often responses are checked. A caller that stops reading keeps its connection for at most this long after the
 * time limit.
 */
const lookMs = SECOND
/** How long a request waits for memory. */
const roomMs = SECOND
/**
 * While all unread bytes together are below this fraction of the process's limit, only the owners' limits apply. Above
 * it, the fraction is divided equally among the owners that have unread responses.
 */
const freeShare = 1 / 2

/** Creates the tracker. `onUnread` is called before the connection of an unread response is reset. */
export function createUnsentBytes(
  { sizes, timeouts }: Pick<Contract, 'sizes' | 'timeouts'>,
  onUnread: (response: ServerResponse) => void,
): UnsentBytes {
  const { unsentPartnerBytes, unsentAddressBytes, unsentProcessBytes } = sizes.answer
  const holdings = new Map<string, Holding>()
  let total = 0
  let looking: NodeJS.Timeout | null = null

  function holdingOf(owner: Owner): Holding {
    const known = holdings.get(owner.name)
    if (known) return known
    const made: Holding = { owner, bytes: 0, making: 0, entries: new Set(), waiting: new Set() }
    holdings.set(owner.name, made)
    return made
  }

  /** Updates the number of unread bytes of a response. */
  function count(entry: Entry): void {
    const bytes = entry.toCome + entry.response.writableLength
    const change = bytes - entry.bytes
    if (change !== 0) entry.movedAt = performance.now()
    add(entry, change)
  }

  function add(entry: Entry, change: number): void {
    entry.bytes += change
    entry.holding.bytes += change
    if (!entry.isShared) total += change
    if (change < 0) makeRoom(entry.holding)
  }

  function leave(entry: Entry): void {
    if (!entry.holding.entries.delete(entry)) return
    add(entry, -entry.bytes)
    forget(entry.holding)
  }

  function forget({ owner, entries, making, waiting }: Holding): void {
    if (entries.size === 0 && making === 0 && waiting.size === 0) holdings.delete(owner.name)
    if (holdings.size > 0 || !looking) return
    clearInterval(looking)
    looking = null
  }

  function makeRoom({ waiting }: Holding): void {
    for (const tryAgain of waiting) tryAgain()
  }

  function look(): void {
    const now = performance.now()
    for (const { entries } of [...holdings.values()])
      for (const entry of [...entries]) {
        const { response } = entry
        count(entry)
        // A response without a socket waits for earlier responses on its connection, so it cannot make progress.
        if (!response.socket) entry.movedAt = now
        if (response.req.socket.destroyed) leave(entry)
        else if (now - entry.movedAt >= timeouts.unreadAnswerSeconds * SECOND) end(entry)
      }
  }

  /** Resets the connection. After a normal close, the operating system would keep the unread bytes for the client. */
  function end(entry: Entry): void {
    onUnread(entry.response)
    leave(entry)
    entry.response.req.socket.resetAndDestroy()
  }

  return {
    ownerOf: (partnerId, address) =>
      partnerId === null
        ? { name: `address ${networkOf(address)}`, bytesMax: unsentAddressBytes }
        : { name: `partner ${partnerId}`, bytesMax: unsentPartnerBytes },
    refusalFor(owner) {
      if (holdings.size === 0) return null
      const held = holdings.get(owner.name)?.bytes ?? 0
      if (held >= owner.bytesMax) return 'owner'
      if (total < unsentProcessBytes * freeShare) return null
      const isOverPart = held >= (unsentProcessBytes * freeShare) / holdings.size
      return isOverPart || total >= unsentProcessBytes ? 'process' : null
    },
    async reserve(owner, bytes) {
      const holding = holdingOf(owner)
      const release = () => {
        holding.making -= bytes
        makeRoom(holding)
        forget(holding)
      }
      const take = () => {
        const held = holding.bytes + holding.making
        // A single response is allowed even if it is larger than the limit.
        if (held > 0 && held + bytes > owner.bytesMax) return false
        holding.making += bytes
        return true
      }
      if (holding.waiting.size === 0 && take()) return release
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const settle = (isTaken: boolean) => {
        clearTimeout(late)
        holding.waiting.delete(tryAgain)
        resolve(isTaken)
      }
      const tryAgain = () => void (holding.waiting.values().next().value === tryAgain && take() && settle(true))
      const late = setTimeout(settle, roomMs, false)
      holding.waiting.add(tryAgain)
      const isTaken = await promise
      makeRoom(holding)
      if (isTaken) return release
      forget(holding)
      return null
    },
    follow(owner, response, toCome = 0, isShared = false) {
      const holding = holdingOf(owner)
      const entry: Entry = { response, holding, toCome, isShared, bytes: 0, movedAt: performance.now() }
      holding.entries.add(entry)
      looking ??= setInterval(look, lookMs).unref()
      count(entry)
      response.once('close', () => leave(entry))
      return {
        handOver(bytes) {
          entry.toCome = Math.max(0, entry.toCome - bytes)
          if (holding.entries.has(entry)) count(entry)
        },
      }
    },
    isHolding: ({ name }) => (holdings.get(name)?.bytes ?? 0) > 0,
    total: () => total,
  }
}
