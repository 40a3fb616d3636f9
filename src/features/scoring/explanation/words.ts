/** The words that an explanation uses in one language. */
import type { Importance, Verdict } from '../../../../generated/types.gen.ts'

/** Each string is a whole sentence or a label. Dates and numbers are passed in already formatted for the language. */
export type Words = {
  title: string
  application: string
  job: string
  /** Explains what the program does, and what it means if no passage is shown. */
  intro: string[]
  /** The heading above the criteria. */
  asked: string
  verdicts: Record<Verdict, string>
  resume: string
  answer: (number: number) => string
  decided: string
  confirmed: string
  open: string
  failed: string
  person: { heading: string; text: string }
  review: { heading: string; text: (application: string) => string; requested: (date: string) => string }
  /** Shown with `detail=full`. */
  score: {
    heading: string
    value: (score: string) => string
    rule: string
    capped: (score: string) => string
    importances: Record<Importance, string>
    weight: (weight: string, earned: string) => string
  }
}
