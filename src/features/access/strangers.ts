/**
 * Limits the number of database queries that an address can cause by sending unknown API keys. After an address has
 * sent a few unknown keys in a minute, its further keys are only looked up in a cached list of all active keys.
 *
 * During a flood of unknown keys, one statement per second refreshes that list, regardless of the number of requests.
 * Valid keys from the address, including new ones, are therefore still accepted.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { SECOND } from '../../kit/time.ts'
import { networkOf } from '../../platform/network-address.ts'
import type { Services } from '../../platform/services.ts'
import { listActiveFingerprints } from '../../tables/api-keys.ts'

type Needs = Pick<Services, 'contract' | 'database' | 'clock' | 'timings'>

export type Strangers = {
  /** Counts an unknown key of this address. */
  note: (address: string) => void
  /** Returns whether the address has sent too many unknown keys in the current window. */
  isFlooding: (address: string) => boolean
  /**
   * Returns whether the key is active, from the cached list. Waits for `strangerMs` before it returns false. Rejects if
   * the database is unavailable.
   */
  isActive: (sha256: string) => Promise<boolean>
}

/** The maximum number of addresses, which limits memory. */
const addressesMax = 10_000

export function createStrangers({ contract, database, clock, timings }: Needs): Strangers {
  const { unknownKeys, windowSeconds } = contract.rateLimits.strangers
  const counts = new LRUCache<string, { unknown: number }>({ max: addressesMax, ttl: windowSeconds * SECOND })
  let listed: { at: number; keys: Promise<ReadonlySet<string>> } | null = null

  function activeKeys(): Promise<ReadonlySet<string>> {
    const now = performance.now()
    if (listed && now - listed.at < timings.strangerMs) return listed.keys
    const keys = listActiveFingerprints(database, clock.now()).then((list) => new Set(list))
    const mine = { at: now, keys }
    listed = mine
    keys.catch(() => listed === mine && (listed = null))
    return keys
  }

  return {
    note(address) {
      const network = networkOf(address)
      const count = counts.get(network)
      if (count) count.unknown += 1
      else counts.set(network, { unknown: 1 })
    },
    isFlooding: (address) => (counts.get(networkOf(address))?.unknown ?? 0) >= unknownKeys,
    async isActive(sha256) {
      if ((await activeKeys()).has(sha256)) return true
      await delay(timings.strangerMs)
      // A key that was created while the list was being read is also accepted.
      return (await activeKeys()).has(sha256)
    },
  }
}
