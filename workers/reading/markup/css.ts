/**
 * Determines which declarations in a page's style sheets apply to an element.
 *
 * Implements the cascade (CSS Cascading 4, 6); css-select matches selectors. No element is in a state such as `:hover`,
 * because no reader interacts with the page. A selector that cannot be parsed matches nothing, so in case of doubt text
 * is treated as visible. Fetches nothing.
 */
import { compile } from 'css-select'
import { parse, type Selector } from 'css-what'
import type { Element } from './page-tree.ts'

export type Declarations = Map<string, string>

type Rule = {
  fits: (element: Element) => boolean
  weight: number
  order: number
  declarations: Declarations
  important: Declarations
}

/**
 * A page's style sheets. Rules are indexed by the last part of their selectors, so that only a few are tested for each
 * element.
 */
export class StyleSheets {
  readonly #rules = new Map<string, Rule[]>()
  /** Variables that apply to the whole page (CSS Custom Properties 1, 2). */
  readonly variables: Declarations = new Map()
  #order = 0

  /** Adds the text in a `style` element. Skips rules that cannot be parsed, as browsers do. */
  add(css: string): void {
    for (const { prelude, body } of blocksOf(css.replace(/\/\*[^]*?(?:\*\/|$)/g, ''))) {
      if (prelude.startsWith('@')) {
        if (appliesOnScreen(prelude)) this.add(body)
      } else this.#addRule(prelude, body)
    }
  }

  /** Returns the declarations that apply to an element, including its own `style` attribute. */
  declarationsOf(element: Element): Declarations {
    const { name, attribs } = element
    const keys = [name, '*', ...classesOf(element).map((name) => `.${name}`), `#${attribs['id'] ?? ''}`]
    const matching = keys.flatMap((key) => this.#rules.get(key) ?? []).filter(({ fits }) => fits(element))
    matching.sort((one, other) => one.weight - other.weight || one.order - other.order)
    const own = readDeclarations(attribs['style'] ?? '')
    const layers = [...matching.map((rule) => rule.declarations), own.declarations]
    layers.push(...matching.map((rule) => rule.important), own.important)
    return new Map(layers.flatMap((layer) => [...layer]))
  }

  /** Adds a rule, and the rules nested in it (CSS Nesting 1). */
  #addRule(prelude: string, body: string): void {
    const nested = [...blocksOf(body)]
    const gaps = nested.map(({ start }, index) => body.slice(nested[index - 1]?.end ?? 0, start))
    this.#addDeclarations(prelude, [...gaps, body.slice(nested.at(-1)?.end ?? 0)].join(''))
    for (const inner of nested) {
      const isGroup = inner.prelude.startsWith('@')
      const selector = nestedIn(prelude, isGroup ? '&' : inner.prelude)
      if (selector.length <= nestedMax && (!isGroup || appliesOnScreen(inner.prelude)))
        this.#addRule(selector, inner.body)
    }
  }

