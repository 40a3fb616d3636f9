/** Reading a PDF resume: its visible text in reading order, or an error code. */
import { deflateSync } from 'node:zlib'
import test from 'ava'
import { monotonicMs } from '../../../../src/kit/time.ts'
import { withPdfium } from '../../../../workers/reading/pdf/pdfium.ts'
import { limitMemory } from '../../../../workers/reading/wasm-memory.ts'
import { linesPdf, makePdf, type PdfPen, resumeLines } from '../../../tools/samples/resumes.ts'
import { outcomeOf, parse, read } from '../../../tools/reading.ts'

/** Returns the ordinary resume, with something added to its only page. */
function pdfWith(draw: (pen: PdfPen) => void): Promise<Buffer> {
  return makePdf((pen) => {
    resumeLines.forEach((line) => pen.text(line))
    draw(pen)
  })
}

test('a one-column page is read line by line', async (t) => {
  const resume = await read(await linesPdf())
  t.is(resume.resume.text, resumeLines.join('\n'))
  t.is(resume.type, 'pdf')
  t.is(resume.pages, 1)
  t.deepEqual(resume.flags, [])
})

test('a wider gap between lines starts a paragraph', async (t) => {
  const pdf = await pdfWith((pen) => pen.moveDown(2).text('Languages').text('English and German'))
  t.true((await read(pdf)).resume.text.endsWith('MSc Computer Science, 2014\n\nLanguages\nEnglish and German'))
})

// ── columns ─────────────────────────────────────────────────────────────────────────────────────

const title = 'Maria Schneider, Senior Backend Engineer and Architect'
const sidebar = ['Contact', 'maria@example.com', 'Berlin', 'Skills', 'Go', 'Kubernetes', 'Terraform', 'PostgreSQL']
const main = [
  'Experience with payments and ledgers',
  'Led a team of six engineers at Acme Payments',
  'Cut settlement latency by forty percent',
  'Moved nine services to Kubernetes and Terraform',
  'Wrote the runbooks of the on-call team',
  'Ran PostgreSQL clusters of four terabytes',
  'Taught Go to twelve colleagues',
  'Education in computer science',
]

/**
 * Draws a title over two columns. The columns' lines are painted alternately, so that the order of the content stream
 * does not help.
 */
function columns(mainTop: number, mainPitch: number): Promise<Buffer> {
  return makePdf((pen) => {
    pen.fontSize(18).text(title, 50, 50, { lineBreak: false }).fontSize(10)
    sidebar.forEach((line, index) => {
      pen.text(main[index]!, 220, mainTop + index * mainPitch, { lineBreak: false })
      pen.text(line, 50, 100 + index * 14, { lineBreak: false })
    })
  })
}

const twoColumns = {
  'with different line spacings': columns(100, 17),
  'with aligned lines': columns(100, 14),
  'whose lines are half a line apart': columns(107, 14),
}

for (const [kind, pdf] of Object.entries(twoColumns)) {
  test(`two columns ${kind} are read one after the other`, async (t) => {
    t.is((await read(await pdf)).resume.text, [title, sidebar.join('\n'), main.join('\n')].join('\n\n'))
  })
}

test('a date at the right edge is read on the line of its title', async (t) => {
  const posts = ['Engineer, Acme', 'Developer, Globex', 'Intern, Initech', 'Tutor, University']
  const pdf = await makePdf((pen) =>
    posts.forEach((post, index) => {
      const top = 60 + index * 40
      pen.text(post, 50, top, { lineBreak: false }).text(`${2020 - index} - 2021`, 480, top, { lineBreak: false })
      pen.text('Built and ran services for payments in Go, with a team of five engineers', 50, top + 14)
    }),
  )
  const { text } = (await read(pdf)).resume
  posts.forEach((post, index) => t.true(text.includes(`${post} ${2020 - index} - 2021\nBuilt and ran`), text))
})

test('a letter-spaced heading keeps its words', async (t) => {
  const pdf = await pdfWith((pen) => pen.text('WORK EXPERIENCE', { characterSpacing: 4 }))
  t.true((await read(pdf)).resume.text.includes('WORK EXPERIENCE'))
})

