/**
 * Parses Prometheus's text format, as far as our servers use it:
 * https://prometheus.io/docs/instrumenting/exposition_formats/
 */

/** One line: `name{label="value"} 12`. */
export type Series = { name: string; labels: Record<string, string>; value: number }

/** Returns the series in a scrape, in order. Skips all other lines, such as comments. */
export function readExposition(text: string): Series[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line) ?? []
    return name === undefined || value === undefined
      ? []
      : [{ name, labels: readLabels(labels), value: toNumber(value) }]
  })
}

function readLabels(text: string): Record<string, string> {
  const pairs = text.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, unescape(value)]))
}

function unescape(value: string): string {
  return value.replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character))
}

function toNumber(text: string): number {
  if (text === '+Inf') return Infinity
  return text === '-Inf' ? -Infinity : Number(text)
}

/** Returns the sum of the series with this name whose labels include these; 0 if there are none. */
export function sumOf(series: readonly Series[], name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels)
  const found = series.filter(
    (one) => one.name === name && wanted.every(([label, value]) => one.labels[label] === value),
  )
  return found.reduce((sum, { value }) => sum + value, 0)
}
