/** Files that hide a text: each trick with a format. */
import type { IntegrityFlag } from '../../../../../workers/tasks.ts'
import { type Entry, secret } from '../entry.ts'
import { english, linesOf } from '../resume-parts.ts'

/** `flag`: what is to be said of it, and HIDDEN_TEXT by default; null for what every document may hold. */
export type Trick = { flag?: IntegrityFlag | null; make(): Buffer | Promise<Buffer> }
export type Tricks = Record<string, Trick>

/** The English resume, with the secret in each of these ways. */
export function hidden(format: string, tricks: Tricks): Promise<Entry[]> {
  return Promise.all(
    Object.entries(tricks).map(async ([name, { flag = 'HIDDEN_TEXT', make }]) => ({
      ...{ format, name, bytes: await make(), expected: linesOf(english).join('\n'), hides: secret },
      flags: flag === null ? [] : [flag],
    })),
  )
}
