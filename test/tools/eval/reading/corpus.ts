/**
 * Makes resumes in every format, layout and language, each with the text that a person reads in it, and some with
 * hidden text.
 */
import { makeMail } from '../../samples/mails.ts'
import { makeDoc, makeRtf, makeWordXml } from '../../samples/legacy.ts'
import { encodeText, linesPdf, makeDocx, makeOdt, makePdf, rawDocx, wordParagraph } from '../../samples/resumes.ts'
import { makePng, makeTiff, scannedPdf, scanOf, turned } from '../../samples/scans.ts'
import { type Entry, laidOut } from './entry.ts'
import { columnLayouts } from './layouts/columns.ts'
import { inCharset, mailLayouts } from './layouts/mails.ts'
import { openDocumentLayouts } from './layouts/open-document.ts'
import { pageLayouts } from './layouts/pages.ts'
import { paperLayouts } from './layouts/papers.ts'
import { inCodePage, oldWordLayouts, resumesOfCodePages, richTextLayouts } from './layouts/rich-text.ts'
import { tableLayouts } from './layouts/tables.ts'
import { wordLayouts } from './layouts/word.ts'
import { english, resumes } from './resume-parts.ts'
import { type Sample, samples } from './texts.ts'
import { oldWordTricks, openDocumentTricks, richTextTricks } from './tricks/office.ts'
import { mailTricks, pageTricks, textTricks } from './tricks/pages.ts'
import { paperTricks } from './tricks/papers.ts'
import { hidden } from './tricks/tricks.ts'
import { wordTricks, wordXmlTricks } from './tricks/word.ts'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const paragraphs = (lines: string[]) => lines.map((line) => wordParagraph(line)).join('')
const rtfLine = (line: string) => line.replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0)}?`)
const rtfLines = (lines: string[]) => lines.map((line) => `${rtfLine(line)}\\par\n`).join('')
const html = (lines: string[], css = '', extra = '') =>
  `<!doctype html><meta charset="utf-8"><style>${css}</style>${lines.map((line) => `<p>${line}</p>`).join('\n')}${extra}`

/** Returns all files. Scans are included only on request, because OCR takes seconds for each. */
export async function makeCorpus({ scans }: { scans: boolean }): Promise<Entry[]> {
  const entries = await Promise.all([
    ...samples.map(written),
    laidOut('docx', wordLayouts, resumes),
    laidOut('odt', openDocumentLayouts, resumes),
    laidOut('rtf', richTextLayouts, resumes),
    laidOut('rtf', { 'a code page': { make: inCodePage } }, resumesOfCodePages),
    laidOut('doc', oldWordLayouts, resumes),
    laidOut('html', pageLayouts, resumes),
    laidOut('mail', mailLayouts, resumes),
    laidOut('mail', { 'a charset': { make: inCharset } }, resumesOfCodePages),
    laidOut('pdf', { ...paperLayouts, ...columnLayouts, ...tableLayouts }, [english]),
    ...(scans ? [scanned(samples[0]!)] : []),
  ])
  return entries.flat()
}

/** Returns all files that hide text. */
export async function makeHiding(): Promise<Entry[]> {
  const entries = await Promise.all([
    hidden('docx', wordTricks),
    hidden('wordxml', wordXmlTricks),
    hidden('odt', openDocumentTricks),
    hidden('rtf', richTextTricks),
    hidden('doc', oldWordTricks),
    hidden('html', pageTricks),
    hidden('mail', mailTricks),
    hidden('text', textTricks),
    hidden('pdf', paperTricks),
  ])
  return entries.flat()
}

/** Returns a sample in the formats that store text, and in those that store rows and cells. */
async function written({ language, lines, encodings }: Sample): Promise<Entry[]> {
  const text = lines.join('\n')
  const cells = lines.map((line) => `<w:tc>${wordParagraph(line)}</w:tc>`).join('')
  const odtCells = lines.map((line) => `<table:table-cell><text:p>${line}</text:p></table:table-cell>`).join('')
  const rtfCells = `\\trowd${lines.map((_, index) => `\\cellx${index + 1}`).join('')}\\intbl `
  const files: [format: string, name: string, file: Buffer | Promise<Buffer>][] = [
    ['docx', 'rows', makeDocx(lines)],
    ['docx', 'cells', rawDocx(`<w:tbl><w:tr>${cells}</w:tr></w:tbl>`)],
    [
      'docx',
      'header',
      rawDocx(paragraphs(lines.slice(1)), { 'word/header1.xml': `<w:hdr>${paragraphs(lines.slice(0, 1))}</w:hdr>` }),
    ],
    ['wordxml', 'rows', makeWordXml(paragraphs(lines))],
    ['odt', 'rows', makeOdt(lines.map((line) => `<text:p>${line}</text:p>`).join(''))],
    ['odt', 'cells', makeOdt(`<table:table><table:table-row>${odtCells}</table:table-row></table:table>`)],
    ['doc', 'rows', makeDoc([{ text: `${lines.join('\r')}\r` }])],
    ['doc', 'cells', makeDoc([{ text: `${lines.join('\x07')}\x07\x07` }])],
    ['rtf', 'rows', makeRtf(rtfLines(lines))],
    ['rtf', 'cells', makeRtf(`${rtfCells}${lines.map((line) => `${rtfLine(line)}\\cell `).join('')}\\row`)],
    ['html', 'rows', Buffer.from(html(lines))],
    [
      'html',
      'cells',
      Buffer.from(
        `<!doctype html><meta charset="utf-8"><table><tr>${lines.map((line) => `<td>${line}</td>`).join('')}</table>`,
      ),
    ],
    ['text', 'utf-8', Buffer.from(text)],
    ['text', 'utf-16le', utf16(text)],
    ['text', 'utf-16be', utf16(`\ufeff${text}`).swap16()],
    ...encodings.map((encoding): [string, string, Buffer] => ['text', encoding, encodeText(text, encoding)]),
    ['markdown', 'heading', Buffer.from(`# ${lines[0]}\n\n${lines.slice(1).join('\n\n')}`)],
    ['mail', 'text', makeMail([{ type: 'text/plain; charset=utf-8', content: text }])],
    [
      'mail',
      'attachment',
      makeDocx(lines).then((content) =>
        makeMail([{ type: 'x/y', content, headers: ['Content-Disposition: attachment'] }]),
      ),
    ],
  ]
  // PDF's standard fonts contain no other letters.
  if (encodings.includes('windows-1252')) files.push(['pdf', 'rows', linesPdf(lines)])
  return Promise.all(
    files.map(async ([format, name, file]) => ({
      format,
      name: `${language}, ${name}`,
      bytes: await file,
      expected: text,
      flags: [],
    })),
  )
}

