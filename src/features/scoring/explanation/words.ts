/** The words of an explanation in one language. */
import type { Importance, Verdict } from '../../../../generated/types.gen.ts'

/** Whole sentences, except for labels. Dates and numbers arrive in the form of the language. */
export type Words = {
  title: string
  application: string
  job: string
  /** Explains the program's part, and the meaning of a missing passage. */
  intro: string[]
  /** The heading of the criteria. */
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
