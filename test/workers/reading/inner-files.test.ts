/** Documents that contain images of their pages instead of text: Word and OpenDocument files, and Pages documents. */
import { readFileSync } from 'node:fs'
import test from 'ava'
import { parseResume } from '../../../workers/parse-resume.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import { monotonicMs } from '../../../src/kit/time.ts'
import { parse, thread } from '../../tools/reading.ts'
import { linesPdf, makeZip, rawDocx, resumeLines, wordParagraph } from '../../tools/samples/resumes.ts'
import { makePng } from '../../tools/samples/scans.ts'

const patienceMs = 300_000
const page = readFileSync(new URL('../../data/scans/lines.jpg', import.meta.url))
const fax = readFileSync(new URL('../../data/scans/fax.tiff', import.meta.url))
const logo = makePng({ width: 40, height: 40, pixels: new Uint8Array(1_600).fill(200) })
const written = [
  'Maria Schneider',
  'Senior Backend Engineer',
  'Built a settlement service in Go on Kubernetes.',
  'Wrote Terraform modules for PostgreSQL clusters.',
]

async function readScan(bytes: Uint8Array) {
  const outcome = await parse(bytes, monotonicMs() + patienceMs)
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`)
  const { type, resume, findings } = outcome.value
  return { type, lines: resume.text.replace(/\n+/g, '\n').split('\n'), findings }
}

const scanned = {
  docx: () =>
    makeZip({
      'word/document.xml': `<w:document><w:body>${wordParagraph('')}</w:body></w:document>`,
      ...{ 'word/media/image10.tiff': fax, 'word/media/image2.jpeg': page, 'word/media/image1.png': logo },
    }),
  odt: () =>
    makeZip({
      ...{ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<office:body/>' },
      ...{ 'Pictures/10.tiff': fax, 'Pictures/9.jpg': page },
    }),
}

for (const [type, make] of Object.entries(scanned)) {
  test.serial(`${type}: a file that contains only images of pages is read with OCR, in page order`, async (t) => {
    t.timeout(patienceMs)
    t.like(await readScan(await make()), { type, lines: [...written, ...written] })
  })
}

test.serial("images next to a resume's text are ignored", async (t) => {
  const bytes = await rawDocx(resumeLines.map((line) => wordParagraph(line)).join(''), {
    'word/media/image1.jpeg': page as never,
  })
  const sizes = loadContract().sizes.resume
  const task = { source: { bytes }, answers: [], blind: false, sizes, deadlineAt: monotonicMs() + 60_000 }
  const outcome = await parseResume(task, thread)
  t.is(outcome.ok && outcome.value.resume.text.replace(/\n+/g, '\n'), resumeLines.join('\n'))
})

test.serial('a document that contains only a logo is RESUME_EMPTY', async (t) => {
  t.timeout(patienceMs)
  const bytes = await makeZip({
    ...{ 'word/document.xml': '<w:document/>', 'word/media/image1.png': logo, 'word/media/image2.png': 'no picture' },
  })
  t.like(await parse(bytes, monotonicMs() + patienceMs), { code: 'RESUME_EMPTY', reason: 'no_text' })
})

test.serial(
  'a Pages document is read from its preview, and flagged if the preview shows only the first page',
  async (t) => {
    t.timeout(patienceMs)
    const today = await makeZip({ 'Index/Document.iwa': 'x', 'preview.jpg': page, 'preview-micro.jpg': logo })
    t.deepEqual(await readScan(today), {
      ...{ type: 'pages', lines: written },
      findings: [{ flag: 'RESUME_CUT', reason: 'first_page_only' }],
    })
    const older = { 'index.xml': '<x/>', 'QuickLook/Preview.pdf': await linesPdf(), 'QuickLook/Thumbnail.jpg': logo }
    const inFolder = Object.fromEntries(Object.entries(older).map(([name, content]) => [`CV.pages/${name}`, content]))
    for (const files of [older, inFolder])
      t.deepEqual(await readScan(await makeZip(files)), { type: 'pages', lines: resumeLines, findings: [] })
  },
)

test('slides and a Pages document without a preview are refused, and the error names their type', async (t) => {
  const files: Record<string, string | Uint8Array>[] = [
    { 'Index/Document.iwa': 'x', 'Index/Slide-1.iwa': 'x', 'preview.jpg': page },
    { 'Index/Document.iwa': 'x' },
  ]
  for (const each of files)
    t.like(await parse(await makeZip(each)), { reason: 'unsupported_type', fileType: 'application/vnd.apple.iwork' })
})
