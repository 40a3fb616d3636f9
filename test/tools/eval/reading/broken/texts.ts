/** HTML pages, Rich Text files, e-mail messages and other bytes that harm their readers. */
import { gzipSync } from 'node:zlib'
import { makeDoc, makeOle, makeRtf } from '../../../samples/legacy.ts'
import { makeMail } from '../../../samples/mails.ts'
import { linesPdf, makeDocx, makeZip, resumeLines } from '../../../samples/resumes.ts'
import { type BrokenFiles, noise } from './broken.ts'

const visible = resumeLines.map((line) => `<p>${line}</p>`).join('')
const page =
  (body: string, css = '') =>
  () =>
    Buffer.from(`<!doctype html><style>${css}</style>${visible}${body}`)
const bytes = (text: string) => () => Buffer.from(text, 'latin1')

export const brokenPages: BrokenFiles = {
  'two thousand boxes in boxes': ['read', page(`${'<div>'.repeat(2_000)}deep`)],
  'a comment without end': ['read', page('<!-- and so on')],
  'a script without end': ['read', page('<script>and so on')],
  'a tag without end': ['read', page(`<p ${'x '.repeat(1_000)}`)],
  'an attribute of a megabyte': ['read', page(`<p title="${'x'.repeat(1_000_000)}">y</p>`)],
  'ten thousand rules': [
    'read',
    page('', Array.from({ length: 10_000 }, (_, n) => `.a${n} .b${n}{color:red}`).join('')),
  ],
  'a selector of a thousand steps': ['read', page('<b>x</b>', `${'p '.repeat(1_000)}{display:none}`)],
  'braces in braces': ['read', page('', '@media screen{'.repeat(2_000))],
  'variables in variables': [
    'read',
    page(
      '<p class="x">y</p>',
      `:root{${Array.from({ length: 20 }, (_, n) => `--v${n}:${`var(--v${n + 1}) `.repeat(50)}`).join(';')}}.x{color:var(--v0)}`,
    ),
  ],
  'a variable that is itself': ['read', page('<p class="x">y</p>', '.x{--a:var(--a);color:var(--a)}')],
  'entities that nobody knows': ['read', page('&nosuch;'.repeat(10_000))],
  'a page of no text': ['RESUME_EMPTY', bytes('<!doctype html><html><body><img src="x.png"></body></html>')],
  'a page of zeros': ['RESUME_CONVERSION_FAILED', bytes(`<!doctype html>${'\0'.repeat(10_000)}`)],
  'an archive behind a page': [
    ['read', 'RESUME_CONVERSION_FAILED'],
    async () => Buffer.concat([page('')(), await makeDocx()]),
  ],
}

const lines = resumeLines.map((line) => `${line}\\par\n`).join('')

export const brokenRichTexts: BrokenFiles = {
  'a hundred thousand groups': ['RESUME_CORRUPTED', () => makeRtf('{'.repeat(100_000))],
  'ends of groups without beginnings': ['read', () => makeRtf(`${lines}${'}'.repeat(10_000)}`)],
  'no text': ['RESUME_EMPTY', () => makeRtf('')],
  'its first words alone': ['RESUME_EMPTY', bytes('{\\rtf1')],
  'cut off': ['read', () => makeRtf(lines).subarray(0, -3)],
  'binary without end': ['read', () => makeRtf(`${lines}\\bin2147483647 x`)],
  'binary of a negative length': ['read', () => makeRtf(`${lines}\\bin-2147483648 x`)],
  'numbers that are too large': ['read', () => makeRtf(`${lines}\\u99999999999 \\fs-99999 \\cf99999 \\f99999 x`)],
  'a control word of a megabyte': ['read', () => makeRtf(`${lines}\\${'a'.repeat(1_000_000)}`)],
  'fallbacks without end': ['read', () => makeRtf(`${lines}\\uc2147483647\\u65 x`)],
  'halves of letters': ['read', () => makeRtf(`${lines}\\u-10179?\\u-10179?\\'`)],
  noise: [
    ['read', 'RESUME_EMPTY', 'RESUME_CONVERSION_FAILED'],
    () => Buffer.concat([Buffer.from('{\\rtf1 '), noise(20_000)]),
  ],
}

const sectors = (change: (doc: Buffer) => void) => () => {
  const doc = makeDoc()
  change(doc)
  return doc
}

