/** Images of resumes are read by OCR, or fail with an error code. */
import { readFileSync } from 'node:fs'
import test from 'ava'
import { agreedLayer } from '../../../../workers/reading/scan/layer.ts'
import { parseResume } from '../../../../workers/parse-resume.ts'
import { loadContract } from '../../../../src/platform/contract/contract.ts'
import { outcomeOf, parse, read, thread } from '../../../tools/reading.ts'
import { outlinePdf, shiftedPdf } from '../../../tools/samples/raw-pdfs.ts'
import { linesPdf, makePdf, resumeLines } from '../../../tools/samples/resumes.ts'
import { makePng, makeTiff, scannedPdf, scanOf, turned } from '../../../tools/samples/scans.ts'
import { monotonicMs } from '../../../../src/kit/time.ts'

const sizes = loadContract().sizes.resume
const patienceMs = 300_000
const data = (name: string) => readFileSync(new URL(`../../../data/scans/${name}`, import.meta.url))

/** Reads a scan with a long deadline, because OCR is slow while other tests run. */
async function readScan(bytes: Uint8Array) {
  const outcome = await parse(bytes, monotonicMs() + patienceMs)
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`)
  return outcome.value
}

const small = { width: 10, height: 10, pixels: new Uint8Array(100).fill(255) }
const lined = (text: string) => text.replace(/\n+/g, '\n')

test.serial('a PNG, and a PDF that contains only the same image, are read line by line', async (t) => {
  t.timeout(patienceMs)
  const png = makePng(await scanOf(await linesPdf()))
  for (const [type, file] of Object.entries({ png, pdf: await scannedPdf([png]) })) {
    const resume = await readScan(file)
    t.is(resume.type as string, type)
    t.is(resume.pages, 1)
    t.is(lined(resume.resume.text), resumeLines.join('\n'))
    t.deepEqual(resume.flags, [])
  }
})

test.serial('the pages in a TIFF are read one after the other', async (t) => {
  t.timeout(patienceMs)
  const pages = await Promise.all([linesPdf(), linesPdf(['Second page: welding and carpentry'])])
  const resume = await readScan(makeTiff(await Promise.all(pages.map(scanOf))))
  t.is(resume.type, 'tiff')
  t.is(resume.pages, 2)
  t.is(lined(resume.resume.text), [...resumeLines, 'Second page: welding and carpentry'].join('\n'))
})

const written = [
  'Maria Schneider',
  'Senior Backend Engineer',
  'Built a settlement service in Go on Kubernetes.',
  'Wrote Terraform modules for PostgreSQL clusters.',
]

const tiffs = ['lzw', 'g4', 'fax', 'packbits', 'jpeg', 'pages', 'big-endian', 'tiled', 'planes'].map(
  (kind) => `${kind}.tiff`,
)

for (const name of ['lines.webp', 'lines.jpg', 'turned.jpg', 'photo.heic', 'turned.avif', ...tiffs]) {
  test.serial(`${name} is read upright`, async (t) => {
    t.timeout(patienceMs)
    t.is(lined((await readScan(data(name))).resume.text), written.join('\n'))
  })
}

for (const quarters of [1, 2, 3]) {
  test.serial(`a page that was scanned rotated by ${quarters * 90} degrees is read upright`, async (t) => {
    t.timeout(patienceMs)
    const page = turned(await scanOf(await linesPdf()), quarters)
    t.is(lined((await readScan(makePng(page))).resume.text), resumeLines.join('\n'))
  })
}

test.serial(
  'a TIFF is recognised by its signature, and an unsupported compression is refused with its reason',
  async (t) => {
    t.timeout(patienceMs)
    t.like(await readScan(data('big-endian.tiff')), { type: 'tiff', pages: 2 })
    t.like(await readScan(data('pages.tiff')), { type: 'tiff', pages: 2 })
    t.like(await parse(data('zstd.tiff')), {
      ...{ ok: false, code: 'RESUME_CONVERSION_FAILED', reason: 'unsupported_type' },
      fileType: 'image/tiff with an unsupported compression',
    })
  },
)

test.serial('two columns are read one after the other', async (t) => {
  t.timeout(patienceMs)
  const left = ['Skills', 'Go and Rust', 'Kubernetes', 'PostgreSQL', 'Languages', 'German', 'English', 'French']
  const right = ['Acme Payments, 2019 to 2024', 'Built a settlement service', 'Led five engineers in Berlin']
  const two = await makePdf((pen) => {
    left.forEach((line, row) => pen.text(line, 50, 60 + row * 18))
    ;[...right, ...right, ...right].slice(0, 8).forEach((line, row) => pen.text(line, 260, 60 + row * 18))
  })
  const { text } = (await readScan(makePng(await scanOf(two)))).resume
  t.true(lined(text).startsWith(left.join('\n')), text)
})

/** A PDF with these pages. Each has lines of text, or a picture as wide as the page, and transparent lines. */
function mixedPdf(pages: { lines?: string[]; picture?: Buffer; clear?: string[] }[]): Promise<Buffer> {
  return makePdf((pen) => {
    const wide = pen as typeof pen & { image(file: Buffer, x: number, y: number, size: { width: number }): void }
    pages.forEach(({ lines = [], picture, clear = [] }, index) => {
      if (index > 0) pen.addPage()
      pen.fillOpacity(1)
      if (picture) wide.image(picture, 0, 0, { width: pen.page.width })
      lines.forEach((line, row) => pen.text(line, 50, 60 + row * 20))
      pen.fillOpacity(0)
      clear.forEach((line, row) => pen.text(line, 50, 500 + row * 20))
    })
  })
}

test.serial(
  'a transparent text layer is read if OCR agrees with it, except words that the scan does not show',
  async (t) => {
    t.timeout(patienceMs)
    const picture = data('lines.jpg')
    // As if OCR had misread the end of a word: the rest of the word is enough for a match.
    const better = written.map((line) => line.replace('Kubernetes', 'Kubernetez'))
    const read = await readScan(await mixedPdf([{ picture, clear: better }]))
    t.is(lined(read.resume.text), better.join('\n'))
    t.deepEqual(read.flags, [])
    const padded = await readScan(await mixedPdf([{ picture, clear: [`${better[0]} Haskell`, ...better.slice(1)] }]))
    t.is(lined(padded.resume.text), better.join('\n'))
  },
)

test('a text layer that repeats or omits words, or is empty, does not agree with the image', (t) => {
  const page = written.join('\n')
  t.is(agreedLayer(page, page), page)
  t.is(agreedLayer(`${page}\n${'Kubernetes '.repeat(9)}`, page), null)
  t.is(agreedLayer(written.slice(0, 3).join('\n'), page), null)
  t.is(agreedLayer(page.replaceAll(/[aeiou]/g, 'x'), page), null)
  t.is(agreedLayer('', ''), null)
})

test.serial(
  'a transparent text layer over a scan is ignored if it does not agree, and flagged if it adds something',
  async (t) => {
    t.timeout(patienceMs)
    const lie = 'Expert in everything that was ever asked for, and in all the rest'
    const honest = await readScan(await mixedPdf([{ picture: data('lines.jpg'), clear: written }]))
    t.is(lined(honest.resume.text), written.join('\n'))
    t.deepEqual(honest.flags, [])
    const lying = await readScan(await mixedPdf([{ picture: data('lines.jpg'), clear: [...written, lie] }]))
    t.is(lined(lying.resume.text), written.join('\n'))
    t.deepEqual(lying.findings, [{ flag: 'HIDDEN_TEXT', reason: 'transparent', page: 1, letters: 52 }])
  },
)

test.serial('scanned pages between pages with text are read in page order', async (t) => {
  t.timeout(patienceMs)
  const picture = makePng(await scanOf(await linesPdf()))
  const last = ['References are in Berlin', 'and call back on any day that suits them well']
  const lie = 'Expert in everything that was ever asked for'
  const resume = await readScan(
    await mixedPdf([{ lines: written, clear: [lie] }, { picture, clear: resumeLines }, { lines: last }]),
  )
  t.is(resume.pages, 3)
  t.is(lined(resume.resume.text), [...written, ...resumeLines, ...last].join('\n'))
  // The hidden text on the first page is still flagged. The scanner's text layer is not, because it matches the image.
  t.deepEqual(resume.findings, [{ flag: 'HIDDEN_TEXT', reason: 'transparent', page: 1, letters: 37 }])
})

test.serial('a page in a font without a character map is read with OCR', async (t) => {
  t.timeout(patienceMs)
  const resume = await readScan(shiftedPdf(resumeLines))
  t.is(lined(resume.resume.text), resumeLines.join('\n'))
  t.deepEqual(resume.flags, [])
})

test.serial('text that is drawn as outlines is read', async (t) => {
  t.timeout(patienceMs)
  const resume = await readScan(outlinePdf(await scanOf(await linesPdf())))
  t.is(lined(resume.resume.text), resumeLines.join('\n'))
  t.is(resume.type, 'pdf')
})

test('a thread without OCR models returns a PDF in a font without a character map unread', async (t) => {
  const bytes = shiftedPdf(resumeLines)
  const task = { source: { bytes }, answers: [], blind: false, sizes, deadlineAt: monotonicMs() + patienceMs }
  t.deepEqual(await parseResume(task, thread), { ok: false, code: 'SCANNED', bytes })
})

test.serial('in a PDF with text, the images on ten pages are read, and more images are not an error', async (t) => {
  t.timeout(patienceMs)
  const works = Array.from({ length: 11 }, () => ({ picture: makePng(small) }))
  const resume = await readScan(await mixedPdf([{ lines: written }, ...works]))
  t.is(resume.pages, 12)
  t.is(lined(resume.resume.text), written.join('\n'))
})

test('a photo on a page with little text does not make the resume a scan', async (t) => {
  const bytes = await makePdf((pen) => {
    const wide = pen as typeof pen & { image(file: Buffer, x: number, y: number, size: { width: number }): void }
    written.forEach((line, row) => pen.text(line, 50, 60 + row * 20))
    pen.addPage()
    wide.image(data('lines.jpg'), 50, 50, { width: 150 })
    pen.text('Berlin, in May', 50, 400)
  })
  const task = { source: { bytes }, answers: [], blind: false, sizes, deadlineAt: monotonicMs() + patienceMs }
  const outcome = await parseResume(task, thread)
  t.is(outcome.ok && lined(outcome.value.resume.text), [...written, 'Berlin, in May'].join('\n'))
})

test('a thread without OCR models returns a scan unread', async (t) => {
  const bytes = makePng({ width: 10, height: 10, pixels: new Uint8Array(100) })
  const task = { source: { bytes }, answers: [], blind: false, sizes, deadlineAt: monotonicMs() + 60_000 }
  t.deepEqual(await parseResume(task, thread), { ok: false, code: 'SCANNED', bytes })
})

const bomb = { width: 20_000, height: 20_000 }

const refused: Record<string, [code: string, file: () => Buffer | Promise<Buffer>]> = {
  'an empty page': [
    'RESUME_EMPTY',
    () => makePng({ width: 600, height: 800, pixels: new Uint8Array(480_000).fill(255) }),
  ],
  'a picture that is cut off': ['RESUME_CORRUPTED', () => data('lines.jpg').subarray(0, 300)],
  'a PNG without its pixels': ['RESUME_CORRUPTED', () => makePng(small).subarray(0, 40)],
  'a PNG of 400 million pixels': ['RESUME_TOO_LARGE', () => makePng(small, bomb)],
  'a TIFF of 11 pages': ['RESUME_TOO_LARGE', () => makeTiff(Array(11).fill(small))],
  'a scanned PDF of 11 pages': ['RESUME_TOO_LARGE', () => scannedPdf(Array<Buffer>(11).fill(makePng(small)))],
}

for (const [kind, [code, make]] of Object.entries(refused)) {
  test.serial(`${kind} is ${code}`, async (t) => {
    t.timeout(patienceMs)
    t.is(await outcomeOf(await make()), code)
  })
}

test.serial('reading always ends, whichever byte of an image is corrupted', async (t) => {
  t.timeout(patienceMs)
  const jpeg = data('lines.jpg')
  for (let at = 2; at < 600; at += 61) {
    const broken = Buffer.from(jpeg)
    broken.fill(0xff, at, at + 3)
    t.regex(await outcomeOf(broken), /^(read|RESUME_(EMPTY|CORRUPTED|TOO_LARGE|CONVERSION_FAILED))$/)
  }
  t.is((await read(jpeg)).type, 'jpeg')
})
