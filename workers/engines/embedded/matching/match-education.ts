/** Compares the applicant's degrees with the level and the field that a requirement asks for. */
import { fieldRelations, type FieldRelation } from '../../../reasons/reason-texts.ts'
import type { Verdict } from '../../../tasks.ts'
import { familiesOf, isAbandoned, isUnfinished, withFields, type Degree } from '../language/degrees.ts'
import { linesMax, placeOf } from './evidence.ts'
import { withoutEvidence, type Match } from './match.ts'
import type { Finding } from './reasons.ts'
import { namesIn, type Line } from './line.ts'
import type { ApplicationIndex } from './application.ts'
import type { Requirement } from './requirement.ts'

type AskedDegree = NonNullable<Requirement['degree']>
type Holding = { line: Line; degree: Degree; nearness: FieldRelation }

const required: Finding = { key: 'REQUIRED' }

/**
 * Returns the match between the requested degree and the applicant's best one. Degrees that reach the requested level
 * come first, then those in the nearest field.
 */
export function matchEducation(asked: AskedDegree, application: ApplicationIndex): Match {
  const named = application.lines
    // A degree in a list of skills was probably pasted from the posting.
    .filter(({ section, employment }) => section !== 'SKILLS' || employment !== null)
    .flatMap((line) => line.degrees.map((degree) => ({ line, degree })))
    .slice(0, linesMax)
  const isDenied = ({ line, degree }: Omit<Holding, 'nearness'>): boolean =>
    line.denied() || line.deniesAt(degree) || isAbandoned(line.text)
  const held = named
    .filter((holding) => holding.line.usable() && !isDenied(holding))
    .map((holding) => ({ ...holding, nearness: nearnessOf(toldBy(holding.line, application.lines), asked) }))
  if (held.length === 0) {
    const denial = named.find(isDenied)?.line
    return withoutEvidence(denial ? [denial] : [], {
      denied: [{ key: 'DEGREE_DENIED' }, required],
      silent: [{ key: 'DEGREE_UNNAMED' }, required],
    })
  }
  const enough = held.filter(({ degree }) => degree.level >= asked.level)
  const [best] = (enough.length > 0 ? enough : held).toSorted(byWorth) as [Holding]
  const verdict = judged(best, asked)
  const key = isSought(best, asked) ? 'DEGREE_UNFINISHED' : 'DEGREE'
  const field = best.nearness === 'SAME' && asked.fieldText === '' ? null : best.nearness
  const found: Finding = { key, degree: { level: best.degree.level, field } }
  return { verdict, findings: verdict === 'MET' ? [found] : [found, required], lines: [best.line] }
}

/** Returns whether the applicant is still studying for a degree that would satisfy the requirement. */
const isSought = ({ line, degree, nearness }: Holding, asked: AskedDegree): boolean =>
  nearness !== 'OTHER' && degree.level >= asked.level && isUnfinished(line.text)

function judged(holding: Holding, asked: AskedDegree): Verdict {
  const { degree, nearness } = holding
  if (nearness === 'OTHER' || degree.level < asked.level) return 'NOT_MET'
  if (isSought(holding, asked)) return 'PARTIAL'
  if (nearness === 'NEAR' && !asked.anyField) return 'NOT_MET'
  return nearness === 'UNTOLD' ? 'PARTIAL' : 'MET'
}

/**
 * Returns the text about the degree in a line. If the line states no field of study, adjacent lines without a degree
 * are added, because one entry can span several lines.
 */
function toldBy(line: Line, lines: Line[]): string {
  const told = withFields(line.text)
  if (familiesOf(told).size > 0 || namesField.test(told)) return told
  const at = lines.indexOf(line)
  const around = [lines[at - 1], lines[at + 1]].filter((near) => near?.degrees.length === 0)
  return [told, ...around.map((near) => near!.text)].join(' ; ')
}

function nearnessOf(told: string, { field, fieldText }: AskedDegree): FieldRelation {
  const names = namesIn(told)
  if (told.includes(fieldText) || field.some((term) => placeOf(names, term) !== undefined)) return 'SAME'
  const held = familiesOf(told)
  if (held.intersection(familiesOf(fieldText)).size > 0) return 'NEAR'
  return held.size === 0 && !namesField.test(told) ? 'UNTOLD' : 'OTHER'
}

// Phrases that a field of study follows: "BSc in …", "Bachelor of Arts in …", "degree in …", "Bachelor of Laws".
const namesField = new RegExp(
  [
    String.raw`(?:degree|arts|science|[bm]\.?\s?sc\.?|[bm]\.?a\.?|bachelor|master)\sin\s\p{L}`,
    String.raw`(?:bachelor|master)\sof\s(?!science|arts)\p{L}`,
  ].join('|'),
  'iu',
)

/**
 * Sorts by nearness of the field, then by level; among equals, lines below the heading "Education" come first, because
 * they are the better quotes.
 */
function byWorth(one: Holding, other: Holding): number {
  const education = ({ line }: Holding): number => (line.section === 'EDUCATION' ? 1 : 0)
  const field = fieldRelations.indexOf(one.nearness) - fieldRelations.indexOf(other.nearness)
  return field || other.degree.level - one.degree.level || education(other) - education(one)
}
