/**
 * Converts texts from applicant-tracking systems to plain text. They send HTML, escaped HTML, text with entities,
 * Markdown, or a mixture.
 *
 * Blocks become lines, list items get a dash, and headings get a number sign, as in Markdown. Text without markup is
 * unchanged, and so is text that only looks like markup: "C++ <vector>", "R&D", "under <5 ms". Executes and fetches
 * nothing, and every pattern runs in linear time.
 */
import { Parser } from 'htmlparser2'
import { withoutMarkdown } from './markdown.ts'
import { plainLetters } from './plain-letters.ts'

/** The maximum number of layers to decode: HTML may have been escaped twice, and its entities, too. */
const layersMax = 4

/** Returns the text that a reader sees when the description, question or answer is rendered. */
export function plainTextOf(given: string): string {
  return withoutMarkdown(plainLetters(withoutHtml(withLineEnds(given)).replace(shapeless, '')).text)
}

/** Returns the text of a title or question on a single line. */
export function plainLineOf(given: string): string {
  const plain = plainTextOf(given)
  return plain === given ? given : plain.replace(/^[-#] |\s*\n\s*(?:[-#] )?/gm, ' ').trim()
}

/**
 * Converts HTML, escaped HTML and entities to text. A text without them is returned unchanged, including spaces and
 * line ends.
 */
export function withoutHtml(given: string): string {
  let text = given
  for (let layer = 0; layer < layersMax; layer++) {
    if ((layer === 0 ? marked : escaped).test(text)) text = textOfHtml(text)
    else if (entity.test(text)) text = decoded(text)
  }
  return text
}

/** Soft hyphens, and invisible characters that break or join words. */
const shapeless = /[\u00ad\u200b\u2060\ufeff]/g

/** Restores line ends that were escaped, because JSON was encoded twice: each is then two characters. */
function withLineEnds(text: string): string {
  const isOneLine = !text.includes('\n') && (text.match(/\\n/g)?.length ?? 0) > 1
  return (isOneLine ? text.replace(/(?:\\r)?\\n/g, '\n') : text).replace(/\r\n?/g, '\n')
}

// ── elements ───────────────────────────────────────────────────────────────────────────────────────

const blocks = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary table ' +
    'tbody tfoot thead tr ul'
  ).split(' '),
)
/** Elements whose content is not part of the text, or was struck out. */
const unread = new Set(
  'audio canvas datalist del iframe math noscript object s script strike style svg template textarea title video xml'.split(
    ' ',
  ),
)
const inline =
  'a abbr acronym area b base basefont bdi bdo big button cite code col colgroup data dfn em embed font head i img input ' +
  'ins kbd label link map mark meta meter optgroup option output picture progress q rp rt ruby samp select small source ' +
  'span strong sub sup td th time track tt u var wbr'
/** The names of all tags, including Word's own, such as `o:p`. */
const names = [...blocks, ...unread, ...inline.split(' '), '[a-z]\\w{0,9}:[a-z]\\w*'].join('|')
const tag = String.raw`\/?(?:${names})(?=[\s>\/])[^<>]*>`
const declaration = '!--|!\\[|!doctype|\\?xml'

const marked = new RegExp(`<(?:${tag}|${declaration})|&(?:#\\d|#x[\\da-f]|[a-z]{2})`, 'i')
/**
 * Matches escaped HTML: it has a block or a break, followed by another tag. Text that is only about HTML mentions
 * single tags.
 */
const escaped = /<(?:\/(?:p|div|li|ul|ol|h[1-6]|table|section)|br\s?\/?)>[^]*<\/?[a-z]/i
const laidOut = new RegExp(`<\\/?(?:${[...blocks].join('|')})(?=[\\s>\\/])`, 'i')

// ── HTML ───────────────────────────────────────────────────────────────────────────────────────────

type Open = { name: string; unread: boolean; pre: boolean }

/** Returns the text in one layer of HTML. Without blocks or breaks, the source's own line ends are kept. */
function textOfHtml(source: string): string {
  const isLaidOut = laidOut.test(source)
  const open: Open[] = [{ name: '', unread: false, pre: !isLaidOut }]
  let text = ''
  const breakLine = (): void => {
    if (!/(?:^|\n)(?:[-#] )?$/.test(text.slice(-3))) text += '\n'
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      const around = open.at(-1)!
      const bullet = isWordBullet(attributes)
      open.push({
        name,
        unread: around.unread || bullet || isUnread(name, attributes),
        pre: around.pre || name === 'pre',
      })
      if (around.unread) return
      if (blocks.has(name)) breakLine()
      if (name === 'li' || bullet) text += '- '
      else if (/^h[1-6]$/.test(name)) text += '# '
      else if (name === 'td' || name === 'th') text += ' '
    },
    ontext(words) {
      const { unread, pre } = open.at(-1)!
      if (unread) return
      const flowing = pre ? words : flowed(words)
      const isGap = !pre && /(?:^|\s)$/.test(text.slice(-1))
      text += isGap ? flowing.replace(text.endsWith('\n') ? /^[\n ]+/ : /^ +/, '') : flowing
    },
    onclosetag(name) {
      if (open.length > 1 && !open.pop()!.unread && blocks.has(name)) breakLine()
    },
  })
  parser.end(withoutLooseMarks(source))
  return text
}

function isUnread(name: string, { style = '', hidden }: Record<string, string>): boolean {
  return unread.has(name) || hidden !== undefined || /display\s*:\s*none|mso-hide\s*:\s*all/i.test(style)
}

/** Returns whether a style marks a bullet that Word pastes as text for programs without lists. */
const isWordBullet = ({ style = '' }: Record<string, string>): boolean => /mso-list\s*:\s*ignore/i.test(style)

/**
 * Collapses white space as HTML does, but keeps empty lines and line breaks before bullets, because the author intended
 * them.
 */
function flowed(words: string): string {
  return words.replace(/\s+(?:[-–•*·]\s)?/g, (gap) => {
    const isMeant = /\n\s*\n/.test(gap) || /\n\s*[-–•*·]\s$/.test(gap)
    return (isMeant ? '\n' : ' ') + gap.trim() + (gap.trim() === '' ? '' : ' ')
  })
}

const looseMark = new RegExp(`<(?!${tag}|${declaration})`, 'gi')
const unreadTag = new RegExp(`<(${[...unread].join('|')})(?=[\\s>\\/])`, 'gi')

/**
 * Returns the source with each stray `<` escaped. A `<` is stray if it starts no element, or a comment or script
 * without an end, which would remove everything after it.
 */
function withoutLooseMarks(source: string): string {
  const lower = source.toLowerCase()
  const lastEnds = new Map(Array.from(unread, (name) => [name, lower.lastIndexOf(`</${name}`)]))
  const lastComment = source.lastIndexOf('-->')
  return source
    .replace(unreadTag, (mark, name: string, at: number) =>
      at < lastEnds.get(name.toLowerCase())! ? mark : `&lt;${mark.slice(1)}`,
    )
    .replace(/<!\[CDATA\[|\]\]>/gi, '')
    .replace(/<!--/g, (mark, at: number) => (at < lastComment ? mark : '&lt;!--'))
    .replace(looseMark, '&lt;')
}

// ── entities ───────────────────────────────────────────────────────────────────────────────────────

/** Matches an entity. One that remains after decoding was escaped twice. */
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,31}\d{0,2});/i

function decoded(source: string): string {
  let text = ''
  const parser = new Parser({ ontext: (words) => (text += words) })
  parser.end(source.replaceAll('<', '&lt;'))
  return text
}
