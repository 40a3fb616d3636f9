/** Files that hide text, in every way that each format allows. */
import type { IntegrityFlag } from '../../../../../workers/tasks.ts'
import { type Entry, secret } from '../entry.ts'
import { english, linesOf } from '../resume-parts.ts'

/** `flag` is the expected flag: HIDDEN_TEXT by default, and null for ways that ordinary documents also use. */
export type Trick = { flag?: IntegrityFlag | null; make(): Buffer | Promise<Buffer> }
export type Tricks = Record<string, Trick>

/** Returns the English resume with the secret hidden in each of these ways. */
export function hidden(format: string, tricks: Tricks): Promise<Entry[]> {
  return Promise.all(
    Object.entries(tricks).map(async ([name, { flag = 'HIDDEN_TEXT', make }]) => ({
      ...{ format, name, bytes: await make(), expected: linesOf(english).join('\n'), hides: secret },
      flags: flag === null ? [] : [flag],
    })),
  )
}
