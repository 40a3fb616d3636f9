/** Zip archives that are not documents, state false sizes or unpack endlessly, and documents with broken content. */
import { makeDocx, makeOdt, makeZip, rawDocx, resumeLines, wordParagraph } from '../../../samples/resumes.ts'
import { type BrokenFiles, noise } from './broken.ts'

const visible = resumeLines.map((line) => wordParagraph(line)).join('')
const document = (body: string, head = '') =>
  `<?xml version="1.0"?>${head}<w:document><w:body>${body}</w:body></w:document>`
const entryHeaderBytes = 46
const endOf = (file: Buffer) => file.lastIndexOf('PK\x05\x06')
const entryOf = (file: Buffer, name = 'word/document.xml') => file.lastIndexOf(name) - entryHeaderBytes

/** Makes a Word document that `change` has modified. */
const changed = (change: (file: Buffer) => Buffer | void) => async () => {
  const file = Buffer.from(await makeDocx())
  return change(file) ?? file
}
const cut = (share: number) => changed((file) => file.subarray(0, Math.floor(file.length * share)))
const part = (content: string | Uint8Array) => () => makeZip({ 'word/document.xml': content })
const relation = (target: string) =>
  `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="${target}"/></Relationships>`

export const brokenArchives: BrokenFiles = {
  'an archive without entries': [
    'RESUME_CONVERSION_FAILED',
    () => Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1'),
  ],
  'a mark and nothing more': ['RESUME_CORRUPTED', () => Buffer.from('PK\x03\x04')],
  'a mark before a text': ['RESUME_CORRUPTED', () => Buffer.from(`PK\x03\x04${resumeLines.join('\n')}`)],
  'cut off at a tenth': ['RESUME_CORRUPTED', cut(0.1)],
  'cut off at the half': ['RESUME_CORRUPTED', cut(0.5)],
  'cut off in its directory': ['RESUME_CORRUPTED', cut(0.98)],
  'a part that says too little of its size': [
    'RESUME_CORRUPTED',
    changed((file) => void file.writeUInt32LE(10, entryOf(file) + 24)),
  ],
  'a part that says four gigabytes': [
    'RESUME_TOO_LARGE',
    changed((file) => void file.writeUInt32LE(0xfffffff0, entryOf(file) + 24)),
  ],
  'a wrong checksum': ['RESUME_CORRUPTED', changed((file) => void file.writeUInt32LE(1, entryOf(file) + 16))],
  'a way of packing that nobody knows': [
    'RESUME_CORRUPTED',
    changed((file) => void file.writeUInt16LE(99, entryOf(file) + 10)),
  ],
  'a part that begins beyond the file': [
    'RESUME_CORRUPTED',
    changed((file) => void file.writeUInt32LE(0x7fffffff, entryOf(file) + 42)),
  ],
  'a directory of more entries than there are': [
    'RESUME_CORRUPTED',
    changed((file) => void file.writeUInt16LE(60_000, endOf(file) + 10)),
  ],
  Zip64: [
    'RESUME_CONVERSION_FAILED',
    changed((file) =>
      Buffer.concat([
        file.subarray(0, endOf(file)),
        Buffer.from(`PK\x06\x07${'\0'.repeat(16)}`, 'latin1'),
        file.subarray(endOf(file)),
      ]),
    ),
  ],
  'a part of several disks': [
    'RESUME_CONVERSION_FAILED',
    changed((file) => void file.writeUInt16LE(1, endOf(file) + 4)),
  ],
  'a locked entry': ['RESUME_ENCRYPTED', changed((file) => void file.writeUInt16LE(0x01, entryOf(file) + 8))],
  'a strongly locked entry': ['RESUME_ENCRYPTED', changed((file) => void file.writeUInt16LE(0x41, entryOf(file) + 8))],
  'a bomb of one letter': ['RESUME_TOO_LARGE', part('a'.repeat(20 * 1024 * 1024))],
  'a bomb in a part that nobody reads': [
    'RESUME_TOO_LARGE',
    () => makeZip({ 'word/document.xml': document(visible), 'word/media/image1.png': Buffer.alloc(20 * 1024 * 1024) }),
  ],
  'an archive in an archive': ['RESUME_CONVERSION_FAILED', async () => makeZip({ 'cv.docx': await makeDocx() })],
  'a document with macros': [
    'RESUME_CONVERSION_FAILED',
    () => makeZip({ 'word/document.xml': document(visible), 'word/vbaProject.bin': 'macro' }),
  ],
  'a spreadsheet': ['RESUME_CONVERSION_FAILED', () => makeZip({ 'xl/workbook.xml': '<workbook/>' })],
  'a presentation': ['RESUME_CONVERSION_FAILED', () => makeZip({ 'ppt/presentation.xml': '<p/>' })],
  'a book': ['RESUME_CONVERSION_FAILED', () => makeZip({ mimetype: 'application/epub+zip', 'content.xml': '<x/>' })],
  'a program': ['RESUME_CONVERSION_FAILED', () => makeZip({ 'META-INF/MANIFEST.MF': 'Main-Class: A' })],
  'three thousand parts': [
    'read',
    () =>
      makeZip({
        'word/document.xml': document(visible),
        ...Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`word/x${n}`, ''])),
      }),
  ],
  'names that lead out of the archive': [
    'read',
    () => makeZip({ 'word/document.xml': document(visible), '../../../etc/passwd': 'x', '/etc/shadow': 'x' }),
  ],
  'an end record twice': ['read', changed((file) => Buffer.concat([file, Buffer.from('\r\nPK and more')]))],
  'a document without text': ['RESUME_EMPTY', part(document(''))],
  'a document of no bytes': ['RESUME_EMPTY', part('')],
  'a document that is noise': ['RESUME_EMPTY', part(noise(10_000))],
  'a document cut off in its markup': ['read', part(document(visible).slice(0, -40))],
  'entities in entities': [
    'read',
    part(
      document(
        `${visible}<w:p><w:r><w:t>&c;</w:t></w:r></w:p>`,
        '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>',
      ),
    ),
  ],
  'an entity of this machine': [
    'read',
    part(
      document(
        `${visible}<w:p><w:r><w:t>&x;</w:t></w:r></w:p>`,
        '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      ),
    ),
  ],
  'a main part that leads out of the archive': [
    'RESUME_EMPTY',
    () => makeZip({ '_rels/.rels': relation('../../etc/passwd'), 'word/document.xml': document(visible) }),
  ],
  'a main part that is the list of parts': [
    'RESUME_EMPTY',
    () => makeZip({ '_rels/.rels': relation('_rels/.rels'), 'word/document.xml': document(visible) }),
  ],
  'styles that are their own base': [
    'read',
    () =>
      rawDocx(`${visible}${wordParagraph('x', '<w:rStyle w:val="A"/>')}`, {
        'word/styles.xml':
          '<w:styles><w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>',
      }),
  ],
  'an attribute of a megabyte': ['read', part(document(`${visible}<w:p w:x="${'y'.repeat(1_000_000)}"/>`))],
  'two thousand tables in tables': [
    'read',
    part(
      document(
        `${visible}${'<w:tbl><w:tr><w:tc>'.repeat(2_000)}${wordParagraph('deep')}${'</w:tc></w:tr></w:tbl>'.repeat(2_000)}`,
      ),
    ),
  ],
  'text boxes in text boxes': [
    'read',
    part(
      document(
        `${visible}${'<w:p><w:txbxContent>'.repeat(1_000)}${wordParagraph('deep')}${'</w:txbxContent></w:p>'.repeat(1_000)}`,
      ),
    ),
  ],
  'ends without beginnings': ['read', part(document(`${visible}${'</w:p></w:txbxContent></w:tc>'.repeat(1_000)}`))],
}

