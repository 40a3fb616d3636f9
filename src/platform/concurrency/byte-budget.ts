/**
 * How many bytes each owner may have in memory at once.
 *
 * An owner's oldest hold always grows, so one of them comes to its end whatever the others wait for: an owner has at most
 * its budget and one hold more. Nobody waits for the bytes of another owner.
 */

/** The bytes of one thing. */
export type ByteHold = {
  /** Adds bytes: at once (null), or when the promise resolves. One call at a time. */
  grow(bytes: number): Promise<void> | null
  /** Gives all bytes back, ends a wait, and lets later growth pass uncounted. May be called again. */
  free(): void
}

type Hold = { bytes: number; waiting: { bytes: number; go: () => void } | null }
type Owner = { bytes: number; holds: Set<Hold> }

/** Opens holds, each of an owner that may have so many bytes in all. */
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