async function scanned({ lines }: Sample): Promise<Entry[]> {
  const page = await scanOf(await linesPdf(lines))
  const columns = await makePdf((pen) => {
    for (let row = 0; row < 8; row++) pen.text(`Skill number ${row + 1}`, 50, 60 + row * 18)
    for (let row = 0; row < 8; row++) pen.text(`Worked for company ${row + 1}`, 260, 60 + row * 18)
  })
  const inColumns = ['Skill number', 'Worked for company'].flatMap((text) =>
    Array.from({ length: 8 }, (_, row) => `${text} ${row + 1}`),
  )
  const [png, text] = [makePng(page), lines.join('\n')]
  const scans = [
    { name: 'png', bytes: png, expected: text },
    { name: 'tiff of two pages', bytes: makeTiff([page, page]), expected: `${text}\n${text}` },
    { name: 'pdf', bytes: await scannedPdf([png]), expected: text },
    ...[1, 2, 3].map((quarters) => ({
      name: `png turned by ${quarters * 90} degrees`,
      bytes: makePng(turned(page, quarters)),
      expected: text,
    })),
    { name: 'two columns', bytes: makePng(await scanOf(columns)), expected: inColumns.join('\n') },
  ]
  return scans.map((scan) => ({ ...scan, format: 'scan', flags: [] }))
}
