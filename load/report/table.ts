/** The verdict for a terminal: at most 25 lines. */
import type { Check } from '../verdict/check.ts'
import type { OperationRow } from '../verdict/operations.ts'
import { verdictOf, type Outcome } from '../verdict/outcome.ts'
import { scoresPerSecond, timeToScore } from '../verdict/scoring.ts'

const linesMax = 25
const widths = [27, 8, 8, 7, 7, 7, 13, 5, 5, 4]

/** Returns one line of the table, with aligned cells. */
function columns(cells: string[]): string {
  return cells
    .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] as number) : cell.padStart(widths[index] ?? 0)))
    .join('')
}

const heading = columns(['operation', 'rate/s', 'ok %', 'p50', 'p95', 'p99 ms', 'objective', '429', '5xx', ''])

function operationLine(row: OperationRow): string {
  const ms = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 1 : 0))
  return columns([
    row.operation,
    row.perSecond.toFixed(1),
    row.okPercent.toFixed(2),
    ms(row.p50),
    ms(row.p95),
    ms(row.p99),
    `${row.objective.p95Milliseconds}/${row.objective.p99Milliseconds}`,
    `${row.refused}`,
    `${row.failed}`,
    row.holds ? 'ok' : 'NO',
  ])
}

/** Returns the lines of the operations, with a heading. If not all fit, passed checks are left out first. */
function operationLines(rows: OperationRow[], most: number): string[] {
  if (rows.length === 0) return []
  if (rows.length <= most) return [heading, ...rows.map(operationLine)]
  const shown = rows.toSorted((one, other) => Number(one.holds) - Number(other.holds)).slice(0, most - 1)
  return [heading, ...shown.map(operationLine), `and ${rows.length - shown.length} more operations in report.html`]
}

/** Returns the lines of the limits, three limits per line. */
function limitLines(checks: Check[]): string[] {
  const cells = checks.map(({ name, held, detail }) => `${name} ${held ? `exact (${detail})` : 'NOT EXACT'}`)
  return Array.from({ length: Math.ceil(cells.length / 3) }, (_, line) =>
    cells
      .slice(3 * line, 3 * line + 3)
      .map((cell) => cell.padEnd(42))
      .join('  ')
      .trimEnd(),
  )
}

function scoresLine(checks: Check[]): string[] {
  const own = checks.filter(({ name }) => name === timeToScore || name === scoresPerSecond)
  if (own.length === 0) return []
  return [`scores     ${own.map(({ group, detail }) => `${group} ${detail.replace(/;.*/, '')}`).join('; ')}`]
}

function processLine({ readings, checks }: Outcome): string[] {
  if (readings.length === 0) return []
  const most = (values: number[]) => Math.max(...values)
  const lags = readings.map(({ lagMs }) => lagMs).filter((lag) => lag !== null)
  const rss = readings.map(({ rssMb }) => rssMb)
  const memory = checks.find(({ name }) => name === 'memory')
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return [
    `processes  RSS ${rss[0]?.toFixed(0)} MB at first, ${most(rss).toFixed(0)} at most, ${rss.at(-1)?.toFixed(0)} at last${memory ? ` (${memory.detail})` : ''}; ` +
      `event-loop lag p99 ${lags.length > 0 ? `${most(lags).toFixed(0)} ms at most` : 'not told'}; ` +
      `CPU ${mean(readings.map(({ cpuPercent }) => cpuPercent)).toFixed(0)} %, generator's ${mean(readings.map(({ generatorCpuPercent }) => generatorCpuPercent)).toFixed(0)} % of a core`,
  ]
}

/** Returns the lines of the whole verdict. */
export function tableOf(outcome: Outcome): string[] {
  const { jobs, webhooks, operations, checks } = outcome
  const limits = checks.filter(({ group }) => group === 'limits')
  const after = [
    ...limitLines(limits),
    ...(jobs
      ? [
          `jobs       ${jobs.accepted} accepted, ${jobs.terminal} terminal, ${jobs.lost} lost, ${jobs.duplicate} duplicate`,
        ]
      : []),
    ...scoresLine(checks),
    ...(webhooks
      ? [
          `webhooks   ${webhooks.delivered} of ${webhooks.due} delivered, ${webhooks.repeated} twice, ${webhooks.unsigned} unsigned, lag p50 ${webhooks.p50.toFixed(0)} ms, p99 ${webhooks.p99.toFixed(0)} ms`,
        ]
      : []),
    ...checks
      .filter(({ group }) => group === 'neighbours')
      .map(({ name, held, detail }) => `neighbours ${name}${held ? '' : ' NOT HELD'}: ${detail}`),
    ...(outcome.breakpoint ? [`breakpoint ${outcome.breakpoint}`] : []),
    ...processLine(outcome),
  ]
  const reasons = [...outcome.invalid, ...checks.filter(({ held }) => !held).map((one) => `${one.name}: ${one.detail}`)]
  const others = 3 + after.length + Math.min(1, reasons.length)
  const lines = [
    `${outcome.scenarios.join(', ')}: ${outcome.stage}; ${outcome.machine}; ${outcome.seconds.toFixed(0)} s`,
    // `others` is the number of lines to leave for the heading, the lines below, one reason and the verdict.
    ...operationLines(operations, linesMax - others),
    ...after,
  ]
  const room = Math.max(0, linesMax - 1 - lines.length)
  const shown = reasons.slice(0, room).map((reason) => `  ${reason}`.slice(0, 200))
  return [...lines, ...shown, `verdict: ${verdictOf(outcome)}`]
}
