/** One way in which a server or a model distorts a correct response. */
import type { AnswerItem } from './answer-shape.ts'

/** The body of an HTTP response. If `html` is given, it is sent instead. */
export type Reply = { status?: number; html?: string; choices?: unknown[]; error?: unknown }

/**
 * The stages of a response that a quirk may change, from the quotes to the reply. A quirk does not change a stage for
 * which it has no function.
 */
export type Quirk = {
  quotes?: (quotes: string[], resume: string) => string[]
  items?: (items: AnswerItem[]) => AnswerItem[]
  /** `shaped` has the form that the schema requires. */
  value?: (items: AnswerItem[], shaped: unknown) => unknown
  text?: (text: string) => string
  reply?: (text: string) => Reply
}
