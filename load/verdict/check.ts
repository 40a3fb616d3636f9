/** One thing that must hold. */
export type Check = {
  /** The scenario, or `limits`. */
  group: string
  name: string
  held: boolean
  /** What was seen; of a check that does not hold, what is wrong. */
  detail: string
}

/** A check that holds where there are no faults; the first few of them are its detail. */
export function checkOf(group: string, name: string, faults: string[], otherwise: string): Check {
  const shown = faults.slice(0, faultsShown).join('; ')
  const more = faults.length > faultsShown ? `; and ${faults.length - faultsShown} more` : ''
  return { group, name, held: faults.length === 0, detail: faults.length === 0 ? otherwise : shown + more }
}

const faultsShown = 3
