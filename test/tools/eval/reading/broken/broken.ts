/** Files that are broken, or made to harm their reader, each with the expected code. */
import type { ParseResumeOutcome } from '../../../../../workers/tasks.ts'

/** `ends` contains the correct codes. Most files have only one. */
export type Broken = { format: string; name: string; bytes: Buffer; ends: Ends[] }
export type Ends = Extract<ParseResumeOutcome, { ok: false }>['code'] | 'read'
/** For each file name, the expected code and a function that makes the file. */
export type BrokenFiles = Record<string, [ends: Ends | Ends[], make: () => Buffer | Promise<Buffer>]>

export function brokenFiles(format: string, files: BrokenFiles): Promise<Broken[]> {
  return Promise.all(
    Object.entries(files).map(async ([name, [ends, make]]) => ({
      format,
      name,
      bytes: await make(),
      ends: [ends].flat(),
    })),
  )
}

/** Returns pseudo-random bytes, the same in every run. */
export function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0, state = 1; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}
