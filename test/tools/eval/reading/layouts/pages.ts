/** Web pages as resume builders, word processors and people write them. */
import { type Layout, linesOf, type Parts } from '../resume-parts.ts'

const page = (body: string, css = '') =>
  Buffer.from(
    `<!doctype html><html><head><meta charset="utf-8"><title>Not shown</title><style>${css}</style></head><body>${body}</body></html>`,
  )
const tag = (name: string, lines: string[], attributes = '') =>
  lines.map((line) => `<${name} ${attributes}>${line}</${name}>`).join('')
const each =
  (name: string, attributes = '') =>
  (parts: Parts) =>
    page(tag(name, linesOf(parts), attributes))
/** Returns a box for each part, without spaces between tags, as resume builders write them. */
const boxes = ({ head, side, main, foot }: Parts, name: string) =>
  Object.entries({ head, side, main, foot })
    .map(([part, lines]) => `<div class="${part}">${tag(name, lines, 'class="line"')}</div>`)
    .join('')

export const pageLayouts: Record<string, Layout> = {
  'spans that are blocks by a style sheet': {
    make: (parts) => page(boxes(parts, 'span'), '.line{display:block}body{display:grid;grid-template-columns:1fr 2fr}'),
  },
  'spans in a flexible box': {
    make: (parts) => page(boxes(parts, 'span'), 'body>div{display:flex;flex-direction:column}'),
  },
  'a table for the layout': {
    make: ({ head, side, main, foot }) =>
      page(
        `<table><caption>${head.join('<br>')}</caption><tr><td>${side.join('<br>')}<td>${main.join('<br/>')}<tr><td colspan=2>${foot.join('')}</table>`,
      ),
  },
  'tables in tables': {
    make: ({ head, side, main, foot }) => {
      const inner = `<table>${main.map((line) => `<tr><td>${line}</td></tr>`).join('')}</table>`
      return page(
        `<center>${tag('font', head)}</center><table><tr><td>${tag('p', side)}</td><td>${inner}</td></tr></table>${tag('small', foot)}`,
      )
    },
    order: (parts) => [parts.head.join(''), ...parts.side, ...parts.main, ...parts.foot],
  },
  'lists in lists': {
    make: ({ head, side, main, foot }) =>
      page(
        `${tag('h1', head)}<ul><li>${side[0]}<ol>${tag('li', side.slice(1))}</ol></li>${tag('li', main)}</ul>${tag('p', foot)}`,
      ),
  },
  'terms and descriptions': {
    make: (parts) =>
      page(
        `<dl>${linesOf(parts)
          .map((line, index) => (index % 2 ? `<dd>${line}` : `<dt>${line}`))
          .join('')}</dl>`,
      ),
  },
  'lines of a text': { make: (parts) => page(`<pre>${linesOf(parts).join('\n')}</pre>`) },
  'lines that a style keeps': {
    make: (parts) => page(`<div style="white-space: pre-line">${linesOf(parts).join('\n')}</div>`),
  },
  'sections that fold': {
    make: ({ head, side, main, foot }) =>
      page(
        `${tag('h1', head)}<details open><summary>${side[0]}</summary>${tag('div', side.slice(1))}</details><main>${tag('p', main)}</main>${tag('footer', foot)}`,
      ),
  },
  'pictures with titles': {
    make: (parts) =>
      page(
        linesOf(parts)
          .map((line) => `<p><svg viewBox="0 0 9 9"><title>Not shown</title><path d="M0 0h9"/></svg>${line}</p>`)
          .join(''),
      ),
  },
  'marks in every word': {
    make: (parts) =>
      page(
        linesOf(parts)
          .map((line) => `<p>${[...line].map((letter) => `<b>${letter}</b>`).join('<wbr>')}</p>`)
          .join(''),
      ),
  },
  'letters as entities': {
    make: (parts) =>
      page(
        tag(
          'p',
          linesOf(parts).map((line) => line.replace(/[^ ]/gu, (letter) => `&#${letter.codePointAt(0)};`)),
        ),
      ),
  },
  'right to left': { make: each('p', 'dir="rtl"') },
  'elements of one’s own': { make: (parts) => page(boxes(parts, 'resume-line'), 'resume-line{display:list-item}') },
  'saved by a word processor': {
    make: (parts) =>
      page(
        `<!--[if gte mso 9]><xml><w:WordDocument>Not shown</w:WordDocument></xml><![endif]--><div class=WordSection1>${linesOf(
          parts,
        )
          .map(
            (line) =>
              `<p class=MsoNormal><span style='font-size:11.0pt;mso-ansi-language:EN'>${line}<o:p></o:p></span></p>`,
          )
          .join('')}</div>`,
        '<!-- p.MsoNormal {margin:0cm; mso-style-parent:""; font-size:11.0pt} -->',
      ),
  },
  'colours by variables': {
    make: (parts) =>
      page(boxes(parts, 'p'), ':root{--ink:#fff;--paper:#102030}.side{background:var(--paper);color:var(--ink)}'),
  },
  'light letters on a dark page': {
    make: (parts) => page(boxes(parts, 'p'), 'body{background:#111 url(x.png) no-repeat;color:#fff}'),
  },
  'light letters on a gradient': {
    make: (parts) => page(boxes(parts, 'p'), '.side{background-image:linear-gradient(#123,#456);color:white}'),
  },
  'a page for paper too': {
    make: (parts) =>
      page(boxes(parts, 'p'), '@media print{.side{display:none}}@media (max-width:600px){.main{display:none}}'),
  },
  'negative margins of a grid': {
    make: (parts) => page(boxes(parts, 'p'), '.side{margin-left:-120px}.main{text-indent:-20px;padding-left:20px}'),
  },
  'boxes that fade in': {
    make: (parts) => page(boxes(parts, 'p'), '.main{opacity:0;animation:show 1s forwards}'),
  },
  'in an older encoding of its own': {
    make: (parts) => Buffer.from(`\ufeff<html><body>${tag('p', linesOf(parts))}</body></html>`, 'utf16le'),
  },
  'without the end of any tag': {
    make: (parts) =>
      page(
        linesOf(parts)
          .map((line) => `<p><b><i>${line}</i></b>`)
          .join(''),
      ),
  },
  'as XML': {
    make: (parts) =>
      Buffer.from(
        `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">\n<html xmlns="http://www.w3.org/1999/xhtml"><body>${tag('p', linesOf(parts))}</body></html>`,
      ),
  },
}
