/** The result of one check. */
export type Check = {
  /** The scenario, or `limits`. */
  group: string
  name: string
  held: boolean
  /** The observed value; for a failed check, the fault. */
  detail: string
}

/** Returns a check that passes if there are no faults. Otherwise its detail lists the first few faults. */
export function checkOf(group: string, name: string, faults: string[], otherwise: string): Check {
  const shown = faults.slice(0, faultsShown).join('; ')
  const more = faults.length > faultsShown ? `; and ${faults.length - faultsShown} more` : ''
  return { group, name, held: faults.length === 0, detail: faults.length === 0 ? otherwise : shown + more }
}

const faultsShown = 3