for (const quarters of [1, 2, 3]) {
  test(`a page rotated by ${quarters * 90} degrees is read as it is shown`, async (t) => {
    const pdf = await makePdf((pen) => {
      const { page } = pen
      page.dictionary.data['Rotate'] = quarters * 90
      // Rotated back, so that the lines are upright on the page as it is shown.
      pen.save().rotate(-quarters * 90, { origin: [0, 0] })
      const x = [0, -page.height, -page.width, 0][quarters]!
      const y = [0, 0, -page.height, -page.width][quarters]!
      resumeLines.forEach((line, index) => pen.text(line, x + 50, y + 50 + index * 14, { lineBreak: false }))
      pen.restore()
    })
    t.is((await read(pdf)).resume.text, resumeLines.join('\n'))
  })
}

// ── files that cannot be read ───────────────────────────────────────────────────────────────────

test('a PDF that needs a password is RESUME_ENCRYPTED', async (t) => {
  t.is(await outcomeOf(await linesPdf(resumeLines, { userPassword: 'secret' })), 'RESUME_ENCRYPTED')
})

test('a PDF with only an owner password is read', async (t) => {
  t.is(await outcomeOf(await linesPdf(resumeLines, { ownerPassword: 'secret' })), 'read')
})

test('a truncated PDF is RESUME_CORRUPTED', async (t) => {
  t.is(await outcomeOf(Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog')), 'RESUME_CORRUPTED')
})

test('a PDF that contains only a drawing is RESUME_EMPTY', async (t) => {
  t.is(await outcomeOf(await makePdf((pen) => pen.rect(50, 50, 300, 300).fill('grey'))), 'RESUME_EMPTY')
})

function pagesPdf(count: number): Promise<Buffer> {
  return makePdf(
    (pen) => {
      for (let page = 0; page < count; page++) pen.addPage().text(`Page ${page}: ${resumeLines[4]}`)
    },
    { autoFirstPage: false },
  )
}

test('a PDF with 50 pages is read, but with 51 pages it is RESUME_TOO_LARGE', async (t) => {
  t.is((await read(await pagesPdf(50))).pages, 50)
  t.is(await outcomeOf(await pagesPdf(51)), 'RESUME_TOO_LARGE')
})

test('reading after the deadline is RESUME_PARSE_FAILED', async (t) => {
  const outcome = await parse(await linesPdf(), monotonicMs() - 1)
  t.is(outcome.ok ? 'read' : outcome.code, 'RESUME_PARSE_FAILED')
})

/** Returns a PDF with a page that decompresses from kilobytes to hundreds of megabytes. */
function bombPdf(): Buffer {
  const stream = deflateSync(deflateSync(Buffer.alloc(400 * 1024 * 1024, ' ')))
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  const head = `4 0 obj\n<< /Filter [/FlateDecode /FlateDecode] /Length ${stream.length} >>\nstream\n`
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n${objects.join('')}${head}`),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R /Size 5 >>\n%%EOF'),
  ])
}

test('a PDF that exceeds the memory limit fails, and the next one is read', async (t) => {
  t.is(await outcomeOf(bombPdf()), 'RESUME_PARSE_FAILED')
  t.is(await outcomeOf(await linesPdf()), 'read')
})

test('PDFium cannot allocate more than 128 MiB of memory', async (t) => {
  const bytes = await withPdfium((pdfium) => {
    try {
      while (pdfium.malloc(8 * 1024 * 1024) !== 0);
    } catch {
      // When memory is refused, PDFium may also end with a trap.
    }
    return pdfium.memory.buffer.byteLength
  })
  t.true(bytes > 50 * 1024 * 1024 && bytes <= 128 * 1024 * 1024, `${bytes}`)
  t.is(await outcomeOf(await linesPdf()), 'read')
})

test('a WebAssembly module without a memory limit is not started', (t) => {
  const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)
  t.throws(() => limitMemory(emptyModule, 1), { message: /no memory section/ })
  // A memory of 1 to 0x8000 pages (2 GiB). The maximum is encoded in three LEB128 groups.
  const walled = Uint8Array.of(...emptyModule, 5, 6, 1, 1, 1, 0x80, 0x80, 0x02)
  limitMemory(walled, 128 * 1024 * 1024)
  // 2,048 pages of 64 KiB are 128 MiB.
  t.deepEqual([...walled.subarray(-3)], [0x80, 0x90, 0x00])
})
