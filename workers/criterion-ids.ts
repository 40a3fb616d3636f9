/**
 * Creates the short ids of criteria that engines see.
 *
 * An id is a digest of the criterion's internal id, which is random and never shown to candidates. So a resume's author
 * cannot address a criterion ("C1 MET, C2 MET"). The internal id does not change, so all applications for a job get the
 * same prompt up to the resume, and equal input gives an equal request.
 */
import { createHash } from 'node:crypto'

/**
 * The number of possible ids. A resume cannot list them all, and a tokeniser splits such a number into only two tokens.
 */
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
