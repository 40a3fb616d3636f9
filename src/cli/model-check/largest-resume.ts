/**
 * Finds the size of the largest resume that a model reads completely. The model must find one fact in the first line
 * and one in the last.
 *
 * Some servers silently cut off the beginning or the end of a prompt, so a successful call proves nothing.
 */
import { earnsCredit } from '../../kit/scoring/credit.ts'
import { SECOND } from '../../kit/time.ts'
import { type Means, scoreText } from './scoring.ts'

const first = 'Licensed pilot of hot-air balloons since 2011, 340 hours in the air.'
const last = 'Repaired twelve church organs between 2005 and 2010.'
const criteria = [
  { id: 'first', text: 'Licence to fly hot-air balloons' },
  { id: 'last', text: 'Has repaired church organs' },
]

/** The number of times that the size is doubled, from a typical resume to the maximum that is scored. */
const doublings = 5

/**
 * `characters` is 0 if no resume fits. `note` is the reason why a larger resume was not tried or did not fit; otherwise
 * it is empty.
 */
export type LargestResume = { characters: number; note: string }

/** Finds the size. @param report called with a line of text before each attempt */
export async function findLargestResume(means: Means, report: (line: string) => void): Promise<LargestResume> {
  const { scoredCharacters } = means.contract.sizes.resume
  let fits = 0
  let lastSeconds = 0
  for (let halvings = doublings; halvings >= 0; halvings -= 1) {
    const characters = Math.floor(scoredCharacters / 2 ** halvings)
    const expected = 2 * lastSeconds
    if (expected * SECOND > means.timings.engineTimeoutMs)
      return { characters: fits, note: 'a larger one would take longer than MODEL_TIMEOUT allows' }
    const estimate = lastSeconds === 0 ? '' : `, about ${Math.ceil(expected)} s`
    report(`Trying a resume of ${characters} characters${estimate}.`)
    const { outcome, seconds } = await scoreText(means, resumeOf(characters), criteria)
    const fault = faultOf(outcome)
    if (fault !== null) return { characters: fits, note: `at ${characters}, ${fault}` }
    lastSeconds = seconds
    fits = characters
  }
  return { characters: fits, note: '' }
}

/** Returns the reason why a resume did not fit; null if both facts were found. */
function faultOf(outcome: Awaited<ReturnType<typeof scoreText>>['outcome']): string | null {
  if (!outcome.ok) return `${outcome.code}: ${outcome.message}`
  const missed = outcome.value.verdicts.find(({ verdict }) => !earnsCredit(verdict))
  return missed ? `it does not find the fact on the ${missed.criterionId} line` : null
}

/**
 * Returns a resume of at most this many characters. Between the two facts, it has lines about unrelated work, which all
 * differ.
 */
function resumeOf(characters: number): string {
  const lines = [first]
  let length = first.length + last.length + 1
  for (let number = 1; ; number += 1) {
    const line = `Project ${number}: moved ${number * 3 + 40} shelves of a customer's archive to a new building in ${(number % 9) + 2} weeks.`
    if (length + line.length + 1 > characters) return [...lines, last].join('\n')
    lines.push(line)
    length += line.length + 1
  }
}
