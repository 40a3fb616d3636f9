/**
 * Splits many criteria into portions, one per scoring call.
 *
 * With many criteria in one call, a model takes less care with each of them. Also, strict schemas of providers allow
 * only about a hundred members.
 */
import type { Repair } from '../../engine.ts'

const criteriaMax = 12

/** Returns the criteria in order, split into as few portions as possible, of nearly equal size. */
export function portionsOf<Criterion>(criteria: Criterion[]): Criterion[][] {
  const count = Math.ceil(criteria.length / criteriaMax)
  const cut = (index: number) => Math.round((index * criteria.length) / count)
  return Array.from({ length: count }, (_, index) => criteria.slice(cut(index), cut(index + 1)))
}

/**
 * Returns the part of a repair that is about these criteria. Faults of the whole answer are included for every portion.
 */
export function repairFor(criteria: { id: string }[], { verdicts, faults, open }: Repair): Repair {
  const own = new Set(criteria.map(({ id }) => id))
  const others = open.filter((id) => !own.has(id))
  return {
    verdicts: verdicts.filter(({ criterionId }) => own.has(criterionId)),
    faults: faults.filter((fault) => !others.some((id) => fault.startsWith(`${id}:`))),
    open: open.filter((id) => own.has(id)),
  }
}
