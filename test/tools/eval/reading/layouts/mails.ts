/** E-mail messages in which people send resumes. */
import { makeMail } from '../../../samples/mails.ts'
import { makeDoc, makeRtf } from '../../../samples/legacy.ts'
import { encodeText, makeDocx, makeOdt } from '../../../samples/resumes.ts'
import { type Layout, linesOf, type Parts } from '../resume-parts.ts'

const attached = ['Content-Disposition: attachment; filename="=?utf-8?B?0YA=?="']
const letter = { type: 'text/plain', content: 'Please find my resume attached.' }
const textOf = (parts: Parts) => linesOf(parts).join('\r\n')

/** Returns the bytes in quoted-printable encoding (`=XX`; RFC 2045, 6.7). */
const quoted = (bytes: Buffer) =>
  [...bytes]
    .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
    .replace(/.{72}/g, '$&=\r\n')
const head = 'From: a@b.example\r\nTo: c@d.example\r\nSubject: Application\r\nMIME-Version: 1.0\r\n'
const mail = (headers: string, body: string) => Buffer.from(`${head}${headers}\r\n\r\n${body}`)

const attaching = (make: (parts: Parts) => Buffer | Promise<Buffer>): Layout => ({
  make: async (parts) =>
    makeMail([letter, { type: 'application/octet-stream', content: await make(parts), headers: attached }]),
})

export const mailLayouts: Record<string, Layout> = {
  'a Word document': attaching((parts) => makeDocx(linesOf(parts))),
  'an OpenDocument text': attaching((parts) =>
    makeOdt(
      linesOf(parts)
        .map((line) => `<text:p>${line}</text:p>`)
        .join(''),
    ),
  ),
  'a Word 97 document': attaching((parts) => makeDoc([{ text: `${linesOf(parts).join('\r')}\r` }])),
  'rich text': attaching((parts) =>
    makeRtf(
      linesOf(parts)
        .map((line) => `{\\uc0 ${line.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0)} `)}}\\par `)
        .join(''),
    ),
  ),
  'a page': attaching((parts) =>
    Buffer.from(`<!doctype html><meta charset=utf-8><p>${linesOf(parts).join('</p><p>')}</p>`),
  ),
  'a text': attaching((parts) => Buffer.from(textOf(parts))),
  'a mail that was sent on': {
    make: (parts) =>
      makeMail([
        { type: 'message/rfc822', content: makeMail([{ type: 'text/plain; charset=utf-8', content: textOf(parts) }]) },
      ]),
  },
  'in its body, quoted': {
    make: (parts) =>
      mail(
        'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable',
        quoted(Buffer.from(textOf(parts))),
      ),
  },
  'in its body, as eight bits': {
    make: (parts) =>
      mail('Content-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: 8bit', textOf(parts)),
  },
  'in its page, beside a text that says less': {
    make: (parts) => {
      const page = `<html><body><div>${linesOf(parts).join('</div><div>')}</div></body></html>`
      const part = (type: string, content: string) =>
        `--b\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${content}\r\n`
      return mail(
        'Content-Type: multipart/alternative; boundary=b',
        `${part('text/plain', 'See the page.')}${part('text/html', page)}--b--`,
      )
    },
  },
  'in parts of parts': {
    make: (parts) =>
      mail(
        'Content-Type: multipart/signed; boundary=a',
        `--a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: multipart/related; boundary=c\r\n\r\n` +
          `--c\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(textOf(parts)).toString('base64')}\r\n--c--\r\n--b--\r\n--a--`,
      ),
  },
  'from a mailbox’s file': {
    make: (parts) =>
      Buffer.concat([
        Buffer.from('From a@b.example Mon Nov  2 10:00:00 2026\n'),
        mail('Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit', textOf(parts)),
      ]),
  },
  'a saved page': {
    make: (parts) =>
      Buffer.from(
        `From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.com/\r\nSubject: x\r\nMIME-Version: 1.0\r\n` +
          `Content-Type: multipart/related; type="text/html"; boundary="p"\r\n\r\n--p\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n` +
          `Content-Location: https://example.com/\r\n\r\n${quoted(Buffer.from(`<!doctype html><meta charset="utf-8"><p>${linesOf(parts).join('</p><p>')}</p>`))}\r\n` +
          `--p\r\nContent-Type: text/css\r\n\r\np { color: red }\r\n--p--`,
      ),
  },
}

const charsets: Record<string, string> = {
  Russian: 'koi8-r',
  Chinese: 'gb2312',
  Hebrew: 'windows-1255',
  Arabic: 'windows-1256',
}

/** Returns a message whose text is in the usual encoding for its language. */
export function inCharset(parts: Parts): Buffer {
  const charset = charsets[parts.language]!
  const type = `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: quoted-printable`
  return mail(type, quoted(encodeText(textOf(parts), charset)))
}