  #addDeclarations(prelude: string, body: string): void {
    const { declarations, important } = readDeclarations(body)
    if (/(?:^|,)\s*(?::root|html)\s*(?:,|$)/i.test(prelude))
      for (const [name, value] of declarations) if (name.startsWith('--')) this.variables.set(name, value)
    for (const { key, weight, fits } of readSelectors(prelude)) {
      const rule = { fits, weight, order: (this.#order += 1), declarations, important }
      const alike = this.#rules.get(key)
      if (alike) alike.push(rule)
      else this.#rules.set(key, [rule])
    }
  }
}

/**
 * The maximum length of a nested selector. It also limits the depth, because a nested selector includes those of its
 * parents.
 */
const nestedMax = 1_000

function nestedIn(outer: string, inner: string): string {
  const selectors = inner.split(',').map((selector) => (selector.includes('&') ? selector : `& ${selector}`))
  return selectors.join().replaceAll('&', `:is(${outer})`)
}

type CssBlock = { prelude: string; body: string; start: number; end: number }

/** Yields the text before and inside each pair of braces, with the offset at which each begins and ends. */
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

/** Returns whether a rule applies on a wide screen in light mode, with reduced motion. */
function appliesOnScreen(prelude: string): boolean {
  return /^@(?:media|supports|layer)\b/i.test(prelude) && !/\bprint\b|\bspeech\b|\bnot\b|max-|dark/i.test(prelude)
}

/** In the `font` property (CSS Fonts 4, 3.7), the size precedes the line height and the family. */
const fontSize = /(?:^|\s)([\d.]+(?:[a-z]+|%)|0)(?=[\s/])/

function readDeclarations(body: string): { declarations: Declarations; important: Declarations } {
  const declarations: Declarations = new Map()
  const important: Declarations = new Map()
  for (const declaration of body.toLowerCase().split(';')) {
    const [, property, value = '', mark] = /^\s*([\w-]+)\s*:([^!]*)(!\s*important)?/.exec(declaration) ?? []
    if (!property) continue
    const layer = mark ? important : declarations
    layer.set(property, value.trim())
    const size = property === 'font' && fontSize.exec(value)?.[1]
    if (size) layer.set('font-size', size)
  }
  return { declarations, important }
}

/** Selectors 4, 7 to 10: states that no element has before a user interacts with the page. */
const states =
  'active focus focus-visible focus-within fullscreen hover modal popover-open target user-invalid user-valid'
const stateNames = states.split(' ')
/**
 * The pseudo-classes of CSS that css-select supports. css-select has others that browsers do not know, so selectors
 * with any other pseudo-class are ignored.
 */
const pseudoClasses = new Set([
  ...['is', 'where', 'not', 'has', 'root', 'empty', 'link', 'any-link', 'visited', 'lang', ...stateNames],
  ...['first', 'last', 'only'].flatMap((place) => [`${place}-child`, `${place}-of-type`]),
  ...['nth', 'nth-last'].flatMap((place) => [`${place}-child`, `${place}-of-type`]),
])
const options = { pseudos: Object.fromEntries(stateNames.map((name) => [name, () => false])) }

/** Returns those of a rule's selectors that can be parsed. `key` is explained at `keyOf`. */
function readSelectors(prelude: string): (Pick<Rule, 'fits' | 'weight'> & { key: string })[] {
  try {
    return parse(prelude).flatMap((selector) => {
      // The key and the weight must be computed before `compile`, which reorders the parts.
      const [key, weight] = [keyOf(selector), weightOf(selector)]
      return selector.every(isKnown) ? [{ key, weight, fits: compile<Element, Element>([selector], options) }] : []
    })
  } catch {
    return []
  }
}

function isKnown(part: Selector): boolean {
  if (part.type === 'pseudo')
    return pseudoClasses.has(part.name) && choicesOf(part).every((choice) => choice.every(isKnown))
  if (part.type === 'attribute') return part.action !== 'not'
  return !['parent', 'column-combinator', 'pseudo-element'].includes(part.type)
}

/** Returns the selectors in `:is()`, `:where()`, `:not()` and `:has()` (Selectors 4, 4). */
function choicesOf(part: Selector): Selector[][] {
  return part.type === 'pseudo' && Array.isArray(part.data) ? part.data : []
}

/**
 * Returns a selector's weight (Selectors 4, 17): ids have precedence over classes and attributes, which have precedence
 * over names.
 */
function weightOf(selector: Selector[]): number {
  return selector.map(weightOfPart).reduce((sum, weight) => sum + weight, 0)
}

function weightOfPart(part: Selector): number {
  if (part.type === 'attribute') return isId(part) ? 1e6 : 1e3
  if (part.type !== 'pseudo') return Number(part.type === 'tag')
  if (!Array.isArray(part.data)) return 1e3
  return part.name === 'where' ? 0 : Math.max(0, ...choicesOf(part).map(weightOf))
}

function isId(part: Selector): boolean {
  return part.type === 'attribute' && part.name === 'id' && part.action === 'equals'
}

const combinators = ['descendant', 'child', 'sibling', 'adjacent']

/** Returns the key under which a selector is indexed: an id, a class or a name in its last part, else `*`. */
function keyOf(selector: Selector[]): string {
  const last = selector.slice(selector.findLastIndex(({ type }) => combinators.includes(type)) + 1)
  const keys = last.map((part) => {
    if (part.type === 'tag') return part.name
    if (part.type !== 'attribute') return null
    return isId(part) ? `#${part.value}` : part.name === 'class' && part.action === 'element' ? `.${part.value}` : null
  })
  return keys.findLast((key) => key !== null) ?? '*'
}

function classesOf({ attribs }: Element): string[] {
  return (attribs['class'] ?? '').split(/\s+/).filter(Boolean)
}
