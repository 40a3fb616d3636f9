/**
 * Limits the number of bytes that each owner has in memory.
 *
 * A hold counts the bytes for one purpose, such as one file. An owner's oldest hold can always grow, so that at least
 * one purpose can be completed while the others wait. An owner therefore uses at most its budget plus the size of one
 * hold. Owners never wait for each other.
 */

/** The bytes that an owner has in memory for one purpose. */
export type ByteHold = {
  /**
   * Adds bytes. Returns null if they were added immediately, or a promise that resolves when they are added. Make one
   * call at a time.
   */
  grow(bytes: number): Promise<void> | null
  /** Releases all bytes and ends a pending wait. Bytes added later are not counted. Safe to call again. */
  free(): void
}

type Hold = { bytes: number; waiting: { bytes: number; go: () => void } | null }
type Owner = { bytes: number; holds: Set<Hold> }

/** Returns a function that opens holds; the holds of one owner have up to `ownerMax` bytes in total. */
export function createByteBudget(ownerMax: number): (name: string) => ByteHold {
  const owners = new Map<string, Owner>()

  const hasRoom = (owner: Owner, hold: Hold, bytes: number) =>
    owner.bytes + bytes <= ownerMax || owner.holds.values().next().value === hold
  const add = (owner: Owner, hold: Hold, bytes: number) => {
    owner.bytes += bytes
    hold.bytes += bytes
  }
  const admit = (owner: Owner) => {
    for (const hold of owner.holds) {
      const { waiting } = hold
      if (!waiting || !hasRoom(owner, hold, waiting.bytes)) continue
      hold.waiting = null
      add(owner, hold, waiting.bytes)
      waiting.go()
    }
  }
  return (name) => {
    const owner = owners.get(name) ?? { bytes: 0, holds: new Set() }
    const hold: Hold = { bytes: 0, waiting: null }
    owners.set(name, owner)
    owner.holds.add(hold)
    return {
      grow(bytes) {
        if (!owner.holds.has(hold)) return null
        if (!hasRoom(owner, hold, bytes)) return new Promise((go) => (hold.waiting = { bytes, go }))
        add(owner, hold, bytes)
        return null
      },
      free() {
        if (!owner.holds.delete(hold)) return
        owner.bytes -= hold.bytes
        hold.waiting?.go()
        if (owner.holds.size === 0) owners.delete(name)
        else admit(owner)
      },
    }
  }
}
