/**
 * The style sheets of a page: which declarations hold for an element.
 *
 * Owns the cascade (CSS Cascading 4, 6), as far as an element and those around it decide it. A selector that asks for
 * siblings, positions or states matches nothing: text counts as visible when in doubt. Nothing is fetched.
 */
import { parse, type Selector } from 'css-what'
import type { Tag } from './walk.ts'

export type Declarations = Map<string, string>

type Rule = { selector: Selector[]; weight: number; order: number; declarations: Declarations; important: Declarations }

/** Rules of pages are looked up by what their last part asks for, so that an element meets few of them. */
export class StyleSheets {
  readonly #rules = new Map<string, Rule[]>()
  /** Variables of the whole page (CSS Custom Properties 1, 2). */
  readonly variables: Declarations = new Map()
  #order = 0

  /** Adds the text of a `style` element. What cannot be understood is left out, as browsers do. */
  add(css: string): void {
    for (const { prelude, body } of blocksOf(css.replace(/\/\*[^]*?(?:\*\/|$)/g, ''))) {
      if (prelude.startsWith('@')) {
        if (appliesOnScreen(prelude)) this.add(body)
      } else this.#addRule(prelude, body)
    }
  }

  /** What holds for an element, its own `style` attribute included. `path`: the elements around it. */
  declarationsOf(tag: Tag, path: Tag[]): Declarations {
    const keys = [tag.name, '*', ...classesOf(tag).map((name) => `.${name}`), `#${tag.attributes.get('id') ?? ''}`]
    const found = keys.flatMap((key) => this.#rules.get(key) ?? [])
    const matching = found.filter(({ selector }) => matches(selector, selector.length - 1, [...path, tag], path.length))
    matching.sort((one, other) => one.weight - other.weight || one.order - other.order)
    const own = readDeclarations(tag.attributes.get('style') ?? '')
    const layers = [...matching.map((rule) => rule.declarations), own.declarations]
    layers.push(...matching.map((rule) => rule.important), own.important)
    return new Map(layers.flatMap((layer) => [...layer]))
  }

  /** A rule, and those that are nested in it (CSS Nesting 1). */
  #addRule(prelude: string, body: string): void {
    const nested = [...blocksOf(body)]
    const gaps = nested.map(({ start }, index) => body.slice(nested[index - 1]?.end ?? 0, start))
    this.#addDeclarations(prelude, [...gaps, body.slice(nested.at(-1)?.end ?? 0)].join(''))
    for (const inner of nested) {
      const isGroup = inner.prelude.startsWith('@')
      const selector = nestedIn(prelude, isGroup ? '&' : inner.prelude)
      if (selector.length <= nestedMost && (!isGroup || appliesOnScreen(inner.prelude)))
        this.#addRule(selector, inner.body)
    }
  }

