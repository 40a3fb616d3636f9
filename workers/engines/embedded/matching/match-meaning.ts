/**
 * Finds passages in an application whose meaning is similar to a requirement. Leaves out lists, which only mention
 * things.
 */
import type { Requirement } from './requirement.ts'
import type { Line } from './line.ts'
import type { ApplicationIndex } from './application.ts'
import { coverage, likeness } from '../../../language/word-vectors.ts'
import { groupsNamedIn, isListed } from './evidence.ts'

/** The maximum number of passages that are compared word by word. They are the ones most similar as a whole. */
const nearestMax = 8
/** The minimum number of words in a passage: a single word can be similar by chance. */
const wordsMin = 2
/**
 * The minimum similarity at which a passage about something in progress earns partial credit. `namedUnfinishedMin`
 * applies if the passage mentions a word of the requirement: "license pending".
 */
const unfinishedMin = 0.6
const namedUnfinishedMin = 0.35

/**
 * `alike` is the line's similarity to the requirement as a whole. `covered` is the share of the requirement's words
 * that have a similar word in the line.
 */
export type Passage = { line: Line; alike: number }
export type Nearest = Passage & { covered: number }

/** Returns the lines with their similarity to the requirement, most similar first. */
export function passagesLike({ meaning }: Requirement, { lines }: ApplicationIndex): Passage[] {
  return lines
    .filter((line) => line.section !== 'REFERENCES' && !isListed(line) && !line.isOrder())
    .map((line) => ({ line, alike: likeness(meaning, line.meaning()) }))
    .toSorted((one, other) => other.alike - one.alike)
}

/**
 * Returns the passage that is most similar to the requirement, both as a whole and word by word, and can be quoted.
 * `passages` must be sorted by similarity.
 */
export function nearestOf(passages: Passage[], { meaning }: Requirement): Nearest | null {
  const near: Nearest[] = []
  for (const passage of passages) {
    if (near.length === nearestMax) break
    const { line } = passage
    const told = line.meaning()
    if (told.stems.size < wordsMin || line.inProgress() || !line.usable()) continue
    near.push({ ...passage, covered: coverage(meaning, told) })
  }
  const [nearest] = near.toSorted((one, other) => other.alike + other.covered - one.alike - one.covered)
  return nearest ?? null
}

/** Returns the passage that says that the required item is still in progress, or null. */
export function nearestUnfinished(requirement: Requirement, application: ApplicationIndex): Line | null {
  const isNear = ({ line, alike }: Passage): boolean =>
    alike >= (groupsNamedIn(line, requirement.termGroups).size > 0 ? namedUnfinishedMin : unfinishedMin)
  const all = passagesLike(requirement, application).filter(isNear)
  return all.find(({ line }) => line.inProgress() && line.usable())?.line ?? null
}
