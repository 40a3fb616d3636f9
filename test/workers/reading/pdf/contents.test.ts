/**
 * PDFs whose pages are only a cover: portfolios, letters with an attached resume, and forms that only Adobe's reader
 * shows.
 */
import test from 'ava'
import { monotonicMs } from '../../../../src/kit/time.ts'
import { outcomeOf, parse, read } from '../../../tools/reading.ts'
import { makeMail } from '../../../tools/samples/mails.ts'
import { pdfOf, stream } from '../../../tools/samples/raw-pdfs.ts'
import { linesPdf, makeDocx, makeZip, resumeLines } from '../../../tools/samples/resumes.ts'

const portfolioCover = [
  'For the best experience, open this PDF portfolio in',
  'Acrobat X or Adobe Reader X, or later.',
  'Get Adobe Reader Now!',
]
const formCover = [
  'Please wait...',
  'If this message is not eventually replaced by the proper contents of the document,',
  'your PDF viewer may not be able to display this type of document.',
]
const letter = [
  'Dear Ms Recruiter,',
  'please find my resume and certificates attached.',
  'Kind regards, Dana Whitfield',
]
const resumeText = resumeLines.join('\n')

/** Returns a one-page PDF with these lines. `catalog` and `objects` are PDF source; the objects are numbered from 6. */
function coverPdf(lines: string[], catalog: string, objects: string[]): Buffer {
  const shown = lines.map((line) => `(${line}) Tj T*`).join('\n')
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream('', `BT /F 10 Tf 12 TL 50 730 Td\n${shown}\nET`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...objects,
  ])
}

/** Returns a PDF with these attached files (PDF 1.7, 7.11.4), in the order of their names, as readers list them. */
function portfolio(files: (Buffer | string)[], lines = portfolioCover): Buffer {
  const names = files.map((_, index) => `(${String(index).padStart(3, '0')}) ${6 + 2 * index} 0 R`).join(' ')
  const objects = files.flatMap((file, index) => [
    `<< /Type /Filespec /F (file) /UF (file) /EF << /F ${7 + 2 * index} 0 R >> >>`,
    stream('/Type /EmbeddedFile', Buffer.from(file as string).toString('latin1')),
  ])
  return coverPdf(lines, `/Collection << /View /D >> /Names << /EmbeddedFiles << /Names [${names}] >> >>`, objects)
}

const datasets = (fields: string) =>
  `<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><cv>${fields}</cv></xfa:data></xfa:datasets>`
const template = '<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="cv"/></template>'
const inOnePacket = (data: string, lines = formCover) =>
  coverPdf(lines, '/AcroForm << /Fields [] /XFA 6 0 R >> /NeedsRendering true', [
    stream('', `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">${template}${data}</xdp:xdp>`),
  ])
const inPackets = (data: string) =>
  coverPdf(formCover, '/AcroForm << /Fields [] /XFA [(template) 6 0 R (datasets) 7 0 R] >> /NeedsRendering true', [
    stream('', template),
    stream('', data),
  ])

test('the resume in a portfolio is read, whatever its format and position', async (t) => {
  for (const resume of [await linesPdf(), await makeDocx(), Buffer.from(resumeText)]) {
    const { type, resume: passage } = await read(
      portfolio([await makeZip({ 'x.txt': 'x' }), await linesPdf(letter), resume]),
    )
    t.is(type, 'pdf')
    t.is(passage.text, resumeText)
  }
})

/** Returns a page with these lines and a file that is attached as a paper clip (PDF 1.7, 12.5.6.15). */
function clippedPdf(file: Buffer | string, lines: string[]): Buffer {
  const shown = lines.map((line) => `(${line}) Tj T*`).join('\n')
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [8 0 R 6 0 R] /Resources << /Font << /F 5 0 R >> >> >>',
    stream('', `BT /F 10 Tf 12 TL 50 730 Td\n${shown}\nET`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Annot /Subtype /FileAttachment /Rect [20 700 40 720] /Name /Paperclip /FS << /Type /Filespec /F (cv) /EF << /F 7 0 R >> >> >>',
    stream('/Type /EmbeddedFile', Buffer.from(file as string).toString('latin1')),
    '<< /Type /Annot /Subtype /FreeText /Rect [50 600 300 620] /DA (/Helv 10 Tf 0 g) /Contents (See the clip) >>',
  ])
}

