/** Maps pointers into the bundled contract to files and lines in `spec/`. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node as YamlNode } from 'yaml'
import { root } from './base.ts'

const spec = join(root, 'spec')

type Parsed = { contents: YamlNode | null; lineOf: (offset: number) => number }
type Place = { file: string; line: number; node: YamlNode | null }

const parsed = new Map<string, Parsed>()

function parse(file: string): Parsed {
  let known = parsed.get(file)
  if (!known) {
    const lines = new LineCounter()
    const { contents } = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines, merge: true })
    parsed.set(file, (known = { contents, lineOf: (offset) => lines.linePos(offset).line }))
  }
  return known
}

/**
 * Returns file and line, such as `spec/schemas/scores.yaml:12`, for the pointer, or for its nearest ancestor, because
 * `make generate` adds members that are in no file. Null if no file in `spec/` contains any of it.
 */
export function sourceOf(pointer: string): string | null {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const [start, rest] = names[0] === 'components' ? componentOf(names) : [rootPlace(), names]
  if (start === null) return null
  let place = start
  for (const name of rest) {
    const next = memberOf(referredBy(place), name)
    if (next === null) break
    place = next
  }
  return place.line === 0 ? null : `${relative(root, place.file)}:${place.line}`
}

function rootPlace(): Place {
  const file = join(spec, 'openapi.yaml')
  return { file, line: 0, node: parse(file).contents }
}

/** A component is found by its name at the top level of a file, or in the section of its kind. */
function componentOf([, kind = '', name = '', ...rest]: string[]): [Place | null, string[]] {
  for (const file of globSync('{schemas/*,responses,parameters,openapi}.yaml', { cwd: spec })) {
    const path = join(spec, file)
    const whole = { file: path, line: 0, node: parse(path).contents }
    const section = memberOf(whole, kind)
    const found = memberOf(whole, name) ?? (section && memberOf(section, name))
    if (found) return [found, rest]
  }
  return [null, rest]
}

function memberOf({ file, node }: Place, name: string): Place | null {
  const { lineOf } = parse(file)
  const at = (value: unknown, offset: number | undefined): Place => ({
    ...{ file, line: lineOf(offset ?? 0) },
    node: (value ?? null) as YamlNode | null,
  })
  if (isSeq(node)) {
    const item = node.items[Number(name)] as YamlNode | undefined
    return item ? at(item, item.range?.[0]) : null
  }
  if (!isMap(node)) return null
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name)
  return pair ? at(pair.value, (pair.key as YamlNode).range?.[0]) : null
}

/** The target of the reference if it is in another file, otherwise the place itself. */
function referredBy(place: Place): Place {
  const { node, file } = place
  const reference = isMap(node) ? node.get('$ref') : undefined
  const [path, pointer] = typeof reference === 'string' ? reference.split('#/') : []
  if (!path || pointer === undefined) return place
  const other = join(dirname(file), path)
  if (!existsSync(other)) return place
  return memberOf({ file: other, line: 0, node: parse(other).contents }, pointer) ?? place
}
