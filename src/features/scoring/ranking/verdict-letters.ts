/** Stores a score's verdicts as one string: a letter for each criterion, in the order of the criteria version. */
import type { AssessedCriterion, Verdict } from '../../../../generated/types.gen.ts'

const letters: Record<Verdict, string> = { MET: 'M', PARTIAL: 'P', NOT_MET: 'N', NO_EVIDENCE: '-' }
const verdicts = Object.fromEntries(Object.entries(letters).map(([verdict, letter]) => [letter, verdict as Verdict]))

export function lettersOf(criteria: readonly Pick<AssessedCriterion, 'verdict'>[]): string {
  return criteria.map(({ verdict }) => letters[verdict]).join('')
}

/** Returns the verdict on the criterion at this position in the version; undefined if the score has none. */
export function verdictAt(text: string | null, position: number): Verdict | undefined {
  return verdicts[text?.charAt(position) ?? '']
}
