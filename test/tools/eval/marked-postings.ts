/**
 * Adds the markup of three kinds of applicant-tracking systems to the labelled postings. Markup must not change
 * criteria, so the figures should equal those for the plain text.
 */
import { bulletMark } from '../../../workers/language/sentences.ts'

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Replaces every character with an entity, alternating between decimal and hexadecimal. */
function withEntities(line: string): string {
  return line.replace(/[^\p{L}\p{N}\s.,:;()-]/gu, (sign, at: number) => {
    const code = sign.codePointAt(0)!
    return at % 2 === 0 ? `&#${code};` : `&#x${code.toString(16)};`
  })
}

type Marks = { item: (words: string) => string; line: (words: string) => string; around: (blocks: string) => string }

function marked(text: string, { item, line, around }: Marks): string {
  const lines = text.split('\n').filter((one) => one.trim() !== '')
  // A text with Markdown headings or tables is left unchanged.
  if (lines.some((one) => /^\s*[#|<]/.test(one))) return text
  const blocks = lines.map((one) => {
    const words = withEntities(one.replace(bulletMark, '').trim())
    return /^\s*[-–—*•●▪◦‣·]/u.test(one) ? item(words) : line(withEntities(one.trim()))
  })
  return around(blocks.join('\n'))
}

const html: Marks = {
  item: (words) => `<ul><li style="font-weight: 400"><p><span>${words}</span></p></li></ul>`,
  line: (words) => `<p>${words}</p>`,
  around: (blocks) => `<style>li { margin: 0 }</style><div>${blocks}</div><!-- end -->`,
}
const word: Marks = {
  item: (words) =>
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>` +
    `&nbsp;&nbsp;</span></span><![endif]>${words}<o:p></o:p></p>`,
  line: (words) => `<p class=MsoNormal><span lang=EN-GB>${words}</span><o:p></o:p></p>`,
  around: (blocks) => `<!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]-->${blocks}`,
}

/** Functions that each add one kind of markup to a plain text. */
export const markings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  HTML: (text) => marked(text, html),
  'escaped HTML': (text) => escape(marked(text, html)),
  "Word's paste": (text) => marked(text, word),
}
