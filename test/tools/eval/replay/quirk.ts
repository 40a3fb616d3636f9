/** One way in which a server or a model distorts a correct response. */
import type { AnswerItem } from './answer-shape.ts'

/** The body of an HTTP response. If `html` is present, it is sent instead. */
export type Reply = { status?: number; html?: string; choices?: unknown[]; error?: unknown }

/**
 * The stages of a response, from the quotes to the reply, that a quirk may change. A stage without a function stays
 * unchanged.
 */
export type Quirk = {
  quotes?: (quotes: string[], resume: string) => string[]
  items?: (items: AnswerItem[]) => AnswerItem[]
  /** `shaped` has the form that the schema requires. */
  value?: (items: AnswerItem[], shaped: unknown) => unknown
  text?: (text: string) => string
  reply?: (text: string) => Reply
}