  #addDeclarations(prelude: string, body: string): void {
    const { declarations, important } = readDeclarations(body)
    if (/(?:^|,)\s*(?::root|html)\s*(?:,|$)/i.test(prelude))
      for (const [name, value] of declarations) if (name.startsWith('--')) this.variables.set(name, value)
    for (const selector of readSelectors(prelude)) {
      const rule = { selector, weight: weightOf(selector), order: (this.#order += 1), declarations, important }
      const key = keyOf(selector)
      const alike = this.#rules.get(key)
      if (alike) alike.push(rule)
      else this.#rules.set(key, [rule])
    }
  }
}

/** Characters of a nested selector with those around it, which it repeats: a bound on the levels, too. */
const nestedMost = 1_000

function nestedIn(outer: string, inner: string): string {
  const selectors = inner.split(',').map((selector) => (selector.includes('&') ? selector : `& ${selector}`))
  return selectors.join().replaceAll('&', `:is(${outer})`)
}

type CssBlock = { prelude: string; body: string; start: number; end: number }

/** What stands in front of each pair of braces, and in it; from where to where both stand. */
function* blocksOf(css: string): Generator<CssBlock> {
  let [start, depth, opened] = [0, 0, 0]
  for (const { 0: mark, index } of css.matchAll(/[{};]|"[^"\n]*"|'[^'\n]*'/g)) {
    if (mark === '{' && ++depth === 1) opened = index
    else if (mark === ';' && depth === 0) start = index + 1
    else if (mark === '}' && depth > 0 && --depth === 0) {
      const [prelude, body] = [css.slice(start, opened).trim(), css.slice(opened + 1, index)]
      yield { prelude, body, start, end: index + 1 }
      start = index + 1
    }
  }
}

/** A wide screen in the light, where nothing moves. */
function appliesOnScreen(prelude: string): boolean {
  return /^@(?:media|supports|layer)\b/i.test(prelude) && !/\bprint\b|\bspeech\b|\bnot\b|max-|dark/i.test(prelude)
}

/** CSS Fonts 4, 3.7: what stands before the family, and before the height of lines. */
const fontSize = /(?:^|\s)([\d.]+(?:[a-z]+|%)|0)(?=[\s/])/

function readDeclarations(body: string): { declarations: Declarations; important: Declarations } {
  const [declarations, important]: Declarations[] = [new Map(), new Map()]
  for (const declaration of body.toLowerCase().split(';')) {
    const [, property, value = '', mark] = /^\s*([\w-]+)\s*:([^!]*)(!\s*important)?/.exec(declaration) ?? []
    if (!property) continue
    const layer = mark ? important! : declarations!
    layer.set(property, value.trim())
    const size = property === 'font' && fontSize.exec(value)?.[1]
    if (size) layer.set('font-size', size)
  }
  return { declarations: declarations!, important: important! }
}

function readSelectors(prelude: string): Selector[][] {
  try {
    return parse(prelude).filter((selector) => selector.every(isKnown))
  } catch {
    return []
  }
}

function isKnown(part: Selector): boolean {
  if (part.type === 'pseudo') return choicesOf(part)?.every((selector) => selector.every(isKnown)) ?? false
  return ['tag', 'universal', 'attribute', 'descendant', 'child'].includes(part.type)
}

/** The selectors in `:is()`, `:where()` and `:not()` (Selectors 4, 4). */
function choicesOf(part: Selector): Selector[][] | null {
  const isChoice = part.type === 'pseudo' && ['is', 'where', 'not'].includes(part.name)
  return isChoice && Array.isArray(part.data) ? part.data : null
}

/** Selectors 4, 17: ids before classes and attributes, those before names. */
function weightOf(selector: Selector[]): number {
  return selector.map(weightOfPart).reduce((sum, weight) => sum + weight, 0)
}

function weightOfPart(part: Selector): number {
  if (part.type === 'attribute') return isId(part) ? 1e6 : 1e3
  if (part.type !== 'pseudo') return Number(part.type === 'tag')
  return part.name === 'where' ? 0 : Math.max(0, ...(choicesOf(part) ?? []).map(weightOf))
}

function isId(part: Selector): boolean {
  return part.type === 'attribute' && part.name === 'id' && part.action === 'equals'
}

function keyOf(selector: Selector[]): string {
  const last = selector.slice(selector.findLastIndex(({ type }) => type === 'descendant' || type === 'child') + 1)
  const keys = last.map((part) => {
    if (part.type === 'tag') return part.name
    if (part.type !== 'attribute') return null
    return isId(part) ? `#${part.value}` : part.name === 'class' && part.action === 'element' ? `.${part.value}` : null
  })
  return keys.findLast((key) => key !== null) ?? '*'
}

function classesOf({ attributes }: Tag): string[] {
  return (attributes.get('class') ?? '').split(/\s+/).filter(Boolean)
}

/** Whether the selector, up to its part `at`, fits the element at `depth` of the path. */
function matches(selector: Selector[], at: number, path: Tag[], depth: number): boolean {
  for (; at >= 0; at--) {
    const part = selector[at]!
    if (part.type === 'child') return depth > 0 && matches(selector, at - 1, path, depth - 1)
    if (part.type === 'descendant') {
      for (let above = depth - 1; above >= 0; above--) if (matches(selector, at - 1, path, above)) return true
      return false
    }
    if (!fits(part, path, depth)) return false
  }
  return true
}

function fits(part: Selector, path: Tag[], depth: number): boolean {
  const tag = path[depth]!
  if (part.type === 'pseudo') {
    const fitsOne = choicesOf(part)?.some((selector) => matches(selector, selector.length - 1, path, depth))
    return fitsOne === (part.name !== 'not')
  }
  if (part.type === 'tag') return part.name === tag.name
  if (part.type !== 'attribute') return true
  const value = tag.attributes.get(part.name)
  if (value === undefined) return false
  if (part.action === 'exists') return true
  if (part.action === 'element') return value.split(/\s+/).includes(part.value)
  if (part.action === 'equals') return value === part.value
  if (part.action === 'start') return value.startsWith(part.value)
  if (part.action === 'end') return value.endsWith(part.value)
  return part.action === 'any' && value.includes(part.value)
}
