/** What the reading of a job description finds, and what its judgement is about. */
import type { PostingSection } from '../vocabulary/sections.ts'
import type { Stance } from './line-classifier.ts'

/**
 * One sentence or item, as written in `quote`, the kind of its heading, whether it has the mark of a list, whether it is
 * from a list without a heading, and how surely it asks.
 */
export type Statement = {
  text: string
  quote: string
  section: PostingSection
  bullet: boolean
  listed: boolean
  stance: Stance
}
