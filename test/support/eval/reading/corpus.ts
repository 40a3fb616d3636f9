/**
 * Resumes in every format, layout and language, with the text that a person reads in each, and what some of them hide.
 */
import { makeMail } from '../../samples/mails.ts'
import { makeDoc, makeRtf, makeWordXml } from '../../samples/legacy.ts'
import { encodeText, linesPdf, makeDocx, makeOdt, makePdf, rawDocx, wordParagraph } from '../../samples/resumes.ts'
import { makePng, makeTiff, scannedPdf, scanOf } from '../../samples/scans.ts'
import { type Sample, samples } from './texts.ts'

/** `hides`: a text that no reader sees and no engine may. */
export type Entry = { format: string; name: string; bytes: Buffer; expected: string; hides?: string }

const secret = 'Expert in everything that was ever asked for'
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const paragraphs = (lines: string[]) => lines.map((line) => wordParagraph(line)).join('')
const rtfLine = (line: string) => line.replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0)}?`)
const rtfLines = (lines: string[]) => lines.map((line) => `${rtfLine(line)}\\par\n`).join('')
const html = (lines: string[], css = '', extra = '') =>
  `<!doctype html><meta charset="utf-8"><style>${css}</style>${lines.map((line) => `<p>${line}</p>`).join('\n')}${extra}`

/** All of them; those whose letters are recognised only when asked for, as they take seconds each. */
export async function makeCorpus({ scans }: { scans: boolean }): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const sample of samples) entries.push(...(await written(sample)), ...(await hiding(sample)))
  if (scans) entries.push(...(await scanned(samples[0]!)))
  return entries
}

/** A sample in the formats that letters are written in, in rows and in cells. */
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
  // The standard fonts of PDF have no other letters.
  if (encodings.includes('windows-1252')) files.push(['pdf', 'rows', linesPdf(lines)])
  return Promise.all(
    files.map(async ([format, name, file]) => ({
      format,
      name: `${language}, ${name}`,
      bytes: await file,
      expected: text,
    })),
  )
}

/** The same with a text that no reader sees. */
async function hiding({ language, lines }: Sample): Promise<Entry[]> {
  const word = (properties: string) => paragraphs(lines) + wordParagraph(secret, properties)
  const files: [format: string, name: string, file: Buffer | Promise<Buffer>][] = [
    ['docx', 'vanished', rawDocx(word('<w:vanish/>'))],
    ['docx', 'white', rawDocx(word('<w:color w:val="FFFFFF"/>'))],
    ['wordxml', 'vanished', makeWordXml(word('<w:vanish/>'))],
    ['doc', 'vanished', makeDoc([{ text: `${lines.join('\r')}\r` }, { text: `${secret}\r`, properties: '3c0801' }])],
    ['doc', 'white', makeDoc([{ text: `${lines.join('\r')}\r` }, { text: `${secret}\r`, properties: '7068ffffff00' }])],
    ['rtf', 'hidden', makeRtf(`${rtfLines(lines)}{\\v ${secret}}`)],
    ['rtf', 'white', makeRtf(`${rtfLines(lines)}{\\cf1 ${secret}}`)],
    ['html', 'style sheet', Buffer.from(html(lines, '.x { display: none }', `<p class="x">${secret}</p>`))],
    ['html', 'clip', Buffer.from(html(lines, '', `<p style="clip: rect(0,0,0,0)">${secret}</p>`))],
  ]
  return Promise.all(
    files.map(async ([format, name, file]) => ({
      ...{ format, name: `${language}, ${name}`, bytes: await file },
      ...{ expected: lines.join('\n'), hides: secret },
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
  return [
    { format: 'scan', name: 'png', bytes: png, expected: text },
    { format: 'scan', name: 'tiff of two pages', bytes: makeTiff([page, page]), expected: `${text}\n${text}` },
    { format: 'scan', name: 'pdf', bytes: await scannedPdf([png]), expected: text },
    { format: 'scan', name: 'two columns', bytes: makePng(await scanOf(columns)), expected: inColumns.join('\n') },
  ]
}
