/** One thing that a server or a model does to a right answer. */
import type { AnswerItem } from './answer-shape.ts'

/** The body of an answer over HTTP; `html` is sent in its place. */
export type Reply = { status?: number; html?: string; choices?: unknown[]; error?: unknown }

/** Where a quirk sets in, from the quotes to the reply; all members that are absent leave the answer as it is. */
export type Quirk = {
  quotes?: (quotes: string[], resume: string) => string[]
  items?: (items: AnswerItem[]) => AnswerItem[]
  /** `shaped` is what the schema asks for. */
  value?: (items: AnswerItem[], shaped: unknown) => unknown
  text?: (text: string) => string
  reply?: (text: string) => Reply
}
