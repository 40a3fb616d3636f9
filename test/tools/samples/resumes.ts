/**
 * Real resume files for tests, made at run time: PDF, Word, OpenDocument, and plain text in several encodings. Every
 * function returns a whole file's bytes. The packages that write the files load with the first file: together they take
 * a tenth of a second, and many tests use only the lines.
 */
import { createRequire } from 'node:module'

/** The part of pdfkit that is used here, because the package has no types. */
export type PdfPen = {
  page: { width: number; height: number; dictionary: { data: Record<string, unknown> } }
  addPage(): PdfPen
  addContent(operators: string): PdfPen
  font(name: string): PdfPen
  fontSize(points: number): PdfPen
  widthOfString(text: string): number
  fillColor(colour: string): PdfPen
  fillOpacity(opacity: number): PdfPen
  rect(x: number, y: number, width: number, height: number): PdfPen
  fill(colour: string): PdfPen
  save(): PdfPen
  restore(): PdfPen
  rotate(degrees: number, options: { origin: [number, number] }): PdfPen
  moveDown(lines?: number): PdfPen
  text(text: string, x?: number, y?: number, options?: Record<string, unknown>): PdfPen
  text(text: string, options?: Record<string, unknown>): PdfPen
  on(event: 'data', listener: (chunk: Buffer) => void): void
  on(event: 'end', listener: () => void): void
  end(): void
}

type PdfDocument = new (options: Record<string, unknown>) => PdfPen
const require = createRequire(import.meta.url)

/** Returns a PDF that `draw` has drawn, with letter-sized pages in black 10 pt Helvetica. */
export function makePdf(draw: (pen: PdfPen) => void, options: Record<string, unknown> = {}): Promise<Buffer> {
  const pen = new (require('pdfkit') as PdfDocument)({ margin: 50, ...options })
  const chunks: Buffer[] = []
  pen.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve) => {
    pen.on('end', () => resolve(Buffer.concat(chunks)))
    draw(pen.fontSize(10))
    pen.end()
  })
}

/** The lines of an ordinary one-column resume, for any format. */
export const resumeLines = [
  'Maria Schneider',
  'maria.schneider@example.com',
  'Senior Backend Engineer',
  'Experience',
  'Acme Payments, 2019 - 2024: built a settlement service in Go on Kubernetes.',
  'Globex, 2015 - 2019: ran PostgreSQL clusters and wrote Terraform modules.',
  'Education: MSc Computer Science, 2014',
]

/** Returns a PDF with these lines of text one below the other. */
export function linesPdf(lines: string[] = resumeLines, options: Record<string, unknown> = {}): Promise<Buffer> {
  return makePdf((pen) => lines.forEach((line) => pen.text(line)), options)
}

/** Returns a Word document with a paragraph for each line. */
export async function makeDocx(lines: string[] = resumeLines): Promise<Buffer> {
  const { Document, Packer, Paragraph, TextRun } = await import('docx')
  const children = lines.map((line) => new Paragraph({ children: [new TextRun(line)] }))
  return Packer.toBuffer(new Document({ sections: [{ children }] }))
}

/** Returns a zip archive with these files, in this order. */
export async function makeZip(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const { default: JSZip } = await import('jszip')
  const zip = new JSZip()
  for (const [name, content] of Object.entries(files)) {
    zip.file(name, content, { compression: name === 'mimetype' ? 'STORE' : 'DEFLATE' })
  }
  return zip.generateAsync({ type: 'nodebuffer' })
}

/** Returns a Word document with this content in `w:body`, for features that a library does not write. */
export function rawDocx(body: string, parts: Record<string, string> = {}): Promise<Buffer> {
  const namespaces =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
  return makeZip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'word/document.xml': `<?xml version="1.0"?><w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationsTo(Object.keys(parts)),
    ...parts,
  })
}

/** Returns the relations through which a Word document shows these parts. `word/header1.xml` is a header. */
function relationsTo(parts: string[]): string {
  const schema = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relations = parts.flatMap((part) => {
    const [, target, kind] = /^word\/(([a-z]+)\d*\.xml)$/.exec(part) ?? []
    return target ? [`<Relationship Id="${kind}" Type="${schema}/${kind}" Target="${target}"/>`] : []
  })
  return `<Relationships>${relations.join('')}</Relationships>`
}

/** Returns a paragraph in WordprocessingML. `properties` are the content of the run's `w:rPr`. */
export function wordParagraph(text: string, properties = ''): string {
  return `<w:p><w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

/** Returns a small Word document that is within every limit but keeps a converter busy beyond its deadline. */
export function endlessDocx(): Promise<Buffer> {
  return rawDocx(Array.from({ length: 300_000 }, (_, index) => wordParagraph(`Again ${index}`)).join(''))
}

/** Returns an OpenDocument file. `styles` are its automatic styles, and `body` is the content of `office:text`. */
export function makeOdt(
  body = resumeLines.map((line) => `<text:p>${line}</text:p>`).join(''),
  styles = '',
): Promise<Buffer> {
  const urn = 'urn:oasis:names:tc:opendocument:xmlns'
  const names = ['office', 'text', 'style', 'table', 'draw'].map((name) => `xmlns:${name}="${urn}:${name}:1.0"`)
  const namespaces = [...names, `xmlns:fo="${urn}:xsl-fo-compatible:1.0"`].join(' ')
  return makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml':
      `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${namespaces}>` +
      `<office:automatic-styles>${styles}</office:automatic-styles>` +
      `<office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  })
}

export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le-bom' | 'utf-16be-bom' | 'utf-16le' | 'windows-1252'

/** Returns a string in one of the encodings in which resumes are sent. */
export function makeText(text: string, encoding: TextEncoding): Buffer {
  const bigEndian = (plain: string): Buffer => Buffer.from(plain, 'utf16le').swap16()
  if (encoding === 'utf-8-bom') return Buffer.from(`\ufeff${text}`)
  if (encoding === 'utf-16le-bom') return Buffer.from(`\ufeff${text}`, 'utf16le')
  if (encoding === 'utf-16be-bom') return bigEndian(`\ufeff${text}`)
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  // Latin-1 and windows-1252 differ only from 0x80 to 0x9f. Of these characters, the resumes here contain only the
  // dash.
  if (encoding === 'windows-1252') return Buffer.from(text.replaceAll('–', '\x96'), 'latin1')
  return Buffer.from(text)
}

/**
 * Returns a string in an older encoding. Node can only decode these encodings, so the encoder's table is made by
 * decoding each byte and each pair of bytes.
 */
export function encodeText(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding)
  const codes = new Map<string, number[]>()
  const note = (bytes: number[]) => {
    const letter = decoder.decode(Uint8Array.from(bytes))
    if ([...letter].length === 1 && letter !== '\ufffd' && !codes.has(letter)) codes.set(letter, bytes)
  }
  for (let byte = 0; byte < 256; byte++) note([byte])
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) note([lead, trail])
  return Buffer.from([...text].flatMap((letter) => codes.get(letter) ?? []))
}