test('a resume attached to a letter as a paper clip is read', async (t) => {
  for (const resume of [await linesPdf(), Buffer.from(resumeText)])
    t.is((await read(clippedPdf(resume, letter))).resume.text, resumeText)
  const { resume } = await read(clippedPdf(resumeText.replaceAll('Maria', 'Anna'), resumeLines))
  t.true(resume.text.includes('Maria') && !resume.text.includes('Anna'))
  t.like(await parse(clippedPdf('', letter)), { ok: false, code: 'RESUME_EMPTY', reason: 'not_a_resume' })
})

test('an attached resume is read instead of a letter or empty pages, but not if the pages are a resume', async (t) => {
  for (const lines of [letter, []]) t.is((await read(portfolio([resumeText], lines))).resume.text, resumeText)
  const other = resumeText.replaceAll('Maria', 'Anna')
  t.is((await read(portfolio([other], resumeLines))).resume.text, resumeText)
})

test('a portfolio without a resume is refused, and files attached to attached files are not opened', async (t) => {
  const outcome = { ok: false, code: 'RESUME_EMPTY', reason: 'not_a_resume' }
  t.like(await parse(portfolio([])), outcome)
  t.like(await parse(portfolio([await linesPdf(letter), 'GIF89a'])), outcome)
  t.like(await parse(portfolio([portfolio([resumeText])])), outcome)
  t.like(await parse(portfolio([makeMail([{ type: 'text/plain', content: resumeText }])])), outcome)
})

test('an unreadable attachment is an error unless another attachment is a resume', async (t) => {
  const locked = await linesPdf(resumeLines, { userPassword: 'secret' })
  t.is(await outcomeOf(portfolio([locked, await linesPdf(letter)])), 'RESUME_ENCRYPTED')
  t.is((await read(portfolio([locked, resumeText]))).resume.text, resumeText)
})

test('a portfolio attached to an e-mail is opened', async (t) => {
  const headers = ['Content-Disposition: attachment; filename="x"']
  const mail = makeMail([{ type: 'application/pdf', content: portfolio([resumeText]), headers }])
  t.is((await read(mail)).resume.text, resumeText)
})

test('a decompression bomb in an attachment makes only its own file fail', async (t) => {
  const { deflateSync } = await import('node:zlib')
  const bomb = deflateSync(Buffer.alloc(80 * 1024 * 1024)).toString('latin1')
  const file = coverPdf(portfolioCover, '/Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >>', [
    '<< /Type /Filespec /F (a) /EF << /F 7 0 R >> >>',
    stream('/Type /EmbeddedFile /Filter /FlateDecode', bomb),
  ])
  t.regex(await outcomeOf(file), /^RESUME_(?:TOO_LARGE|PARSE_FAILED)$/)
  t.is((await read(portfolio([resumeText]))).resume.text, resumeText)
})

test('a dynamic form is read from its data, in one part or several', async (t) => {
  const fields = `<name>Dana Whitfield</name><experience>${resumeText}</experience>`
  for (const file of [inOnePacket(datasets(fields)), inPackets(datasets(fields))]) {
    const outcome = await parse(file, monotonicMs() + 60_000, true)
    if (!outcome.ok) return t.fail(outcome.message)
    const { type, resume } = outcome.value
    t.is(type, 'pdf')
    t.true(resume.text.includes(resumeText), resume.text)
    t.notRegex(resume.text, /Please wait|[<>]/)
    t.notRegex(resume.redacted, /Whitfield/)
  }
})

test('formatted text in a form keeps its words and line breaks', async (t) => {
  const body = `<cv><body xmlns="http://www.w3.org/1999/xhtml"><p>Led <b>six</b> nurses<br/>in Hull</p><p>Work experience</p></body><note>Shifts: <p>days</p><p>nights</p></note></cv>`
  const { resume } = await read(inOnePacket(datasets(`${body}<work>${resumeText}</work>`)))
  for (const said of ['Led six nurses\nin Hull', 'Shifts:\ndays\nnights'])
    t.true(resume.text.includes(said), resume.text)
})

test('a form without data is refused, in every language', async (t) => {
  const outcome = { ok: false, code: 'RESUME_EMPTY', reason: 'not_a_resume' }
  for (const data of ['', datasets(''), datasets('<experience/>'), '<xfa:datasets>'])
    t.like(await parse(inOnePacket(data)), outcome)
  const japanese =
    'しばらくお待ちください。最新版の入手方法については、http://www.adobe.com/go/reader_download をご覧ください。'
  t.like(await parse(Buffer.from(japanese)), outcome)
})

test('a form whose resume is on its page is read from the page, not from its data', async (t) => {
  const { resume } = await read(
    inOnePacket(datasets('<x>Something else that nobody sees on the page</x>'), resumeLines),
  )
  t.is(resume.text, resumeText)
})
