/**
 * Renders the guides and the changelog from Markdown to HTML.
 *
 * A guide takes its numbers and lists from the contract: `{x-rate-limits/tenantWindow/limit}` inserts a number, and
 * `{{buckets}}` and similar names insert lists that are built here, `{{example:CriteriaReply}}` an example of a schema.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked } from 'marked'
import { withNumbers, type Json } from '../numbers.ts'

/** A rendered text as HTML; `title` is its first heading, `text` the Markdown below it. */
export type Rendered = { title: string; html: string; text: string }
/** Guides by name, in reading order. */
export type Guides = Record<string, Rendered>

/** The parts of the contract that the tables show. */
type Document = {
  'x-rate-limits': { buckets: Record<string, { limit: number; windowSeconds: number }> }
  'x-quotas': Record<string, Record<string, number>>
  'x-retries': { webhooks: { waitsSeconds: number[] } }
  components: {
    schemas: {
      EventType: { 'x-extensible-enum': string[] }
      ScoringBatchRequest: { properties: { applications: { maxItems: number } } }
      CriterionDrafts: { maxItems: number }
    }
  }
}

const units: [name: string, size: number][] = [
  ['h', 3600],
  ['min', 60],
  ['s', 1],
]

function inUnits(seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? ['s', 1]
  return `${seconds / size} ${unit}`
}

const number = new Intl.NumberFormat('en-US')

const fillings: Record<string, (document: Document) => string> = {
  eventKinds: ({ components }) =>
    components.schemas.EventType['x-extensible-enum'].map((kind) => `\`${kind}\``).join(', '),
  batchMax: ({ components }) => String(components.schemas.ScoringBatchRequest.properties.applications.maxItems),
  criteriaMax: ({ components }) => String(components.schemas.CriterionDrafts.maxItems),
  webhookWaits: ({ 'x-retries': { webhooks } }) => webhooks.waitsSeconds.map(inUnits).join(', '),
  buckets: ({ 'x-rate-limits': { buckets } }) =>
    table(
      ['Bucket', 'Requests'],
      Object.entries(buckets).map(([name, { limit, windowSeconds }]) => [
        `\`${name}\``,
        `${number.format(limit)} in ${windowSeconds} s`,
      ]),
    ),
  quotas: ({ 'x-quotas': quotas }) =>
    table(
      ['Quota', ...Object.keys(quotas)],
      Object.keys(Object.values(quotas)[0] ?? {}).map((name) => [
        `\`${name}\``,
        ...Object.values(quotas).map((ofPlan) => number.format(ofPlan[name] as number)),
      ]),
    ),
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Renders the guides. @throws Error if a guide uses a placeholder that does not exist */
export function renderGuides(folder: string, document: object): Guides {
  const guides = readdirSync(join(folder, 'guides'))
    .sort((one, other) => parseInt(one) - parseInt(other))
    .map((file) => {
      const name = file.replace(/^\d+-|\.md$/g, '')
      const text = readFileSync(join(folder, 'guides', file), 'utf8')
      return [name, render(fill(text, document as Document, file))] as const
    })
  return Object.fromEntries(guides)
}

/** Renders the changelog. */
export function renderChangelog(folder: string): Rendered {
  return render(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'))
}

function fill(text: string, document: Document, file: string): string {
  const filled = text.replaceAll(/\{\{(example:)?(\w+)\}\}/g, (_, isExample: string | undefined, name: string) => {
    const made = isExample ? exampleOf(document, name) : fillings[name]?.(document)
    if (made === undefined)
      throw new Error(`spec/guides/${file} names {{${name}}}, which spec/pages/markdown.ts does not make`)
    return made
  })
  return withNumbers(filled, document as unknown as Json)
}

/** The first example of a schema, which `test/end-to-end/examples.test.ts` validates, as a block of JSON. */
function exampleOf({ components }: Document, name: string): string | undefined {
  const { examples: [example] = [] } = (components.schemas as Record<string, { examples?: unknown[] }>)[name] ?? {}
  return example === undefined ? undefined : `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``
}

function render(text: string): Rendered {
  const title = /^# (.+)$/m.exec(text)?.[1]
  if (!title) throw new Error('a page needs a heading of the first level')
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens)
        const id = inner
          .toLowerCase()
          .replaceAll(/<[^>]+>/g, '')
          .replaceAll(/[^a-z0-9]+/g, '-')
        return `<h${depth} id="${id}">${inner}</h${depth}>\n`
      },
    },
  })
  // A wide table or line scrolls within its own box, also on a phone. It can have the focus, so that the keyboard
  // scrolls it.
  const html = marked
    .parse(text, { async: false })
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
  return { title, html, text: text.replace(/^# .+\n+/, '') }
}
