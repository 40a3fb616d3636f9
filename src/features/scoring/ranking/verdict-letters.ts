/** The verdicts of a score as one string: a letter for each criterion of its version, in the version's order. */
import type { AssessedCriterion, Verdict } from '../../../../generated/types.gen.ts'

const letters: Record<Verdict, string> = { MET: 'M', PARTIAL: 'P', NOT_MET: 'N', NO_EVIDENCE: '-' }
const verdicts = Object.fromEntries(Object.entries(letters).map(([verdict, letter]) => [letter, verdict as Verdict]))

export function lettersOf(criteria: readonly Pick<AssessedCriterion, 'verdict'>[]): string {
  return criteria.map(({ verdict }) => letters[verdict]).join('')
}

/** Returns the verdict on the criterion at this position of the version; undefined if the score has none. */
export function verdictAt(text: string | null, position: number): Verdict | undefined {
  return verdicts[text?.charAt(position) ?? '']
}
