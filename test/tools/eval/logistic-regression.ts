/** Logistic regression with an L2 penalty, fitted with Newton's method (iteratively reweighted least squares). */

/** `weight` is how strongly the example affects the fit. */
export type Example = { signals: Record<string, number>; isRight: boolean; weight: number }
/** The weight of each signal. `always` is the intercept. */
export type Weights = Record<string, number>

const stepsMax = 50
const stepMin = 1e-8

/** Returns an example's log-odds. */
export function oddsOf(signals: Record<string, number>, weights: Weights): number {
  return Object.entries(signals).reduce((sum, [name, value]) => sum + weights[name]! * value, weights.always!)
}

/** Fits the weights. The penalty applies to the signals, scaled to unit variance, but not to the intercept. */
export function fitLogistic(examples: Example[], penalty: number): Weights {
  const names = Object.keys(examples[0]!.signals)
  const scales = names.map((name) => deviationOf(examples.map(({ signals }) => signals[name]!)) || 1)
  const rows = examples.map(({ signals }) => [1, ...names.map((name, at) => signals[name]! / scales[at]!)])
  let fitted = rows[0]!.map(() => 0)
  for (let step = 0; step < stepsMax; step++) {
    const change = solved(...newtonSystem(rows, examples, fitted, penalty))
    fitted = fitted.map((value, at) => value + change[at]!)
    if (Math.max(...change.map(Math.abs)) < stepMin) break
  }
  return { always: fitted[0]!, ...Object.fromEntries(names.map((name, at) => [name, fitted[at + 1]! / scales[at]!])) }
}

/** Returns the Hessian and the gradient of the penalised likelihood. */
function newtonSystem(
  rows: number[][],
  examples: Example[],
  fitted: number[],
  penalty: number,
): [number[][], number[]] {
  const costOf = (at: number): number => (at === 0 ? 0 : penalty)
  const hessian = fitted.map((_, at) => fitted.map((_, other) => (at === other ? costOf(at) : 0)))
  const gradient = fitted.map((value, at) => -costOf(at) * value)
  for (const [index, row] of rows.entries()) {
    const { isRight, weight } = examples[index]!
    const chance = 1 / (1 + Math.exp(-row.reduce((sum, value, at) => sum + value * fitted[at]!, 0)))
    for (const [at, value] of row.entries()) {
      gradient[at]! += weight * (Number(isRight) - chance) * value
      for (const [other, factor] of row.entries())
        hessian[at]![other]! += weight * chance * (1 - chance) * value * factor
    }
  }
  return [hessian, gradient]
}

/** Solves a system of linear equations with Gaussian elimination. A positive definite matrix needs no pivoting, that is, no exchange of rows. */
function solved(matrix: number[][], right: number[]): number[] {
  const system = matrix.map((row, at) => [...row, right[at]!])
  for (const [at, pivot] of system.entries()) {
    for (const [other, row] of system.entries()) {
      if (other === at) continue
      const factor = row[at]! / pivot[at]!
      for (const [column, value] of pivot.entries()) row[column]! -= factor * value
    }
  }
  return system.map((row, at) => row.at(-1)! / row[at]!)
}

function deviationOf(values: number[]): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length)
}