const odtPart = (content: string) => () =>
  makeZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content })

export const brokenOpenDocuments: BrokenFiles = {
  'a document without its content': [
    'RESUME_CONVERSION_FAILED',
    () => makeZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'meta.xml': '<x/>' }),
  ],
  'a spreadsheet': [
    'RESUME_CONVERSION_FAILED',
    () => makeZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
  ],
  'a document of no text': ['RESUME_EMPTY', odtPart('<office:body/>')],
  'a document that is noise': ['RESUME_EMPTY', odtPart(noise(5_000).toString('latin1'))],
  'cut off': ['RESUME_CORRUPTED', async () => (await makeOdt()).subarray(0, 400)],
  'styles that are their own parent': [
    'read',
    () => makeOdt(undefined, '<style:style style:name="A" style:parent-style-name="A"/>'),
  ],
  'frames in frames': [
    'read',
    () =>
      makeOdt(
        `${resumeLines.map((line) => `<text:p>${line}</text:p>`).join('')}${'<text:p><draw:frame><draw:text-box>'.repeat(500)}${'</draw:text-box></draw:frame></text:p>'.repeat(500)}`,
      ),
  ],
  'a bomb of spaces': ['RESUME_TOO_LARGE', odtPart(' '.repeat(20 * 1024 * 1024))],
}
