/** Archives that contain no resume, unpack to too much, or are broken. */
import test from 'ava'
import { outcomeOf } from '../../../tools/reading.ts'
import { makeDocx, makeZip, rawDocx, wordParagraph } from '../../../tools/samples/resumes.ts'

test('a Word document with flipped bits is RESUME_CORRUPTED', async (t) => {
  const docx = await makeDocx()
  const start = docx.indexOf('word/document.xml') + 40
  for (let at = start; at < start + 200; at += 7) docx[at]! ^= 0x55
  t.is(await outcomeOf(docx), 'RESUME_CORRUPTED')
})

test('a truncated archive is RESUME_CORRUPTED', async (t) => {
  t.is(await outcomeOf((await makeDocx()).subarray(0, 2_000)), 'RESUME_CORRUPTED')
})

test('an archive that unpacks to 100 times its size, or to more than 50 MiB, is RESUME_TOO_LARGE', async (t) => {
  const bomb = await rawDocx(wordParagraph('a'.repeat(20 * 1024 * 1024)))
  t.true(bomb.length < 200_000)
  t.is(await outcomeOf(bomb), 'RESUME_TOO_LARGE')
  const noise = Buffer.alloc(51 * 1024 * 1024)
  for (let at = 0; at < noise.length; at += 64) noise.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at)
  t.is(await outcomeOf(await makeZip({ 'word/document.xml': noise })), 'RESUME_TOO_LARGE')
})

test('a Word document with a password is RESUME_ENCRYPTED', async (t) => {
  const mark = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  const locked = Buffer.concat([mark, Buffer.alloc(1_024), Buffer.from('EncryptedPackage', 'utf16le')])
  t.is(await outcomeOf(locked), 'RESUME_ENCRYPTED')
})

const unsupported: Record<string, Promise<Buffer>> = {
  'a Word document with macros': makeZip({ 'word/document.xml': '<w:document/>', 'word/vbaProject.bin': 'macro' }),
  'a zip archive of something else': makeZip({ 'readme.txt': 'hello' }),
  'an OpenDocument spreadsheet': makeZip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': '<office:document-content/>',
  }),
  'an OLE file that is not a Word document': Promise.resolve(Buffer.from('d0cf11e0a1b11ae10000000000000000', 'hex')),
}

for (const [kind, file] of Object.entries(unsupported)) {
  test(`${kind} is RESUME_CONVERSION_FAILED`, async (t) => {
    t.is(await outcomeOf(await file), 'RESUME_CONVERSION_FAILED')
  })
}
