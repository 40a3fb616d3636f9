/**
 * A job description taken apart into its statements.
 *
 * Owns reading the text: remnants of HTML and Markdown, headings, bullets, walls of text. What a statement
 * is worth is not decided here. Every pattern is linear: the text may be 50,000 characters of anything.
 */
import { readsAsInstruction } from '../../instructions.ts'
import { postingSectionOf, withHeadingLines, type PostingSection } from './sections.ts'
import { paragraphsOf, stretchesOf } from './sentences.ts'

/** One sentence or item, and what kind of heading it stands below. */
export type Statement = { text: string; section: PostingSection }

const sentenceLengthMax = 400 // a requirement that is longer is a paragraph without points

/** The statements of a job description in order; headings and what speaks to a machine left out. */
export function statementsIn(text: string): Statement[] {
  const plain = withHeadingLines(withBulletLines(plainText(text)))
  const headings = paragraphsOf(plain).map(({ start, end }) => postingSectionOf(plain.slice(start, end)))
  const statements: Statement[] = []
  let section: PostingSection = 'OTHER'
  let isBulleted = false
  for (const stretch of stretchesOf(plain, sentenceLengthMax)) {
    const heading = headings[stretch.paragraph]
    if (heading) {
      section = heading
      isBulleted = false
      continue
    }
    isBulleted ||= stretch.bullet
    // Plain text behind a list of requirements is about something else.
    const here = isBulleted && !stretch.bullet ? 'OTHER' : section
    const sentence = plain.slice(stretch.start, stretch.end)
    for (const part of sentence.split(/;\s+/)) {
      const statement = unmarked(part)
      if (!/[\p{L}\p{N}]/u.test(statement) || readsAsInstruction(statement)) continue
      statements.push({ text: statement, section: here })
    }
  }
  return statements
}

const dashesMin = 3 // one or two are punctuation

const entities = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", rsquo: '’' },
    ...{ nbsp: ' ', bull: '•', ndash: '–', mdash: '—' },
  }),
)

/** The text of what may be HTML: blocks become lines, items bullets, headings Markdown headings. */
function plainText(text: string): string {
  return text
    .replace(/<h[1-6][^<>]{0,300}>/gi, '\n# ')
    .replace(/<li[^<>]{0,300}>/gi, '\n- ')
    .replace(/<(?:br|\/?p|\/?div|\/?ul|\/?ol|\/li|\/?tr|\/h[1-6])(?:\s[^<>]{0,300})?\/?>/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,300}>/gi, ' ')
    .replace(/&(#?\w{1,8});/g, (entity, name: string) => entities.get(name.toLowerCase()) ?? entity)
}

/** Bullets inside a line begin lines of their own; dashes do when a line has several. */
function withBulletLines(text: string): string {
  const bulleted = text.replace(/[•●▪◦‣·►✓✔✅➢➤]\s*/gu, '\n• ')
  return bulleted.split('\n').map(withDashLines).join('\n')
}

function withDashLines(line: string): string {
  const dash = /\s[-–*]\s(?=\p{Lu}|\d)/gu
  return (line.match(dash)?.length ?? 0) >= dashesMin ? line.replace(dash, '\n- ') : line
}

/** Without Markdown, enumeration and doubled white space. */
function unmarked(text: string): string {
  return text
    .replace(/\[([^[\]]{1,200})\]\([^()\s]{1,500}\)/g, '$1')
    .replace(/\*\*|__|`/g, '')
    .replace(/^[\s#>|*–—-]+/, '')
    .replace(/^\(?(?:\d{1,2}|[a-z])[.)]\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}
