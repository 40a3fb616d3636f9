/** One distortion of a right answer by a server or a model. */
import type { AnswerItem } from './answer-shape.ts'

/** The body of an answer over HTTP; `html` is sent in its place. */
export type Reply = { status?: number; html?: string; choices?: unknown[]; error?: unknown }

/** The stages that a quirk may change, from the quotes to the reply; absent members change nothing. */
export type Quirk = {
  quotes?: (quotes: string[], resume: string) => string[]
  items?: (items: AnswerItem[]) => AnswerItem[]
  /** `shaped` has the form of the schema. */
  value?: (items: AnswerItem[], shaped: unknown) => unknown
  text?: (text: string) => string
  reply?: (text: string) => Reply
}
