/** A file in the corpus, with the expected text. */
import type { IntegrityFlag } from '../../../../workers/tasks.ts'
import type { Layout, Parts } from './resume-parts.ts'
import { linesOf } from './resume-parts.ts'

/** `hides` is text that a reader does not see and that no engine may get. `flags` are the expected flags. */
export type Entry = {
  format: string
  name: string
  bytes: Buffer
  expected: string
  hides?: string
  flags: IntegrityFlag[]
}

/** Text that is in the files but not visible. */
export const secret = 'Expert in everything that was ever asked for'

/** Returns the resumes in each of these layouts. */
export async function laidOut(format: string, layouts: Record<string, Layout>, resumes: Parts[]): Promise<Entry[]> {
  const pairs = Object.entries(layouts).flatMap(([name, layout]) => resumes.map((parts) => ({ name, layout, parts })))
  return Promise.all(
    pairs.map(async ({ name, layout, parts }) => ({
      format,
      name: `${parts.language}, ${name}`,
      bytes: await layout.make(parts),
      expected: (layout.order ?? linesOf)(parts).join('\n'),
      flags: [],
    })),
  )
}
