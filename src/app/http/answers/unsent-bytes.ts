/**
 * The bytes of answers that wait for their callers to read them: bounded for each partner, for each address without a
 * key, and for the process; and an answer whose bytes do not move ends with its connection.
 *
 * Owns who holds how many. An answer that a connection takes at once, as nearly all are, is never looked at here.
 */
import type { ServerResponse } from 'node:http'
import { SECOND } from '../../../kit/time.ts'
import type { Contract } from '../../../platform/contract/contract.ts'
import { networkOf } from '../../../platform/network-address.ts'

/** Whose answers these are, and how many of their bytes may wait. */
export type Owner = { name: string; bytesMax: number }

/** Whose unread answers are too many: the owner's, or all of the process. */
export type Refusal = 'owner' | 'process'

/** An answer that is being sent. */
export type Unsent = {
  /** Says that so many of its bytes have been handed to the connection. */
  handOver: (bytes: number) => void
}

export type UnsentBytes = {
  /** A partner's answers, or without one, those of an address without a key. */
  ownerOf: (partnerId: string | null, address: string) => Owner
  /** Why nothing may be done for this owner now; null where it may. */
  refusalFor: (owner: Owner) => Refusal | null
  /**
   * Reserves room for an answer that is about to be made; waits while others of the owner are being made or sent.
   * @returns what gives the room back, once the answer is followed or has failed; null where no room came in time
   */
  reserve: (owner: Owner, bytes: number) => Promise<(() => void) | null>
  /**
   * Follows an answer until its connection has taken all of it. `toCome`: bytes that have not been handed over yet.
   * `isShared`: they are in memory once, however many callers they are sent to, so the process does not count them.
   */
  follow: (owner: Owner, response: ServerResponse, toCome?: number, isShared?: boolean) => Unsent
  /** Whether an owner has unread answers. */
  isHolding: (owner: Owner) => boolean
  /** The bytes that the process counts. */
  total: () => number
}

type Entry = {
  response: ServerResponse
  holding: Holding
  toCome: number
  isShared: boolean
  /** When it was last looked at: its bytes, and when these last changed. */
  bytes: number
  movedAt: number
}
/** An owner's answers, those being made among them, and who waits for room, in order. */
type Holding = { owner: Owner; bytes: number; making: number; entries: Set<Entry>; waiting: Set<() => void> }

/** How often answers are looked at: a caller that stops reading keeps its connection so much longer at most. */
const lookMs = SECOND
/** How long a request waits for room at most. */
const roomMs = SECOND
/** Up to this share of the process's bound each owner has its own bound alone; beyond it, an equal part. */
const freeShare = 1 / 2

/** `onUnread` hears of each answer that ends because nobody reads it, before its connection does. */
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

  /** Counts an entry as it is now. */
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
        // A request behind others on its connection: they come first, however long they take.
        if (!response.socket) entry.movedAt = now
        if (response.req.socket.destroyed) leave(entry)
        else if (now - entry.movedAt >= timeouts.unreadAnswerSeconds * SECOND) end(entry)
      }
  }

  /** Resets the connection: the system would keep the bytes of one that is closed, in case that they are read yet. */
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
        // One answer alone may be larger than the bound.
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
