/** Files that are broken on purpose: each of an honest file's bytes may be wrong, and its end may be missing. */
import type { Entry } from './corpus.ts'

export type HostileEntry = Pick<Entry, 'format' | 'name' | 'bytes'>

/** One honest file of each format, cut off and overwritten at places that are spread over it. */
export function makeHostile(corpus: Entry[]): HostileEntry[] {
  const first = new Map(corpus.toReversed().map((entry) => [entry.format, entry]))
  return [...first.values()].flatMap(({ format, bytes }) =>
    [0.02, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.98].flatMap((share) => {
      const at = Math.floor(bytes.length * share)
      const broken = Buffer.from(bytes).fill(0xff, at, Math.min(at + 8, bytes.length))
      return [
        { format, name: `cut off at ${share}`, bytes: bytes.subarray(0, at) },
        { format, name: `overwritten at ${share}`, bytes: broken },
      ]
    }),
  )
}
