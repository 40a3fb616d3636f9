/** The statements that are extracted from a job description and then judged. */
import type { PostingSection } from './sections.ts'
import type { Stance } from './line-classifier.ts'

/**
 * One sentence or item: its text as written in `quote`, the kind of its heading, whether it has a list mark, whether it
 * is from a list without a heading, and how surely it asks for something.
 */
export type Statement = {
  text: string
  quote: string
  section: PostingSection
  bullet: boolean
  listed: boolean
  stance: Stance
}
