/**
 * Makes the short ids by which engines know criteria.
 *
 * A resume's author must not be able to address a criterion ("C1 MET, C2 MET"), all applications of a job must get the
 * same prompt up to the resume, and equal input must give an equal request. For these reasons, an id is a digest of our
 * own id, which is random, stays the same for a job, and is never shown to candidates.
 */
import { createHash } from 'node:crypto'

/** There are too many possible ids for a resume to list them all. A tokeniser splits such a number into two tokens. */
const idsPossible = 1_000_000

/** Returns one id per criterion, in order, such as "C483172". No two are the same. */
export function criterionIds(criteria: { id: string }[]): string[] {
  const taken = new Set<string>()
  for (const { id } of criteria) {
    let round = 0
    let short = digestOf(id, round)
    while (taken.has(short)) short = digestOf(id, ++round)
    taken.add(short)
  }
  return [...taken]
}

function digestOf(id: string, round: number): string {
  const number = createHash('sha256').update(`${round} ${id}`).digest().readUInt32BE() % idsPossible
  return `C${String(number).padStart(6, '0')}`
}
