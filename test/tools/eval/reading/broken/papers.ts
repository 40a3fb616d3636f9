/** PDF files that are broken, or that need more time or memory than a resume. */
import { linesPdf, makePdf, resumeLines } from '../../../samples/resumes.ts'
import { type BrokenFiles, noise } from './broken.ts'

const text = `BT /F 12 Tf 40 740 Td 16 TL ${resumeLines.map((line) => `(${line}) Tj T*`).join(' ')} ET`
type Changes = {
  page?: string
  content?: string
  objects?: string[]
  pages?: string
  trailer?: string
  catalogue?: string
}

/** Makes a one-page file with some unusual parts. The `objects` are numbered from 6. */
function pdf({
  page = '/MediaBox [0 0 612 792]',
  content = text,
  objects = [],
  pages = '/Kids [3 0 R] /Count 1',
  trailer = '',
  catalogue = '',
}: Changes): Buffer {
  const written = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    `<< /Type /Pages ${pages} >>`,
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> ${page} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...objects,
  ]
  let file = '%PDF-1.7\n'
  const places = written.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = written.length + 1
  const start = file.length
  file += `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer.replace('HERE', String(start))} >>\n`
  return Buffer.from(`${file}startxref\n${start}\n%%EOF\n`, 'latin1')
}
const changed = (changes: Changes) => () => pdf(changes)
const form = (content: string) =>
  `<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X 6 0 R >> >> /Length ${content.length} >>\nstream\n${content}\nendstream`
const picture = (entries: string) =>
  `<< /Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 ${entries} /Length 4 >>\nstream\nabcd\nendstream`
const painted = `${text} /X Do`

export const brokenPapers: BrokenFiles = {
  'its first line alone': ['RESUME_CORRUPTED', () => Buffer.from('%PDF-1.7\n')],
  'noise behind its first line': ['RESUME_CORRUPTED', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(20_000)])],
  'cut off at the half': [
    ['RESUME_CORRUPTED', 'RESUME_EMPTY'],
    async () => {
      const file = await linesPdf()
      return file.subarray(0, file.length / 2)
    },
  ],
  'a table of objects that leads to itself': ['read', changed({ trailer: '/Prev HERE' })],
  'a table of objects beyond the file': [
    'read',
    () =>
      Buffer.from(
        pdf({})
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n99999999'),
        'latin1',
      ),
  ],
  'no table of objects': [
    'read',
    () =>
      Buffer.from(
        pdf({})
          .toString('latin1')
          .replace(/xref\n[^]*trailer/, 'trailer'),
        'latin1',
      ),
  ],
  'a tree of pages that leads to itself': [
    ['RESUME_CORRUPTED', 'RESUME_EMPTY', 'read'],
    changed({ pages: '/Kids [2 0 R 3 0 R] /Count 2' }),
  ],
  'a billion pages that are not there': [
    ['read', 'RESUME_TOO_LARGE', 'RESUME_CORRUPTED'],
    changed({ pages: '/Kids [3 0 R] /Count 1000000000' }),
  ],
  'no pages': [['RESUME_CORRUPTED', 'RESUME_EMPTY'], changed({ pages: '/Kids [] /Count 0' })],
  'a form that paints itself': ['read', changed({ content: painted, objects: [form('/X Do')] })],
  'a giant page': [['read', 'RESUME_EMPTY'], changed({ page: '/MediaBox [0 0 1000000 1000000]' })],
  'a page without a size': [['read', 'RESUME_EMPTY'], changed({ page: '/MediaBox [0 0 0 0]' })],
  'a page from right to left': ['read', changed({ page: '/MediaBox [612 792 0 0]' })],
  'a page turned by an odd angle': ['read', changed({ page: '/MediaBox [0 0 612 792] /Rotate 45' })],
  'a picture of ten billion pixels': [
    'read',
    changed({ content: painted, objects: [picture('/Width 100000 /Height 100000')] }),
  ],
  'a picture in a filter that nobody knows': [
    'read',
    changed({ content: painted, objects: [picture('/Width 2 /Height 2 /Filter /NoSuch')] }),
  ],
  'brackets in brackets': ['read', changed({ content: `${text} ${'['.repeat(50_000)}` })],
  'states in states': ['read', changed({ content: `${text} ${'q '.repeat(50_000)}` })],
  'operators that nobody knows': ['read', changed({ content: `${'nosuch '.repeat(10_000)}${text}` })],
  'a script at its start': ['read', changed({ catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' })],
  'a program at its start': ['read', changed({ catalogue: '/OpenAction << /S /Launch /F (/bin/sh) >>' })],
  'a password': ['RESUME_ENCRYPTED', () => linesPdf(resumeLines, { userPassword: 'secret' })],
  'a lock that nobody knows': [
    ['RESUME_ENCRYPTED', 'RESUME_CORRUPTED'],
    changed({ trailer: '/Encrypt << /Filter /NoSuch /V 9 >>' }),
  ],
  'a document for a mail gateway': ['read', () => Buffer.concat([Buffer.from('X-Scanned: yes\r\n\r\n'), pdf({})])],
  '51 pages': [
    'RESUME_TOO_LARGE',
    () =>
      makePdf(
        (pen) => {
          for (let page = 0; page < 51; page++) pen.addPage().text(resumeLines[4]!)
        },
        { autoFirstPage: false },
      ),
  ],
}
