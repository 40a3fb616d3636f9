/**
 * The criteria of one scoring call: all of them, or a share of many.
 *
 * A model gives each criterion less care the more of them one answer holds, and the strict schemas of providers allow
 * about a hundred members.
 */
import type { Repair } from '../../engine.ts'

const criteriaMax = 12

/** The criteria in order, in as few portions of nearly equal size as possible. */
export function portionsOf<Criterion>(criteria: Criterion[]): Criterion[][] {
  const count = Math.ceil(criteria.length / criteriaMax)
  const cut = (index: number) => Math.round((index * criteria.length) / count)
  return Array.from({ length: count }, (_, index) => criteria.slice(cut(index), cut(index + 1)))
}

/** The part of a repair that concerns these criteria; the faults of the whole answer concern every portion. */
export function repairFor(criteria: { id: string }[], { verdicts, faults, open }: Repair): Repair {
  const own = new Set(criteria.map(({ id }) => id))
  const others = open.filter((id) => !own.has(id))
  return {
    verdicts: verdicts.filter(({ criterionId }) => own.has(criterionId)),
    faults: faults.filter((fault) => !others.some((id) => fault.startsWith(`${id}:`))),
    open: open.filter((id) => own.has(id)),
  }
}
