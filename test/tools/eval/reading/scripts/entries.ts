/** The resumes that make.ts has printed, with the text that must be read in them. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Entry } from '../entry.ts'
import { linesOf } from '../resume-parts.ts'
import { scripts } from './texts.ts'

/**
 * Returns the PDF files in this folder. The language takes the place of the format. A file's name consists of the
 * language's tag and the layout, and its folder is named after the program that printed it.
 */
export function scriptEntries(): Entry[] {
  const files = globSync('*/*.pdf', { cwd: import.meta.dirname }).sort()
  return scripts.flatMap((parts) =>
    files
      .filter((file) => basename(file).startsWith(`${parts.tag}-`))
      .map((name) => ({
        format: parts.language,
        name,
        bytes: readFileSync(join(import.meta.dirname, name)),
        expected: linesOf(parts).join('\n'),
        flags: [],
      })),
  )
}
