/** Ways to hide text in an HTML page, an e-mail message and a plain text file. */
import { makeMail } from '../../../samples/mails.ts'
import { secret } from '../entry.ts'
import { english, linesOf } from '../resume-parts.ts'
import type { Trick, Tricks } from './tricks.ts'

const lines = linesOf(english)
const visible = lines.map((line) => `<p>${line}</p>`).join('\n')
const page = (css: string, extra: string, head = '') =>
  Buffer.from(
    `<!doctype html><html><head><meta charset="utf-8">${head}<style>${css}</style></head><body>${visible}${extra}</body></html>`,
  )
const extra = (html: string): Trick => ({ make: () => page('', html) })
const element = (attributes: string): Trick => extra(`<div ${attributes}>${secret}</div>`)
const inline = (style: string): Trick => element(`style="${style}"`)
const sheet = (css: string, html = `<div class="x">${secret}</div>`): Trick => ({ make: () => page(css, html) })
const tiny = (trick: Trick): Trick => ({ ...trick, flag: 'TINY_TEXT' })
const silent = (trick: Trick): Trick => ({ ...trick, flag: null })
const each = (styles: string[], of: (style: string) => Trick): Tricks =>
  Object.fromEntries(styles.map((style) => [style, of(style)]))

export const pageTricks: Tricks = {
  ...each(
    [
      'display:none',
      'visibility:hidden',
      'visibility: hidden !important',
      'opacity:0',
      'opacity: 0%',
      'filter:opacity(0)',
      'color:#fff',
      'color:white;background:#fff',
      'color: rgb(255 255 255)',
      'color:hsl(0, 0%, 100%)',
      'color:transparent',
      'color:rgba(0,0,0,0)',
      'color:#00000000',
      'color:#0000',
      '-webkit-text-fill-color:transparent',
      'color:#123456;background-color:#123456',
      'position:absolute;left:-9999px',
      'position:absolute;top:-100em',
      'position:fixed;right:-300vw',
      'text-indent:-9999px',
      'text-indent:-999em',
      'margin-left:-3000px',
      'transform:translateX(-9999px)',
      'transform:scale(0)',
      'transform:scale3d(0,0,0)',
      'transform:matrix(0,0,0,0,0,0)',
      'transform:rotateY(90deg)',
      'scale:0',
      'translate:-9999px',
      'position:absolute;inset:-9999px auto auto auto',
      'clip-path:ellipse(0 0)',
      'clip:rect(0 0 0 0);position:absolute',
      'clip:rect(1px,1px,1px,1px)',
      'clip-path:inset(50%)',
      'clip-path:circle(0)',
      'height:0;overflow:hidden',
      'max-height:0;overflow:hidden',
      'width:1px;height:1px;overflow:hidden',
      'content-visibility:hidden',
    ],
    inline,
  ),
  ...each(
    [
      'font-size:0',
      'font-size:1px',
      'font-size:0.01em',
      'font-size:1%',
      'font:0/0 a',
      'font: 1px/1.2 Arial',
      'zoom:0.01',
    ],
    (style) => tiny(inline(style)),
  ),
  'a closed popover': element('popover'),
  'what stands for browsers without ruby': extra(`<ruby><rp>${secret}</rp></ruby>`),
  'a hidden element': element('hidden'),
  'white text by a tag of old': extra(`<font color="#FFFFFF">${secret}</font>`),
  'white text on a white cell': extra(`<table><td bgcolor="white"><font color="white">${secret}</font></td></table>`),
  'the smallest text by a tag in tiny text': tiny(extra(`<div style="font-size:2px"><small>${secret}</small></div>`)),
  'a class': sheet('.x{display:none}'),
  'an id': sheet('#x{color:#fff}', `<p id="x">${secret}</p>`),
  'two classes at once': sheet('.a.b{visibility:hidden}', `<p class="a b">${secret}</p>`),
  'a descendant': sheet('section p span{opacity:0}', `<section><p><span>${secret}</span></p></section>`),
  'a child': tiny(sheet('div > em{font-size:0}', `<div><em>${secret}</em></div>`)),
  'an attribute': sheet('[data-x="1"]{display:none}', `<p data-x="1">${secret}</p>`),
  'what follows a line': sheet('p + .x{display:none}'),
  'what comes after lines': sheet('p ~ .x{visibility:hidden}'),
  'the last element': sheet('body > :last-child{color:#fff}'),
  'an element by its number': sheet(`body > :nth-child(${lines.length + 1}){display:none}`),
  'an element by its number from the end': sheet('body > :nth-last-child(1){opacity:0}'),
  'the first of its kind': tiny(sheet('div:first-of-type{font-size:1px}')),
  'the only element in another': sheet('.x > :only-child{display:none}', `<div class="x"><b>${secret}</b></div>`),
  'what holds an element': sheet('div:has(b){display:none}', `<div><b>${secret}</b></div>`),
  'what an element follows': sheet('div:has(+ hr){display:none}', `<div>${secret}</div><hr>`),
  'what is not empty': sheet('div:not(:empty){display:none}'),
  'what nobody points at': sheet('.x:not(:hover){display:none}'),
  'a list of selectors': sheet('h6, .x , h5{display:none}'),
  'a rule for the screen': sheet('@media screen{.x{display:none}}'),
  'a rule in two conditions': sheet('@media screen{@supports (display:grid){.x{display:none}}}'),
  'a later rule': sheet('.x{display:block}.x{display:none}'),
  'a rule that is important': sheet('.x{display:none!important}', `<p class="x" style="display:block">${secret}</p>`),
  'a variable': sheet(':root{--ink:#fff}.x{color:var(--ink)}'),
  'the colour of the page': sheet('body{background:#222;color:#eee}.x{color:#222}'),
  'a comment within a rule': sheet('.x{dis/**/play:none;display/* */:/* */none}'),
  'capitals in a rule': sheet('.x{DISPLAY:NONE}'),
  'what is within something hidden': extra(`<div style="display:none"><p style="display:block">${secret}</p></div>`),
  'a closed dialogue': extra(`<dialog>${secret}</dialog>`),
  'zero-width characters': {
    flag: 'INVISIBLE_CHARACTERS',
    make: () => Buffer.from(page('', '').toString().replace('Kubernetes', 'Kuber&#8203;netes')),
  },
  'characters of another direction': {
    flag: 'INVISIBLE_CHARACTERS',
    make: () => Buffer.from(page('', '').toString().replace('Kubernetes', '&#x202e;Kubernetes&#x202c;')),
  },
  'a comment': silent(extra(`<!-- ${secret} -->`)),
  'a script': silent(extra(`<script>document.title = "${secret}"</script>`)),
  'a template': silent(extra(`<template>${secret}</template>`)),
  'a title': {
    flag: null,
    make: () => page('', '', `<title>${secret}</title><meta name="description" content="${secret}">`),
  },
  'a picture’s description': silent(extra(`<img alt="${secret}" title="${secret}" src="data:,">`)),
  'a hidden field': silent(extra(`<input type="hidden" value="${secret}">`)),
  'what stands for scripts that do not run': silent(extra(`<noscript>${secret}</noscript>`)),
}

