/** The statements that are extracted from a job description and then judged. */
import type { PostingSection } from './sections.ts'
import type { Stance } from './line-classifier.ts'

/**
 * One sentence or list item. `quote` is its text as written, and `section` the kind of its heading. `bullet` means that
 * it has a list mark, and `listed` that it is in a list without a heading. `stance` tells whether its words and its
 * neighbours indicate that it asks for something.
 */
export type Statement = {
  text: string
  quote: string
  section: PostingSection
  bullet: boolean
  listed: boolean
  stance: Stance
}
