/** The resumes that make.ts has printed, and what is to come out of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../entry.ts'
import { linesOf } from '../resume-parts.ts'
import { scripts } from './texts.ts'

/** `format`: the language. The names of files are its tag, the layout and the program that printed it. */
export function scriptEntries(): Entry[] {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.pdf'))
  return scripts.flatMap((parts) =>
    files
      .filter((file) => file.startsWith(`${parts.tag}-`))
      .map((name) => ({
        format: parts.language,
        name,
        bytes: readFileSync(join(import.meta.dirname, name)),
        expected: linesOf(parts).join('\n'),
        flags: [],
      })),
  )
}
