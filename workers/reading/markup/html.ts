/**
 * Reads the visible text in an HTML page.
 *
 * Runs in the sandbox. Decides which text is hidden by tags and styles. Loads no resources and runs no scripts.
 */
import { type Declarations, StyleSheets } from './css.ts'
import { ownStyle } from './html-style.ts'
import { isShell } from './page-shell.ts'
import { type Node, parsePage, walkPage } from './page-tree.ts'
import { type Style, plainStyle, whyInvisible } from './visibility.ts'
import type { HiddenTally } from '../findings.ts'

/** Elements whose content is not part of the page's text. */
const hiddenElements = new Set(
  'head title script style noscript template iframe object svg textarea datalist audio video canvas'.split(' '),
)
const blocks = new Set(
  (
    'address article aside blockquote br caption center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol option p pre search section summary table tr ul'
  ).split(' '),
)
const cells = new Set(['td', 'th'])

/** Elements without content that break the line once. */
const breaks = new Set(['br', 'hr'])

/** How an element lays out its text: `pre` keeps white space, and `items` separates its children. */
type Place = { style: Style; variables: Declarations; pre: boolean; items: string; after: string }

/** Returns a page's visible text. The tally counts the hidden text. */
export function readHtml(source: string, tally: HiddenTally): string {
  return visibleText(parsePage(source), tally)
}

/** Like `readHtml`, but also returns whether the page may only lead to the resume, such as a sign-in page. */
export function readPage(source: string, tally: HiddenTally): { text: string; isShell: boolean } {
  const page = parsePage(source)
  return { text: visibleText(page, tally), isShell: isShell(page) }
}

function visibleText(page: Node[], tally: HiddenTally): string {
  const sheets = readStyleSheets(page)
  const style: Style = { ...plainStyle, ink: [0, 0, 0] }
  const places: Place[] = [{ style, variables: sheets.variables, pre: false, items: '', after: '' }]
  const written: string[] = []
  let hiddenDepth = 0
  walkPage(page, {
    open(element) {
      const { name } = element
      if (hiddenElements.has(name)) hiddenDepth += 1
      const around = places.at(-1)!
      const declared = sheets.declarationsOf(element)
      const variables = withOwn(around.variables, declared)
      const css = resolved(declared, variables)
      const edge = edgeOf(name, css) || around.items
      const own = { ...around.style, ...ownStyle(element, css, around.style) }
      const pre = name === 'pre' || keepsSpace(css.get('white-space'), around.pre)
      places.push({ style: own, variables, pre, items: itemsOf(css), after: breaks.has(name) ? '' : edge })
      if (edge !== ' ') written.push(edge)
    },
    text(text) {
      if (hiddenDepth > 0) return
      const { style, pre } = places.at(-1)!
      const invisible = whyInvisible(style)
      if (invisible) tally.add(invisible, text)
      else written.push(pre ? text : text.replace(/\s+/g, ' '))
    },
    close({ name }) {
      if (hiddenElements.has(name)) hiddenDepth -= 1
      written.push(places.pop()!.after)
    },
  })
  return written.join('')
}

/** Returns the white space between an element and the text around it. */
function edgeOf(name: string, css: Declarations): string {
  if (blocks.has(name)) return '\n'
  const display = css.get('display') ?? ''
  if (/^(?:block|flex|grid|table|table-row|list-item|flow-root)$/.test(display)) return '\n'
  return cells.has(name) || display === 'table-cell' ? ' ' : ''
}

/** Returns the white space between the items in a box. The items of a flex box are in a row by default. */
function itemsOf(css: Declarations): string {
  const display = css.get('display') ?? ''
  if (/grid$/.test(display)) return '\n'
  if (!/flex$/.test(display)) return ''
  return /^column/.test(css.get('flex-direction') ?? css.get('flex-flow') ?? '') ? '\n' : ' '
}

function keepsSpace(whiteSpace: string | undefined, around: boolean): boolean {
  return whiteSpace === undefined ? around : /^(?:pre|break-spaces)/.test(whiteSpace)
}

/** CSS Custom Properties 1, 2: an element inherits the variables of its parent. */
function withOwn(variables: Declarations, css: Declarations): Declarations {
  const own = [...css].filter(([name]) => name.startsWith('--'))
  return own.length === 0 ? variables : new Map([...variables, ...own])
}

/**
 * Variables can refer to each other at most `variablesDeepMax` times in a row, and a value has at most `valueUnitsMax`
 * units. Without these limits, cycles or thousands of references would never end.
 */
const [variablesDeepMax, valueUnitsMax] = [8, 256]

/**
 * Returns the declarations with their variables resolved. A declaration with an unknown variable is left out, because
 * an external style sheet may set it.
 */
function resolved(css: Declarations, variables: Declarations): Declarations {
  if (![...css.values()].some((value) => value.includes('var('))) return css
  const valueOf = (value: string): string => {
    for (let depth = 0; depth < variablesDeepMax && value.includes('var('); depth++) {
      if (value.length > valueUnitsMax) return ''
      value = value.replace(/var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g, (whole, name: string, fallback?: string) =>
        (variables.get(name) ?? fallback ?? whole).slice(0, valueUnitsMax).trim(),
      )
    }
    return value
  }
  return new Map([...css].map(([name, value]) => [name, name.startsWith('--') ? value : valueOf(value)]))
}

function readStyleSheets(page: Node[]): StyleSheets {
  const sheets = new StyleSheets()
  const written: string[] = []
  let isSheet = false
  walkPage(page, {
    open({ name }) {
      isSheet = name === 'style'
    },
    text(text) {
      if (isSheet) written.push(text)
    },
    close() {
      isSheet = false
    },
  })
  sheets.add(written.join(''))
  return sheets
}