export const brokenOldWord: BrokenFiles = {
  'a document behind a password': ['RESUME_ENCRYPTED', () => makeDoc(undefined, { flags: 0x0100 })],
  'a document of Word 95': ['RESUME_CONVERSION_FAILED', () => makeDoc(undefined, { mark: 0xa5dc })],
  'a new document behind a password': ['RESUME_ENCRYPTED', () => makeOle({ EncryptedPackage: noise(5_000) })],
  'a spreadsheet': ['RESUME_CONVERSION_FAILED', () => makeOle({ Workbook: noise(5_000) })],
  'a mail of Outlook': ['RESUME_CONVERSION_FAILED', () => makeOle({ '__properties_version1.0': noise(5_000) })],
  'cut off': ['RESUME_CORRUPTED', () => makeDoc().subarray(0, 2_500)],
  'a mark and nothing more': ['RESUME_CONVERSION_FAILED', () => Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  'sectors of a gigabyte': ['RESUME_CORRUPTED', sectors((doc) => void doc.writeUInt16LE(30, 0x1e))],
  'a directory beyond the file': ['RESUME_CORRUPTED', sectors((doc) => void doc.writeUInt32LE(0x7ffffff0, 0x30))],
  'sectors that go round in a circle': [['RESUME_CORRUPTED', 'read'], sectors((doc) => void doc.fill(0, 0x4c, 0x200))],
  'a head of zeros': ['RESUME_CORRUPTED', () => makeOle({ WordDocument: Buffer.alloc(5_000) })],
  'noise within': ['RESUME_CORRUPTED', () => makeOle({ WordDocument: noise(5_000), '1Table': noise(5_000) })],
}

const attached = ['Content-Disposition: attachment']
const attachment = (content: Buffer) => ({ type: 'application/octet-stream', content, headers: attached })
const letter = { type: 'text/plain; charset=utf-8', content: resumeLines.join('\n') }
const within = (content: Buffer) => makeMail([attachment(content)])
const head = 'From: a@b.example\r\nMIME-Version: 1.0\r\n'

export const brokenMails: BrokenFiles = {
  'a mail in mails in mails': ['RESUME_CONVERSION_FAILED', () => within(within(makeMail([letter])))],
  'parts in parts without end': [
    'RESUME_CORRUPTED',
    bytes(
      head +
        Array.from(
          { length: 500 },
          (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
        ).join(''),
    ),
  ],
  'a megabyte of headers': ['RESUME_CORRUPTED', bytes(`${head}${'X-A: b\r\n'.repeat(130_000)}\r\nx`)],
  'no body': ['RESUME_EMPTY', bytes(`${head}Content-Type: text/plain\r\n\r\n`)],
  'a part without an end': [
    'read',
    bytes(`${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${resumeLines.join('\r\n')}`),
  ],
  'a locked attachment': [
    'RESUME_ENCRYPTED',
    async () => makeMail([letter, attachment(await linesPdf(resumeLines, { userPassword: 'x' }))]),
  ],
  'an attachment that is cut off': ['RESUME_CORRUPTED', async () => within((await makeDocx()).subarray(0, 500))],
  'an attached program': [
    'read',
    () => makeMail([letter, attachment(Buffer.concat([Buffer.from('MZ'), noise(5_000)]))]),
  ],
  'an attached archive': ['read', async () => makeMail([letter, attachment(await makeZip({ 'a.txt': 'x' }))])],
  'a hundred attachments': [
    'read',
    () => makeMail(Array.from({ length: 100 }, () => attachment(Buffer.from(resumeLines.join('\n'))))),
  ],
  'an encoding that nobody knows': [
    'read',
    bytes(`${head}Content-Type: text/plain; charset=nosuch\r\n\r\n${resumeLines.join('\r\n')}`),
  ],
  'letters that are no base64': [
    ['read', 'RESUME_EMPTY', 'RESUME_CONVERSION_FAILED'],
    bytes(`${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${'!?'.repeat(500)}`),
  ],
}

const marked = (hex: string) => () => Buffer.concat([Buffer.from(hex, 'hex'), noise(5_000)])

export const brokenTexts: BrokenFiles = {
  'no bytes': ['RESUME_EMPTY', () => Buffer.alloc(0)],
  spaces: ['RESUME_EMPTY', bytes(' \n\t'.repeat(1_000))],
  'letters that nobody sees': ['RESUME_EMPTY', () => Buffer.from('\u200b\u2060'.repeat(1_000))],
  noise: ['RESUME_CONVERSION_FAILED', () => noise(20_000)],
  zeros: ['RESUME_CONVERSION_FAILED', () => Buffer.alloc(20_000)],
  'a program for Windows': ['RESUME_CONVERSION_FAILED', marked('4d5a90000300000004000000ffff0000')],
  'a program for Linux': ['RESUME_CONVERSION_FAILED', marked('7f454c46020101000000000000000000')],
  'a film': ['RESUME_CONVERSION_FAILED', marked('0000002066747970697336d0000000')],
  'a sound': ['RESUME_CONVERSION_FAILED', marked('494433030000000000')],
  'an animation': ['RESUME_CONVERSION_FAILED', marked('474946383961')],
  'a packed text': ['RESUME_CONVERSION_FAILED', () => gzipSync(resumeLines.join('\n'))],
  'a database': ['RESUME_CONVERSION_FAILED', marked('53514c69746520666f726d6174203300')],
  'a picture by coordinates': [
    'RESUME_CONVERSION_FAILED',
    bytes('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  ],
  'XML of another kind': [
    'RESUME_CONVERSION_FAILED',
    bytes(`<?xml version="1.0"?><note>${'Remember the milk. '.repeat(9)}</note>`),
  ],
  PostScript: ['RESUME_CONVERSION_FAILED', bytes('%!PS-Adobe-3.0\n(x) show')],
  'a line of a megabyte': ['read', bytes('word '.repeat(200_000))],
  'a letter a line': ['RESUME_EMPTY', bytes('a\n'.repeat(100_000))],
  'halves of letters in UTF-16': ['RESUME_EMPTY', () => Buffer.from(`\ufeff${'\ud800'.repeat(1_000)}`, 'utf16le')],
  'marks upon marks': ['read', () => Buffer.from(`${resumeLines.join('\n')}\n${'a' + '\u0301'.repeat(50_000)}`)],
}
