/**
 * Resumes in the formats of older office programs, made at run time: Word 97 to 2003, Word 2003 XML, Rich Text Format.
 * Every function returns a whole file's bytes.
 */
import { createRequire } from 'node:module'
import { resumeLines } from './resumes.ts'

type Cfb = {
  utils: {
    cfb_new(): object
    cfb_add(container: object, name: string, content: Buffer): void
  }
  write(container: object, options: { type: 'buffer' }): Buffer
}
const cfb = createRequire(import.meta.url)('cfb') as Cfb

/** Text with its own property list ([MS-DOC] 2.6.1) in hexadecimal digits. */
export type DocRun = { text: string; properties?: string }

/** Returns the container for old office files, with streams of these names. */
export function makeOle(streams: Record<string, Buffer>): Buffer {
  const container = cfb.utils.cfb_new()
  for (const [name, content] of Object.entries(streams)) cfb.utils.cfb_add(container, `/${name}`, content)
  return Buffer.from(cfb.write(container, { type: 'buffer' }))
}

const textStart = 0x800
const pageBytes = 512

/**
 * Returns a Word document with these runs, whose paragraphs end with `\r`. `paragraph` is the property list for all
 * paragraphs, and `flags` are additional flags in the stream's header.
 */
export function makeDoc(
  runs: DocRun[] = [{ text: `${resumeLines.join('\r')}\r` }],
  { paragraph = '', flags = 0, mark = 0xa5ec } = {},
): Buffer {
  const text = Buffer.from(runs.map((run) => run.text).join(''), 'utf16le')
  const page = Math.ceil((textStart + text.length) / pageBytes)
  const stream = Buffer.alloc((page + 2) * pageBytes)
  stream.writeUInt16LE(mark, 0)
  stream.writeUInt16LE(0xc1, 2)
  stream.writeUInt16LE(0x0200 | flags, 0x0a)
  stream.writeUInt32LE(textStart, 0x18)
  stream.writeUInt32LE(text.length / 2, 0x4c)
  text.copy(stream, textStart)
  writeCharacterPage(stream.subarray(page * pageBytes), runs)
  writeParagraphPage(stream.subarray((page + 1) * pageBytes), text.length, Buffer.from(paragraph, 'hex'))
  const pieces = Buffer.alloc(21)
  pieces.writeUInt8(2, 0)
  pieces.writeUInt32LE(16, 1)
  pieces.writeUInt32LE(text.length / 2, 9)
  pieces.writeUInt32LE(textStart, 15)
  const table = Buffer.concat([pagesOf(page, text.length), pagesOf(page + 1, text.length), pieces])
  for (const [at, start, length] of [
    [0xfa, 0, 12],
    [0x102, 12, 12],
    [0x1a2, 24, 21],
  ] as const) {
    stream.writeUInt32LE(start, at)
    stream.writeUInt32LE(length, at + 4)
  }
  return makeOle({ WordDocument: stream, '1Table': table })
}

function pagesOf(page: number, length: number): Buffer {
  const list = Buffer.alloc(12)
  list.writeUInt32LE(textStart, 0)
  list.writeUInt32LE(textStart + length, 4)
  list.writeUInt32LE(page, 8)
  return list
}

function writeCharacterPage(page: Buffer, runs: DocRun[]): void {
  let [at, free] = [textStart, pageBytes - 2]
  runs.forEach(({ text, properties = '' }, index) => {
    const list = Buffer.from(properties, 'hex')
    page.writeUInt32LE(at, index * 4)
    at += text.length * 2
    page.writeUInt32LE(at, index * 4 + 4)
    if (list.length === 0) return
    free = (free - list.length - 1) & ~1
    page.writeUInt8(free / 2, (runs.length + 1) * 4 + index)
    page.writeUInt8(list.length, free)
    list.copy(page, free + 1)
  })
  page.writeUInt8(runs.length, pageBytes - 1)
}

function writeParagraphPage(page: Buffer, length: number, list: Buffer): void {
  page.writeUInt32LE(textStart, 0)
  page.writeUInt32LE(textStart + length, 4)
  const at = 256
  page.writeUInt8(at / 2, 8)
  // The entry consists of a zero byte, half of the length of what follows, the style's number (0) and the list.
  page.writeUInt8(Math.ceil((list.length + 2) / 2), at + 1)
  list.copy(page, at + 4)
  page.writeUInt8(1, pageBytes - 1)
}

/** Returns Word 2003 XML. `body` is the content of `w:body`. */
export function makeWordXml(
  body = resumeLines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join(''),
): Buffer {
  const namespace = 'http://schemas.microsoft.com/office/word/2003/wordml'
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<?mso-application progid="Word.Document"?>\n` +
      `<w:wordDocument xmlns:w="${namespace}"><w:body>${body}</w:body></w:wordDocument>`,
  )
}

/** Returns Rich Text Format. `body` follows the tables of fonts and colours, in which 1 is white and 2 dark blue. */
export function makeRtf(body: string | Buffer = resumeLines.map((line) => `${line}\\par\n`).join('')): Buffer {
  const fonts = '{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial;}{\\f2\\fcharset134 SimSun;}}'
  const colours = '{\\colortbl;\\red255\\green255\\blue255;\\red31\\green56\\blue100;}'
  const head = `{\\rtf1\\ansi\\ansicpg1252\\deff0${fonts}${colours}{\\*\\generator Writer;}\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(body), Buffer.from('}')])
}