const letter = (type: string, content: string) => ({ type: `${type}; charset=utf-8`, content })

export const mailTricks: Tricks = {
  'a preview that its page hides': {
    make: () => makeMail([letter('text/html', `<div style="display:none;max-height:0">${secret}</div>${visible}`)]),
  },
  'white text in an attached page': {
    make: () =>
      makeMail([
        letter('text/plain', 'See the attachment.'),
        {
          type: 'application/octet-stream',
          content: page('', `<p style="color:#fff">${secret}</p>`),
          headers: ['Content-Disposition: attachment'],
        },
      ]),
  },
  headers: {
    flag: null,
    make: () =>
      makeMail(
        [letter('text/plain', lines.join('\n'))],
        [`From: ${secret} <a@b.example>`, `X-Note: ${secret}`, 'To: <c@d.example>'],
      ),
  },
  'a text that differs from its page': {
    flag: null,
    make: () =>
      Buffer.from(
        `From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n` +
          `${secret}\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body>${visible}</body></html>\r\n--b--`,
      ),
  },
  'a file’s name': {
    flag: null,
    make: () =>
      makeMail([
        {
          type: 'text/plain',
          content: lines.join('\n'),
          headers: [`Content-Disposition: attachment; filename="${secret}"`],
        },
      ]),
  },
}

const tags = [...'hire'].map((sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join('')
const text = (mark: string): Trick => ({
  flag: 'INVISIBLE_CHARACTERS',
  make: () => Buffer.from(lines.join('\n').replace('Kubernetes', `Kuber${mark}netes`)),
})

export const textTricks: Tricks = {
  'zero-width spaces': text('\u200b'),
  'word joiners': text('\u2060'),
  'zero-width joiners': text('\u200d'),
  'invisible operators': text('\u2063'),
  'tag characters': text(tags),
  'an override of the direction': text('\u202e'),
  'isolates in text that runs left to right': text('\u2067\u2069'),
  'runs of variation selectors': text('\ufe01\ufe02\ufe03'),
  'a byte order mark within a word': text('\ufeff'),
  'the separator of Mongolian vowels': text('\u180e'),
}
