/**
 * What an application shows of the degree that a requirement asks for.
 *
 * Owns the comparison of levels and fields.
 */
import type { Verdict } from '../../tasks.ts'
import { degreeNames, isUnfinished, type Degree } from './degrees.ts'
import type { Atom } from './elements.ts'
import { linesMax, placeOf } from './evidence.ts'
import { withoutEvidence, type Facet } from './facet.ts'
import type { Line } from './lines.ts'
import type { Reading } from './reading.ts'
import type { Requirement } from './requirements.ts'

type AskedDegree = NonNullable<Requirement['degree']>
type Holding = { line: Line; degree: Degree; inField: boolean }

/** The highest degree, and the one in the right field before others, against what is asked for. */
export function educationFacet(asked: AskedDegree, reading: Reading): Facet {
  const named = reading.lines.flatMap((line) => line.degrees.map((degree) => ({ line, degree }))).slice(0, linesMax)
  const held = named
    .filter(({ line, degree }) => line.usable() && !line.deniesAt(degree))
    .map(({ line, degree }) => ({ line, degree, inField: isInField(line, asked.field) }))
  const wanted = `${degreeNames[asked.level]} was asked for`
  if (held.length === 0) {
    const denial = named.find(({ line, degree }) => line.denied() || line.deniesAt(degree))?.line
    const denied = `the application denies such a degree; ${wanted}`
    return withoutEvidence(denial ? [denial] : [], { denied, silent: `no degree is named; ${wanted}` })
  }
  const enough = held.filter(({ degree }) => degree.level >= asked.level)
  const [best] = (enough.length > 0 ? enough : held).toSorted(byWorth) as [Holding]
  const { verdict, holds } = judged(best, asked)
  return { verdict, reason: `${holds}; ${wanted}`, lines: [best.line] }
}

function judged({ line, degree, inField }: Holding, asked: AskedDegree): { verdict: Verdict; holds: string } {
  const name = degreeNames[degree.level]
  // One level below is a part of the way, if it leads in the same direction.
  if (degree.level < asked.level) {
    return { verdict: inField && degree.level === asked.level - 1 ? 'PARTIAL' : 'NOT_MET', holds: `holds ${name}` }
  }
  if (isUnfinished(line.text)) return { verdict: 'PARTIAL', holds: `is working towards ${name}` }
  if (inField) return { verdict: 'MET', holds: `holds ${name}` }
  const field = asked.anyField ? 'a field that may be related' : 'another field'
  return { verdict: 'PARTIAL', holds: `holds ${name} in ${field}` }
}

function isInField(line: Line, field: Atom[]): boolean {
  return field.length === 0 || field.some((atom) => placeOf(line, atom) !== undefined)
}

/** In the field first, then by level; the line below "Education" reads best as a quote. */
function byWorth(one: Holding, other: Holding): number {
  const education = ({ line }: Holding): number => (line.section === 'EDUCATION' ? 1 : 0)
  const field = Number(other.inField) - Number(one.inField)
  return field || other.degree.level - one.degree.level || education(other) - education(one)
}
