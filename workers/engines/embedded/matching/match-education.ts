/**
 * Matches an application with the degree that a requirement asks for.
 *
 * Owns the comparison of levels and fields.
 */
import type { Verdict } from '../../../tasks.ts'
import { degreeNames, isAbandoned, isUnfinished, withFields, type Degree } from '../vocabulary/degrees.ts'
import { linesMax, placeOf } from './evidence.ts'
import { withoutEvidence, type Match } from './match.ts'
import { familiesOf, withoutUmbrellas } from '../vocabulary/fields.ts'
import { namesIn, type Line } from '../application/line.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import type { Requirement } from '../requirement/requirement.ts'

type AskedDegree = NonNullable<Requirement['degree']>
/** How the field is to the one asked for, the nearest first, in the words of a reason. */
const inField = {
  SAME: '',
  NEAR: ' in a related field',
  UNTOLD: ' without naming its field',
  OTHER: ' in another field',
}
type Nearness = keyof typeof inField
type Holding = { line: Line; degree: Degree; nearness: Nearness }

/** A longer field repeats the criterion, which is displayed beside the reason. */
const fieldLengthMax = 60

/** Compares what is asked for with the degree in the nearest field and, among those, the highest. */
export function matchEducation(asked: AskedDegree, application: ApplicationIndex): Match {
  const named = application.lines
    // A degree in a list of skills is the wish of the posting, pasted.
    .filter(({ section, employment }) => section !== 'SKILLS' || employment !== null)
    .flatMap((line) => line.degrees.map((degree) => ({ line, degree })))
    .slice(0, linesMax)
  const isDenied = ({ line, degree }: Omit<Holding, 'nearness'>): boolean =>
    line.denied() || line.deniesAt(degree) || isAbandoned(line.text)
  const held = named
    .filter((holding) => holding.line.usable() && !isDenied(holding))
    .map((holding) => ({ ...holding, nearness: nearnessOf(toldBy(holding.line, application.lines), asked) }))
  const subject = asked.fieldText.length > fieldLengthMax ? '' : asked.fieldText
  const wanted = `${degreeNames[asked.level]}${subject && ` in ${subject}`} was asked for`
  if (held.length === 0) {
    const denial = named.find(isDenied)?.line
    const denied = `the application says that such a degree was not reached; ${wanted}`
    return withoutEvidence(denial ? [denial] : [], { denied, silent: `no degree is named; ${wanted}` })
  }
  const enough = held.filter(({ degree }) => degree.level >= asked.level)
  const [best] = (enough.length > 0 ? enough : held).toSorted(byWorth) as [Holding]
  const { verdict, holds } = judged(best, asked)
  return { verdict, reason: `${holds}; ${wanted}`, lines: [best.line] }
}

function judged({ line, degree, nearness }: Holding, asked: AskedDegree): { verdict: Verdict; holds: string } {
  const holds = `holds ${degreeNames[degree.level]}${inField[nearness]}`
  if (nearness === 'OTHER' || degree.level < asked.level) return { verdict: 'NOT_MET', holds }
  if (isUnfinished(line.text)) return { verdict: 'PARTIAL', holds: holds.replace('holds', 'is working towards') }
  if (nearness === 'NEAR' && !asked.anyField) return { verdict: 'NOT_MET', holds }
  return { verdict: nearness === 'UNTOLD' ? 'PARTIAL' : 'MET', holds }
}

/** What a line says of its degree; where that is no field, with its short neighbours, which may be parts of one entry. */
function toldBy(line: Line, lines: Line[]): string {
  const told = withFields(line.text)
  if (familiesOf(told).size > 0 || namesField.test(told)) return told
  const at = lines.indexOf(line)
  const around = [lines[at - 1], lines[at + 1]].filter((near) => near?.degrees.length === 0)
  return [told, ...around.map((near) => near!.text)].join(' ; ')
}

function nearnessOf(told: string, { field, fieldText }: AskedDegree): Nearness {
  const names = namesIn(told)
  if (told.includes(fieldText) || field.some((term) => placeOf(names, term) !== undefined)) return 'SAME'
  const held = familiesOf(told)
  const wide = withoutUmbrellas(fieldText)
  if (held.intersection(familiesOf(wide)).size > 0) return wide === fieldText ? 'NEAR' : 'SAME'
  return held.size === 0 && !namesField.test(told) ? 'UNTOLD' : 'OTHER'
}

// "BSc in …", "Bachelor of Arts in …", "degree in …", "Bachelor of Laws"
const namesField = new RegExp(
  [
    String.raw`(?:degree|arts|science|[bm]\.?\s?sc\.?|[bm]\.?a\.?|bachelor|master)\sin\s\p{L}`,
    String.raw`(?:bachelor|master)\sof\s(?!science|arts)\p{L}`,
  ].join('|'),
  'iu',
)

const nearest = Object.keys(inField) as Nearness[]

/** The nearest field first, then by level; the line below "Education" makes the best quote. */
function byWorth(one: Holding, other: Holding): number {
  const education = ({ line }: Holding): number => (line.section === 'EDUCATION' ? 1 : 0)
  const field = nearest.indexOf(one.nearness) - nearest.indexOf(other.nearness)
  return field || other.degree.level - one.degree.level || education(other) - education(one)
}
