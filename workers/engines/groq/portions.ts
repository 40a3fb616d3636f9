/**
 * The criteria of one scoring call: all of them, or a portion of many.
 *
 * The more criteria one answer covers, the less care a model takes with each, and the strict schemas of providers allow
 * about a hundred members.
 */
import type { Repair } from '../../engine.ts'

const criteriaMax = 12

/** Returns the criteria in order, in the fewest portions of nearly equal size. */
export function portionsOf<Criterion>(criteria: Criterion[]): Criterion[][] {
  const count = Math.ceil(criteria.length / criteriaMax)
  const cut = (index: number) => Math.round((index * criteria.length) / count)
  return Array.from({ length: count }, (_, index) => criteria.slice(cut(index), cut(index + 1)))
}

/** Returns the part of a repair that concerns these criteria; faults of the whole answer apply to every portion. */
export function repairFor(criteria: { id: string }[], { verdicts, faults, open }: Repair): Repair {
  const own = new Set(criteria.map(({ id }) => id))
  const others = open.filter((id) => !own.has(id))
  return {
    verdicts: verdicts.filter(({ criterionId }) => own.has(criterionId)),
    faults: faults.filter((fault) => !others.some((id) => fault.startsWith(`${id}:`))),
    open: open.filter((id) => own.has(id)),
  }
}
