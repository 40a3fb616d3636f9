/** The report: one self-contained file, with the verdict, each check, and charts over time. */
import { verdictOf, type Outcome } from '../verdict/outcome.ts'
import { escapeHtml } from '../../src/kit/html.ts'
import { tableOf } from './table.ts'

type Line = { name: string; color: string; points: { at: number; value: number }[] }

const [width, height, margin] = [1000, 200, 45]

export function htmlOf(outcome: Outcome): string {
  const { series, readings, checks } = outcome
  const line = <T extends { at: number }>(name: string, color: string, list: T[], value: (one: T) => number): Line => ({
    ...{ name, color },
    points: list.map((one) => ({ at: one.at, value: value(one) })),
  })
  const lagged = readings.filter(({ lagMs }) => lagMs !== null)
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Load report</title>',
    `<style>${style}</style><h1>Load: ${verdictOf(outcome)}</h1>`,
    `<p>${escapeHtml(`${outcome.startedAt}, commit ${outcome.commit}, ${outcome.k6}`)}</p>`,
    `<pre>${escapeHtml(tableOf(outcome).join('\n'))}</pre>`,
    chart('Requests a second', scenarioMarks(outcome), [
      line('all', '#246', series, ({ requests }) => requests),
      line('429', '#c80', series, ({ refused }) => refused),
      line('failed', '#c00', series, ({ failed }) => failed),
    ]),
    chart('p99 of each second, ms', scenarioMarks(outcome), [line('p99', '#246', series, ({ p99 }) => p99)]),
    chart('Memory of all processes, MB', [], [line('RSS', '#246', readings, ({ rssMb }) => rssMb)]),
    chart(
      'CPU, % of a core',
      [],
      [
        line('processes', '#246', readings, ({ cpuPercent }) => cpuPercent),
        line('generator', '#c80', readings, ({ generatorCpuPercent }) => generatorCpuPercent),
      ],
    ),
    chart('Event-loop lag p99, ms', [], [line('lag', '#246', lagged, ({ lagMs }) => lagMs as number)]),
    '<h2>Checks</h2><table><tr><th>Group<th>Check<th>Held<th>Seen',
    ...checks.map(
      ({ group, name, held, detail }) =>
        `<tr class="${held ? 'held' : 'broken'}"><td>${escapeHtml(group)}<td>${escapeHtml(name)}<td>${held ? 'yes' : 'no'}<td>${escapeHtml(detail)}`,
    ),
    '</table></html>\n',
  ].join('\n')
}

const style =
  'body{font:14px sans-serif;margin:2em;max-width:1050px}pre{background:#f4f4f4;padding:1em;overflow:auto}' +
  'td,th{text-align:left;padding:2px 1em 2px 0}.broken{color:#c00}svg text{font:11px sans-serif}'

function scenarioMarks({ series }: Outcome): { at: number; name: string }[] {
  return series
    .filter(({ scenario }, index) => scenario !== series[index - 1]?.scenario)
    .map(({ at, scenario }) => ({ at, name: scenario }))
}

/** Returns a chart, or an empty string if there are no points. */
function chart(title: string, marks: { at: number; name: string }[], lines: Line[]): string {
  const points = lines.flatMap((one) => one.points)
  if (points.length === 0) return ''
  const [atMost, valueMax] = (['at', 'value'] as const).map((key) =>
    points.reduce((most, one) => Math.max(most, one[key]), 1),
  ) as [number, number]
  const x = (at: number) => margin + ((width - margin) * at) / atMost
  const y = (value: number) => height - (height * value) / valueMax
  const drawn = lines.map(({ color, points: own }) => {
    const path = own.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
    return `<polyline fill="none" stroke="${color}" points="${path}"/>`
  })
  const legend = lines.map(({ name, color }) => `<tspan fill="${color}" dx="10">${escapeHtml(name)}</tspan>`).join('')
  return [
    `<h2>${escapeHtml(title)}</h2><svg viewBox="0 -20 ${width} ${height + 45}" role="img">`,
    `<text x="${margin}" y="-6">${legend}</text><path d="M${margin} 0V${height}H${width}" fill="none" stroke="#999"/>`,
    `<text x="0" y="10">${valueMax.toFixed(0)}</text><text x="0" y="${height}">0</text>`,
    `<text x="${width - 40}" y="${height + 20}">${atMost.toFixed(0)} s</text>`,
    ...marks.map(({ at, name }) => `<text x="${x(at).toFixed(1)}" y="${height + 20}">${escapeHtml(name)}</text>`),
    ...drawn,
    '</svg>',
  ].join('\n')
}
