/**
 * Counts the values in a JSON document while its bytes arrive, so that a body with millions of values is refused before
 * it is parsed. Does not check whether the document is valid JSON; the parser does that.
 */

/** The limit that a document exceeds. */
export type Excess = 'values' | 'depth'

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openers = [0x5b, 0x7b] as const
const closers = [0x5d, 0x7d] as const
const space = 0x20

/**
 * Creates a function that counts the values in one document. Call it with the document's bytes as they arrive. It
 * returns the limit that they exceed, or null. The root, each element and each member are counted as one value, at any
 * depth.
 */
export function createValueCounter(valuesMax: number, depthMax: number): (bytes: Uint8Array) => Excess | null {
  let values = 1
  let depth = 0
  let inString = false
  let escaped = false
  /** The latest byte outside strings that is not white space. */
  let last = 0
  const closes = () => {
    depth -= 1
    // A container's first child is counted when the container opens. This container is empty, so that count is undone.
    if (last === openers[0] || last === openers[1]) values -= 1
  }
  return (bytes) => {
    // Loops by index, because an iterator takes several times as long per byte.
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] as number
      if (inString) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) inString = false
        continue
      }
      if (byte <= space) continue
      if (byte === quote) inString = true
      else if (byte === comma) values += 1
      else if (byte === openers[0] || byte === openers[1]) {
        values += 1
        depth += 1
        if (depth > depthMax) return 'depth'
      } else if (byte === closers[0] || byte === closers[1]) closes()
      last = byte
      if (values > valuesMax) return 'values'
    }
    return null
  }
}
