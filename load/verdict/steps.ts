/** Finds the rate at which an objective is missed. */
import type { Objectives } from '../lib/plan.ts'
import type { Sample } from '../lib/sample.ts'
import { warmUp } from '../lib/schedule.ts'
import { operationRows, type OperationRow } from './operations.ts'

export type Step = { name: string; perSecond: number; broken: string | null }

/** Returns the steps of a breakpoint run, each with the first operation that missed its objective. */
export function stepsOf(samples: Sample[], objectives: Objectives, names: readonly string[], seconds: number): Step[] {
  const judged = samples.filter(({ phase }) => phase !== warmUp)
  return [...Map.groupBy(judged, ({ phase }) => phase)].map(([name, inside]) => {
    const broken = operationRows(inside, objectives, names, seconds).find(({ holds }) => !holds)
    return { name, perSecond: inside.length / seconds, broken: broken ? sentenceOf(broken) : null }
  })
}

function sentenceOf({ operation, okPercent, p95, p99, objective }: OperationRow): string {
  if (p95 > objective.p95Milliseconds) return `p95 of ${operation} is ${p95.toFixed(0)} ms`
  if (p99 > objective.p99Milliseconds) return `p99 of ${operation} is ${p99.toFixed(0)} ms`
  return `${(100 - okPercent).toFixed(1)} % of ${operation} fail`
}

/** Returns one line with the last rate that met all objectives and the first rate that missed one. */
export function breakpointOf(steps: Step[]): string {
  const at = steps.findIndex(({ broken }) => broken !== null)
  const rate = (step: Step | undefined) => `${(step?.perSecond ?? 0).toFixed(0)}/s`
  if (at === -1) return `no objective broke up to ${rate(steps.at(-1))}`
  const held = at === 0 ? 'no step' : rate(steps[at - 1])
  return `${held} holds, ${rate(steps[at])} breaks: ${steps[at]?.broken}`
}
