/** Inserts the contract's numbers into its texts, in place of placeholders such as `{x-sizes/resume/pages}`. */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Returns the document with every placeholder replaced. @throws Error if the contract has no such number */
export function withNumbers<Value extends Json>(value: Value, document: Json): Value {
  if (typeof value === 'string') return fill(value, document) as Value
  if (Array.isArray(value)) return value.map((item) => withNumbers(item, document)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withNumbers(member, document)]),
  ) as Value
}

function fill(text: string, document: Json): string {
  return text.replace(/\{(x-[\w-]+(?:\/\w+)+)\}( as a number)?/g, (_, path: string, plain?: string) => {
    const number = path
      .split('/')
      .reduce<Json | undefined>((node, name) => (node as { [name: string]: Json })?.[name], document)
    if (typeof number !== 'number') throw new Error(`a text names {${path}}, and the contract has no such number`)
    return plain ? String(number) : inWords(path, number)
  })
}

const units: [name: string, size: number][] = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
]

/**
 * Returns a number in words: `2592000` under a name that ends in `Seconds` is `30 days`, and `1048576` bytes are `1
 * MiB`.
 */
function inWords(path: string, number: number): string {
  if (/bytes$/i.test(path)) return number < 2 ** 20 ? `${number / 2 ** 10} KiB` : `${number / 2 ** 20} MiB`
  if (!path.endsWith('Seconds')) return number.toLocaleString('en')
  const [unit, size] = units.find(([, each]) => number % each === 0 && number > each) ?? ['seconds', 1]
  return `${number / size} ${unit}`
}
