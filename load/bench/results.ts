/**
 * Turns samples into the lines of the table: medians, ratios and targets.
 *
 * Ratios are calculated within each round, because other load on the machine changes from minute to minute but affects
 * all systems of a round alike.
 */

/** The figures that one side reached in a round, by name. Each line of a row shows one of them. */
export type Sample = Record<string, number>
/** `versus` is our own system under another condition, such as without a key. */
export type Side = 'ours' | 'peer' | 'before' | 'versus'

/**
 * A target for the median ratio between our figure and that of the side `to`; without `to`, a target for our figure
 * itself.
 */
export type Target = {
  text: string
  to?: Side
  holds: (figures: { value: number; ratio: number; other: number }) => boolean
}

export type Line = {
  /** Defaults to the row's name. */
  name?: string
  /** The name of the figure that the line shows; defaults to `value`. */
  figure?: string
  unit: string
  targets: Target[]
}

export const atLeast = (times: number, to: Side, label: string = to): Target => ({
  ...{ text: `≥ ${times} × ${label}`, to, holds: ({ ratio }) => ratio >= times },
})
export const atMostTimes = (times: number, to: Side, label: string = to): Target => ({
  ...{ text: `≤ ${times} × ${label}`, to, holds: ({ ratio }) => ratio <= times },
})
export const atMost = (most: number, unit: string): Target => ({
  ...{ text: `≤ ${most} ${unit}`, holds: ({ value }) => value <= most },
})
export const noLessThan = (least: number): Target => ({ text: `≥ ${least}`, holds: ({ value }) => value >= least })

export type Result = {
  work: string
  unit: string
  medians: Partial<Record<Side, number>>
  ratio: { to: Side; median: number; least: number; most: number } | null
  target: string
  holds: boolean | null
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] as number) + (sorted[Math.floor(half)] as number)) / 2
}

/** Returns a result for each target of a line, or a single result if the line has no targets. */
export function resultsOf(work: string, line: Line, rounds: Partial<Record<Side, Sample>>[]): Result[] {
  const figure = line.figure ?? 'value'
  const valuesOf = (side: Side) => rounds.flatMap((round) => round[side]?.[figure] ?? [])
  const sides = (['ours', 'peer', 'before', 'versus'] as const).filter((side) => valuesOf(side).length > 0)
  const medians = Object.fromEntries(sides.map((side) => [side, median(valuesOf(side))])) as Result['medians']
  const common = { work: line.name ?? work, unit: line.unit, medians }
  const other = sides.find((side) => side !== 'ours')
  const untold: Target = { text: '', to: other, holds: () => true }
  return (line.targets.length > 0 ? line.targets : [untold]).map((target): Result => {
    const to = target.to ?? other
    const ratios = rounds.flatMap((round) => {
      const [ours, theirs] = [round.ours?.[figure], to && round[to]?.[figure]]
      return ours === undefined || theirs === undefined ? [] : [ours / theirs]
    })
    const ratio =
      to && ratios.length > 0
        ? { to, median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) }
        : null
    const known = target.text !== '' && (target.to === undefined || ratio !== null)
    const figures = {
      value: medians.ours as number,
      ratio: ratio?.median as number,
      other: to ? (medians[to] as number) : 0,
    }
    return { ...common, ratio, target: target.text, holds: known ? target.holds(figures) : null }
  })
}

const columns = [
  ['work', 66],
  ['ours', 11],
  ['peer', 10],
  ['before', 10],
  ['versus', 10],
  ['ratio', 9],
  ['spread', 14],
] as const

function shown(value: number | undefined): string {
  if (value === undefined) return '–'
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value < 10 ? 2 : 1)
}

export function printHead(): void {
  const cells = columns.map(([name, width], index) => (index === 0 ? name.padEnd(width) : name.padStart(width)))
  console.log(`${cells.join('')}  target`)
}

export function printResult({ work, unit, medians, ratio, target, holds }: Result): void {
  const name = `${work}, ${unit}`
  const figures = (['ours', 'peer', 'before', 'versus'] as const).map((side) => shown(medians[side]))
  const [times, spread] = ratio
    ? [ratio.median.toFixed(2), `${ratio.least.toFixed(2)}–${ratio.most.toFixed(2)}`]
    : ['–', '–']
  const cells = [name, ...figures, times, spread].map((cell, index) => {
    const [, width] = columns[index] as (typeof columns)[number]
    return index === 0 ? cell.padEnd(width) : cell.padStart(width)
  })
  const verdict = target === '' ? '' : `${target}: ${holds === null ? 'not measured' : holds ? 'holds' : 'MISSED'}`
  console.log(`${cells.join('')}  ${verdict}`.trimEnd())
}
